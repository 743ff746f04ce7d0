/** The map in its frame: what lies on what, all in map units, and what a hand or the keys do to it. */

import { Camera } from "./camera.js";
import { SIZE, orderSides } from "./counters.js";
import { fill, h, s } from "./dom.js";
import { Drawing } from "./drawing.js";
import { Ground } from "./ground.js";
import { Lights } from "./lights.js";
import { Grounds } from "./maps.js";
import { hexPath, patterns } from "./marks.js";
import { Places } from "./places.js";
import { Stacks } from "./stacks.js";

/** @typedef {import("./types.js").BoardData} BoardData */
/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./camera.js").Point} Point */

export class Board {
  /**
   * @param {HTMLElement} frame
   * @param {BoardData} data
   * @param {{hex: (hex: Hex, event: PointerEvent) => void, piece: (key: string, hex: Hex | null, event: PointerEvent) => void,
   *   grab: (key: string, event: PointerEvent) => boolean, carry: (at: Point, hex: Hex | null) => void, drop: (hex: Hex | null) => void,
   *   aims: (hex: Hex) => boolean, hover: (hex: Hex | null, key: string | null, at: Point) => void, hold: (hex: Hex | null, at: Point) => void,
   *   nothing: () => void, moved?: () => void, rested?: () => void}} on
   */
  constructor(frame, data, on) {
    this.frame = frame;
    this.data = data;
    orderSides(data.sides);
    this.on = on;
    this.places = new Places(data);
    this.hexes = this.places.hexes;
    /** @type {Hex | null} */
    this.cursor = null;
    this.lights = new Lights(this);
    this.drawing = new Drawing(data, this.places);

    const { width, height } = data;
    const box = { viewBox: `0 0 ${width} ${height}`, width, height };
    this.under = h("div", { class: "ground" });
    /** The outline of everything that is shown of the map. */
    this.extent = `M0 0H${width}V${height}H0z`;
    /** @type {Ground | Grounds | null} */
    this.ground = null;
    if (data.background) {
      const { x, y, width: w, height: t } = data.background;
      this.ground = new Ground(data.background);
      this.under.append(this.ground.element);
      const [right, bottom] = [Math.max(width, x + w), Math.max(height, y + t)];
      this.extent = `M${Math.min(0, x)} ${Math.min(0, y)}H${right}V${bottom}H${Math.min(0, x)}z`;
    }
    if (data.maps.length) {
      this.ground = new Grounds(data.maps, () => this.camera.sight());
      this.under.append(this.ground.element);
    }
    this.overlay = h("div", { class: "overlay" });
    const stage = s("g", { class: "counters" });
    this.cursorMark = s("path", { class: "cursor" });
    /** What somebody who teaches points at. */
    this.pointedOut = s("g", { class: "pointed-out" });
    const { drawing, lights } = this;
    const play = s("svg", { ...box, class: "play" }, patterns(), this.boxes(), drawing.tints, drawing.strands, drawing.ruins,
      drawing.markers, lights.targets, drawing.arrows, stage, drawing.trails, drawing.plans, lights.front, this.pointedOut, this.cursorMark);
    this.world = h("div", { class: "world" }, this.under, this.overlay, play);
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    frame.append(this.world);
    this.camera = new Camera(frame, this.world, width, height, {
      grab: (at, event) => this.grab(at, event),
      carry: (at) => this.on.carry(at, this.places.hexAt(this.camera.toMap(at))),
      drop: (at) => this.on.drop(at && this.places.hexAt(this.camera.toMap(at))),
      tap: (at, event) => this.tap(at, event),
      hold: (at) => this.on.hold(this.places.hexAt(this.camera.toMap(at)), at),
      hover: (at) => this.hover(at),
      change: () => {
        this.zoomed();
        this.on.moved?.();
      },
      rest: () => {
        this.ground?.show(this.camera.scale, this.camera.byHand);
        this.on.rested?.();
      },
    });
    this.stacks = new Stacks(stage, this.places, this);
  }

