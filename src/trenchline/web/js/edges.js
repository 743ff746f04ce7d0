/** Signs at the edge of the map that point to what may be chosen beyond it. */

import { fill, h, icon } from "./dom.js";
import { isClear } from "./room.js";
import { deciding } from "./store.js";
import { count } from "./words.js";

/** @typedef {import("./camera.js").Point} Point */
/** @typedef {{at: number, point: Point, place: string}} Beyond */

/** Half the size of a sign, and how far its middle keeps from the edge. */
const HALF = 20;
const INSET = 24;
/** What lies closer together than this, seen from the middle, shares a sign. */
const APART = 90;

export class Edges {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "edges" });
  }

  /** Point to everything that may be chosen and is out of sight. */
  draw() {
    const { map, store, frame } = this.table;
    const [width, height] = [frame.clientWidth, frame.clientHeight];
    if (!deciding(store.now) || !width || !height) {
      fill(this.element);
      return;
    }
    const beyond = map.lights.choosablePlaces().flatMap((place) => {
      const spot = map.places.spot(place);
      const point = spot && map.camera.toFrame(spot);
      if (!point || (point.x > 4 && point.y > 4 && point.x < width - 4 && point.y < height - 4)) return [];
      return [{ place, point, at: this.along(point, width, height) }];
    }).sort((a, b) => a.at - b.at);
    const taken = [...map.lights.choosableBoxes(), ...map.lights.targetBoxes()];
    fill(this.element, groups(beyond).flatMap((group) => this.sign(group, width, height, taken) ?? []));
  }

  /** Where along the edge, clockwise from the upper left corner, the line to a point leaves the frame. @param {Point} point @param {number} width @param {number} height */
  along(point, width, height) {
    const { x, y } = onEdge(point, width, height);
    if (y <= INSET) return x;
    if (x >= width - INSET) return width + y;
    if (y >= height - INSET) return width + height + (width - x);
    return 2 * width + height + (height - y);
  }

  /** @param {Beyond[]} group @param {number} width @param {number} height @param {import("./room.js").Box[]} taken */
  sign(group, width, height, taken) {
    const middle = group.reduce((sum, { point }) => ({ x: sum.x + point.x / group.length, y: sum.y + point.y / group.length }), { x: 0, y: 0 });
    const { x, y } = onEdge(middle, width, height);
    const upright = x <= INSET || x >= width - INSET;
    // Along the edge, to where it covers nothing.
    const shifts = Array.from({ length: 33 }, (_, n) => (n % 2 ? 1 : -1) * Math.ceil(n / 2) * HALF);
    const box = (/** @type {Point} */ at) => ({ left: at.x - HALF, right: at.x + HALF, top: at.y - HALF, bottom: at.y + HALF });
    const spot = shifts.map((by) => (upright ? { x, y: y + by } : { x: x + by, y })).find((at) =>
      at.x >= INSET && at.y >= INSET && at.x <= width - INSET && at.y <= height - INSET && isClear(box(at), taken));
    if (!spot) return null;
    taken.push(box(spot));
    const turn = Math.atan2(middle.y - spot.y, middle.x - spot.x);
    const words = `${count(group.length, "place")} to choose this way`;
    const arrow = h("i", {}, icon("next"));
    arrow.style.transform = `rotate(${turn}rad)`;
    const sign = h("button", { class: "edge-sign", tabindex: -1, title: words, "aria-label": words,
      onclick: () => this.table.map.seek(group.map(({ place }) => place)) }, arrow, group.length > 1 ? h("b", {}, group.length) : null);
    sign.style.transform = `translate(${Math.round(spot.x - HALF)}px, ${Math.round(spot.y - HALF)}px)`;
    return sign;
  }
}

/** Where the line from the middle of the frame to a point leaves it. @param {Point} point @param {number} width @param {number} height @returns {Point} */
function onEdge(point, width, height) {
  const [cx, cy] = [width / 2, height / 2];
  const [dx, dy] = [point.x - cx, point.y - cy];
  const by = Math.min((cx - INSET) / Math.max(0.01, Math.abs(dx)), (cy - INSET) / Math.max(0.01, Math.abs(dy)));
  return { x: cx + dx * by, y: cy + dy * by };
}

/** Neighbours along the edge together. @param {Beyond[]} beyond @returns {Beyond[][]} */
function groups(beyond) {
  /** @type {Beyond[][]} */
  const found = [];
  for (const one of beyond) {
    const last = found.at(-1);
    if (last && one.at - last[0].at < APART) last.push(one);
    else found.push([one]);
  }
  return found;
}
