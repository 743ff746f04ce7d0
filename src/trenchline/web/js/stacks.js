/** Counters and their stacks: where each lies on the map, how a stack is spread, and how counters travel. */

import { counter, SIZE } from "./counters.js";
import { s } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./camera.js").Point} Point */

const MOVE_TIME = 420;
/** Between the counters of a stack that is spread. */
const GAP = 5;
/** A stack that is spread keeps as far from the edge, in pixels. */
const EDGE = 4;
/** A counter of a stack that is spread is at least as large, in pixels, if there is room for it. */
const LEGIBLE = 40;
/** From so many counters on a stack says how many they are. */
const MANY = 3;

/** Write on a counter how many lie there, or nothing. @param {SVGGElement} group @param {number} count */
function tally(group, count) {
  const shown = group.querySelector(":scope > .tally");
  if (shown?.textContent === String(count)) return;
  shown?.remove();
  if (count < MANY) return;
  const at = SIZE / 2 - 2;
  group.append(s("g", { class: "tally", transform: `translate(${at} ${at})` }, s("circle", { r: 7 }), s("text", { y: 3.4 }, String(count))));
}

export class Stacks {
  /**
   * @param {SVGGElement} stage where the counters are drawn
   * @param {import("./places.js").Places} places
   * @param {{frame: HTMLElement, camera: import("./camera.js").Camera}} sight
   */
  constructor(stage, places, sight) {
    this.stage = stage;
    this.places = places;
    this.sight = sight;
    this.nations = places.data.nations;
    /** @type {Map<string, {group: SVGGElement, drawn: string, place: string}>} */
    this.counters = new Map();
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {string | null} the place whose stack is fanned out */
    this.fanned = null;
    /** Whether a finger has spread it, so that no pointer keeps it open. */
    this.byTouch = false;
    /** @type {Set<string>} the units in hand */
    this.held = new Set();
    this.size = (SIZE / 46) * (places.data.unit / 40);
    /** What a stack that is spread lies on, so that it stands out from those around it. */
    this.tray = s("rect", { class: "tray", rx: 6 });
  }

  /** The pieces in a place, lowest first. @param {string} place */
  stack(place) {
    return this.pieces.filter((piece) => piece.place === place);
  }

  /** Whether several counters lie on each other in a place. @param {string} place */
  isStack(place) {
    return this.places.hexes.has(place) && this.stack(place).length > 1;
  }

  /** Where a counter is shown. @param {string} key */
  placeOf(key) {
    return this.counters.get(key)?.place ?? "";
  }

  /** Point out which counters may be chosen, which are in hand, and which stand in a target. @param {import("./lights.js").Highlights} marks */
  mark(marks) {
    for (const [key, { group, place }] of this.counters) {
      group.classList.toggle("choosable", marks.units.has(key));
      group.classList.toggle("held", marks.held.has(key));
      group.classList.toggle("aimed", marks.hexes.has(place));
    }
    const taken = !this.held.size && marks.held.size > 0;
    const changed = [...this.held, ...marks.held].filter((key) => !this.held.has(key) || !marks.held.has(key));
    this.held = marks.held;
    const places = new Set(changed.map((key) => this.placeOf(key)));
    if (changed.length && this.fanned) places.add(this.fanned);
    for (const place of places) this.settle(place);
    // A stack that was spread for something else does not lie over the hexes that are asked for.
    const spread = this.fanned ? this.stack(this.fanned) : [];
    if (marks.hexes.size && spread.length && !spread.some(({ key }) => marks.units.has(key) || marks.held.has(key))) this.fan(null);
    // A finger has taken one of them in hand and looks for where to go; no pointer rests on the others.
    else if (marks.hexes.size && taken && this.byTouch) this.fan(null);
  }

  /** Keep what is spread in sight as the map moves. */
  follow() {
    if (this.fanned) this.settle(this.fanned);
  }

  /** @param {Point} at */
  keyAt(at) {
    const element = document.elementFromPoint(at.x, at.y);
    const group = element?.closest(".counters [data-key]");
    return group instanceof SVGElement ? (group.dataset.key ?? null) : null;
  }

  /** The place of the stack that is spread if a point is between its counters. @param {Point} at */
  trayAt(at) {
    return (document.elementFromPoint(at.x, at.y) === this.tray && this.fanned) || "";
  }

  /** Spread a stack so that every counter can be read and picked. @param {string | null} place @param {boolean} [byTouch] */
  fan(place, byTouch = false) {
    this.byTouch = byTouch;
    if (this.fanned === place) return;
    const before = this.fanned;
    this.fanned = place;
    this.sight.frame.classList.toggle("fanning", place !== null);
    this.tray.remove();
    if (before) this.settle(before);
    if (place) this.settle(place);
  }