  /** Put a crisp overlay in, of the whole board or of one of its maps. @param {string} text @param {import("./types.js").MapData} [map] */
  inlay(text, map) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    const { width, height } = map ?? this.data;
    parsed.setAttribute("width", String(width));
    parsed.setAttribute("height", String(height));
    if (!parsed.getAttribute("viewBox")) parsed.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const drawing = document.importNode(parsed, true);
    if (map) {
      drawing.setAttribute("style", `position:absolute;left:${map.x}px;top:${map.y}px`);
      this.overlay.append(drawing);
    } else {
      this.overlay.replaceChildren(drawing);
    }
  }

  /** Small marks are left out when they could not be read. */
  zoomed() {
    const px = this.camera.scale * this.data.unit;
    this.world.dataset.zoom = px < 22 ? "far" : px < 44 ? "middle" : "near";
    this.stacks?.follow();
  }

  boxes() {
    return s("g", { class: "boxes" }, this.data.boxes.map((box) => s("g", {},
      s("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 4 }),
      // From afar a title grows, where its box has room for it.
      s("text", { x: box.x + box.width / 2, y: box.y + 14, class: (box.title || box.name).length * 18 < box.width ? "roomy" : "" },
        box.title || box.name))));
  }

  // What happens to the map.

  /** @param {Point} at @param {PointerEvent} event */
  tap(at, event) {
    const { stacks } = this;
    const key = stacks.keyAt(at);
    // Between the counters of a stack that is spread is its hex, whatever lies below.
    const hex = this.hexes.get(stacks.trayAt(at)) ?? this.places.hexAt(this.camera.toMap(at));
    if (key) {
      const place = stacks.placeOf(key);
      const there = this.hexes.get(place) ?? null;
      if (stacks.isStack(place) && stacks.fanned !== place) {
        // A finger that looks ahead means the hex, not one of those who stand in it.
        if (there && event.pointerType !== "mouse" && this.on.aims(there)) this.on.hex(there, event);
        else stacks.fan(place, event.pointerType !== "mouse");
        return;
      }
      this.on.piece(key, there, event);
      return;
    }
    stacks.fan(null);
    if (hex) this.on.hex(hex, event);
    else this.on.nothing();
  }

  /** Take up the counter at a point; whether it can be carried. @param {Point} at @param {PointerEvent} event @returns {boolean} */
  grab(at, event) {
    const key = this.stacks.keyAt(at);
    return key !== null && this.on.grab(key, event);
  }

  /** @param {Point | null} at */
  hover(at) {
    const { stacks } = this;
    if (!at) {
      stacks.fan(null);
      this.on.hover(null, null, { x: 0, y: 0 });
      return;
    }
    const key = stacks.keyAt(at);
    const place = key ? stacks.placeOf(key) : stacks.trayAt(at);
    const hex = this.hexes.get(place) ?? this.places.hexAt(this.camera.toMap(at));
    if (stacks.isStack(place)) stacks.fan(place);
    else if (hex?.label !== stacks.fanned) stacks.fan(null);
    this.on.hover(hex, key, at);
  }

  /** Bring places into sight, large enough to read the counters; whether the map had to move. @param {string[]} places @param {number} [pixels] */
  seek(places, pixels = 0) {
    const points = places.map((place) => this.places.spot(place)).filter((spot) => spot !== null);
    return this.camera.seek(points, pixels / SIZE);
  }

  /** Whether any of these places is in sight. @param {string[]} places */
  sees(places) {
    const { clientWidth } = this.frame;
    const clientHeight = this.frame.clientHeight - this.camera.covered();
    return places.some((place) => {
      const spot = this.places.spot(place);
      if (!spot) return false;
      const { x, y } = this.camera.toFrame(spot);
      return x > 0 && y > 0 && x < clientWidth && y < clientHeight;
    });
  }

  /** Make a place blink for a moment. @param {string} place */
  ping(place) {
    const spot = this.places.spot(place);
    if (!spot) return;
    const ring = s("circle", { class: "ping", cx: spot.x, cy: spot.y, r: this.data.unit });
    this.lights.front.append(ring);
    setTimeout(() => ring.remove(), 1300);
  }

  /** Keep rings around places until others are pointed out. @param {string[]} places */
  pointOut(places) {
    const spots = places.flatMap((place) => this.places.spot(place) ?? []);
    fill(this.pointedOut, ...spots.flatMap(({ x, y }) => ["halo", "ring"].map((kind) =>
      s("circle", { class: kind, cx: x, cy: y, r: this.data.unit * 0.98 }))));
  }

  /** Put the keyboard's cursor on a hex. @param {Hex | null} hex */
  point(hex) {
    this.cursor = hex;
    this.cursorMark.setAttribute("d", hex ? hexPath(hex, this.data.unit * 0.9, this.data.orientation) : "");
    if (hex) this.camera.seek([hex]);
  }

  /** Move the keyboard's cursor. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const here = this.cursor ?? this.places.hexAt(this.camera.toMap(this.middle())) ?? this.data.hexes[0];
    if (!this.cursor) {
      this.point(here);
      return here;
    }
    const best = this.places.beside(here, dx, dy);
    if (best) this.point(best);
    return best ?? here;
  }

  middle() {
    const box = this.frame.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  stop() {
    this.camera.stop();
  }
}