  /**
   * How a stack is spread: the middle of it, how many counters stand in a row, how far apart and how large.
   * All of it stays in sight, as near to its hex as the frame allows.
   *
   * @param {Point} spot
   * @param {number} count
   */
  spread(spot, count) {
    const { camera, frame } = this.sight;
    const row = Math.ceil(Math.sqrt(count));
    const rows = Math.ceil(count / row);
    // Whoever has something in hand looks for where to go: the places around must stay in sight.
    const large = this.held.size ? this.size : this.size * Math.max(1, LEGIBLE / (SIZE * this.size * camera.scale));
    const apart = (SIZE + GAP) * large;
    const [left, top] = [(EDGE - camera.x) / camera.scale, (EDGE - camera.y) / camera.scale];
    const [right, bottom] = [(frame.clientWidth - EDGE - camera.x) / camera.scale, (frame.clientHeight - EDGE - camera.y) / camera.scale];
    // A hex beyond the frame keeps its stack where it is.
    const seen = spot.x > left && spot.x < right && spot.y > top && spot.y < bottom;
    const fit = seen ? Math.min(1, (right - left) / (row * apart), (bottom - top) / (rows * apart)) : 1;
    const step = apart * fit;
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ room) =>
      seen ? Math.min(to - room / 2, Math.max(from + room / 2, at)) : at;
    return { x: within(spot.x, left, right, row * step), y: within(spot.y, top, bottom, rows * step), row, rows, step, scale: large * fit };
  }

  /** The left and right edge of the stack that is spread in a place, in the frame. @param {string} place */
  fanEdges(place) {
    const spot = this.places.spot(place);
    const count = this.stack(place).length;
    if (!spot || this.fanned !== place || count < 2) return null;
    const { x, row, step } = this.spread(spot, count);
    return [x - (row * step) / 2, x + (row * step) / 2].map((edge) => this.sight.camera.toFrame({ x: edge, y: 0 }).x);
  }

  /** Put the counters of a place where they belong. @param {string} place */
  settle(place) {
    const spot = this.places.spot(place);
    if (!spot) return;
    // A unit in hand lies on top of the others, but a stack that is spread keeps its order.
    const spread = this.fanned === place;
    const stack = this.stack(place);
    if (!spread && this.places.hexes.has(place)) stack.sort((a, b) => Number(this.held.has(a.key)) - Number(this.held.has(b.key)));
    const groups = stack.flatMap((piece) => this.counters.get(piece.key)?.group ?? []);
    // Each lies on those before it, however they came here.
    const muddled = groups.some((group, n) => n > 0 &&
      groups[n - 1].compareDocumentPosition(group) & Node.DOCUMENT_POSITION_PRECEDING);
    if (muddled) this.stage.append(...groups);
    stack.forEach((piece, n) => {
      const drawn = this.counters.get(piece.key);
      if (!drawn) return;
      drawn.group.style.transform = this.places.hexes.has(place)
        ? this.at(spot, n, stack.length, spread)
        : this.inBox(place, n, stack.length);
      tally(drawn.group, !spread && n === stack.length - 1 && this.places.hexes.has(place) ? stack.length : 0);
      drawn.group.classList.toggle("fanned", spread && stack.length > 1);
      drawn.group.classList.toggle("under", !spread && n < stack.length - 1 && this.places.hexes.has(place));
    });
    if (spread && groups.length > 1 && !this.held.size) this.lay(this.spread(spot, groups.length));
    else if (spread) this.tray.remove();
    const held = groups.some((group) => group.classList.contains("held"));
    if (spread || held) this.stage.append(...groups);
    if (!spread && (held || muddled)) this.raise();
  }

  /** The stack that is spread lies over all others. */
  raise() {
    if (!this.fanned) return;
    if (this.tray.parentNode) this.stage.append(this.tray);
    this.stage.append(...this.stack(this.fanned).flatMap((piece) => this.counters.get(piece.key)?.group ?? []));
  }

  /** Lay the tray under a stack that is spread. @param {{x: number, y: number, row: number, rows: number, step: number, scale: number}} fan */
  lay({ x, y, row, rows, step, scale }) {
    const [width, height] = [row * step + GAP * scale, rows * step + GAP * scale];
    for (const [name, value] of Object.entries({ x: x - width / 2, y: y - height / 2, width, height })) {
      this.tray.setAttribute(name, String(value));
    }
    this.stage.append(this.tray);
  }

  /** In rows, closer together if there are many. @param {string} place @param {number} n @param {number} count */
  inBox(place, n, count) {
    const box = /** @type {import("./types.js").Box} */ (this.places.boxes.get(place));
    const room = { x: box.width - 12, y: box.height - 28 };
    const step = Math.min((SIZE + 4) * this.size, Math.sqrt((room.x * room.y) / Math.max(1, count)) * 0.94);
    const row = Math.max(1, Math.floor(room.x / step));
    const scale = Math.min(this.size, (step / (SIZE + 4)) * 1.02);
    const x = box.x + 6 + step * ((n % row) + 0.5);
    const y = box.y + 22 + step * (Math.floor(n / row) + 0.5);
    return `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** @param {Point} spot @param {number} n @param {number} count @param {boolean} fanned */
  at(spot, n, count, fanned) {
    let { x, y } = spot;
    if (fanned && count > 1) {
      const fan = this.spread(spot, count);
      x = fan.x + ((n % fan.row) - (fan.row - 1) / 2) * fan.step;
      y = fan.y + (Math.floor(n / fan.row) - (fan.rows - 1) / 2) * fan.step;
      return `translate(${x}px, ${y}px) scale(${fan.scale})`;
    }
    if (count > 1) {
      const step = Math.min(4, 14 / count);
      x += (n - (count - 1) / 2) * step;
      y -= (n - (count - 1) / 2) * step;
    }
    return `translate(${x}px, ${y}px) scale(${this.size})`;
  }

  /**
   * Which of these pieces stand elsewhere than they are shown. One that goes from sight in a place as
   * another comes into sight elsewhere is taken for the same: who lies hidden has no name.
   *
   * @param {Piece[]} pieces
   */
  moved(pieces) {
    const known = pieces.flatMap(({ key, place }) => {
      const from = this.counters.get(key)?.place;
      return from && from !== place && this.places.spot(place) ? [{ key, from, to: place }] : [];
    });
    const here = new Set(pieces.map(({ key }) => key));
    const gone = this.pieces.filter(({ key }) => !here.has(key)).map(({ place }) => place);
    const come = pieces.filter(({ key, place }) => !this.counters.has(key) && this.places.spot(place));
    const elsewhere = come.filter(({ place }) => {
      const same = gone.indexOf(place);
      if (same >= 0) gone.splice(same, 1);
      return same < 0;
    });
    const [from] = gone;
    const [piece] = elsewhere;
    const one = gone.length === 1 && elsewhere.length === 1 && this.places.spot(from);
    return one ? [...known, { key: piece.key, from, to: piece.place }] : known;
  }

  /**
   * Show these pieces. Those that have moved travel there, along `way` if it ends where they are; the
   * answer is from where to where.
   *
   * @param {Piece[]} pieces
   * @param {{animate?: boolean, way?: string[]}} [how]
   */
  show(pieces, { animate = false, way = [] } = {}) {
    const moved = this.moved(pieces);
    this.pieces = pieces;
    const there = new Set();
    const places = new Set();
    for (const piece of pieces) {
      const spot = this.places.spot(piece.place);
      if (!spot) continue;
      there.add(piece.key);
      places.add(piece.place);
      const print = JSON.stringify(piece, (name, value) => (name === "place" ? undefined : value));
      const known = this.counters.get(piece.key);
      if (known && known.drawn === print) {
        if (known.place !== piece.place && animate) this.travel(known.group, known.place, piece.place, way);
        known.place = piece.place;
        continue;
      }
      const group = counter(piece, this.nations);
      if (known) {
        group.style.transform = known.group.style.transform;
        group.classList.add(...known.group.classList);
        known.group.replaceWith(group);
        if (known.place !== piece.place && animate) this.travel(group, known.place, piece.place, way);
      } else {
        this.stage.append(group);
        const move = moved.find(({ key }) => key === piece.key);
        if (animate && move) this.travel(group, move.from, move.to, way);
        else if (animate) group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVE_TIME });
      }
      this.counters.set(piece.key, { group, drawn: print, place: piece.place });
    }
    for (const [key, known] of this.counters) {
      if (there.has(key)) continue;
      this.counters.delete(key);
      const { group } = known;
      if (!animate) group.remove();
      else {
        group.classList.add("leaving");
        group.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MOVE_TIME }).onfinish = () => group.remove();
      }
    }
    if (this.fanned && !places.has(this.fanned)) this.fan(null);
    for (const place of places) this.settle(place);
    return moved;
  }

  /** The places of a march, along `way` if it ends there. @param {string} from @param {string} to @param {string[]} way */
  steps(from, to, way) {
    if (way.at(-1) !== to) return [from, to];
    return [from, ...way.slice(way.lastIndexOf(from) + 1)];
  }

  /**
   * @param {SVGGElement} group
   * @param {string} from
   * @param {string} to
   * @param {string[]} way
   */
  travel(group, from, to, way) {
    const spots = this.steps(from, to, way).map((place) => this.places.spot(place)).filter((spot) => spot !== null);
    if (spots.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.stage.append(group);
    group.animate(
      spots.map((spot) => ({ transform: this.at(spot, 0, 1, false) })),
      { duration: MOVE_TIME + 110 * (spots.length - 2), easing: "ease-in-out" },
    );
  }
}
