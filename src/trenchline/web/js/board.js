/** The map: background, overlay, tints, targets, counters and arrows, all in map units. */

import { Camera } from "./camera.js";
import { SIZE } from "./counters.js";
import { fill, h, s } from "./dom.js";
import { Ground } from "./ground.js";
import { Grounds } from "./maps.js";
import { arrow, hexPath, marker, patterns, reticle, ruin, tint, trail } from "./marks.js";
import { Places } from "./places.js";
import { Stacks } from "./stacks.js";

/** @typedef {import("./types.js").BoardData} BoardData */
/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./camera.js").Point} Point */

/**
 * What a decision points at: hexes that may be chosen, units that may be chosen, units in hand,
 * hexes it is about, and the way travelled so far.
 *
 * @typedef {{hexes: Set<string>, units: Set<string>, held: Set<string>, about: Set<string>,
 *   you: string, active: boolean}} Highlights
 */

export class Board {
  /**
   * @param {HTMLElement} frame
   * @param {BoardData} data
   * @param {{hex: (hex: Hex, event: PointerEvent) => void, piece: (key: string, hex: Hex | null) => void,
   *   hover: (hex: Hex | null, key: string | null, at: Point) => void, hold: (hex: Hex | null, at: Point) => void,
   *   nothing: () => void, moved?: () => void, rested?: () => void}} on
   */
  constructor(frame, data, on) {
    this.frame = frame;
    this.data = data;
    this.on = on;
    this.places = new Places(data);
    this.hexes = this.places.hexes;
    /** @type {Hex | null} */
    this.cursor = null;
    /** What may be chosen now. @type {Pick<Highlights, "hexes" | "units">} */
    this.open = { hexes: new Set(), units: new Set() };

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
    this.tints = s("g", { class: "tints" });
    this.targets = s("g", { class: "targets" });
    this.ruins = s("g", { class: "ruins" });
    this.markers = s("g", { class: "markers" });
    this.arrows = s("g", { class: "arrows" });
    this.trails = s("g", { class: "arrows trails" });
    const stage = s("g", { class: "counters" });
    this.front = s("g", { class: "front" });
    this.cursorMark = s("path", { class: "cursor" });
    const drawing = s("svg", { ...box, class: "play" }, patterns(), this.boxes(), this.tints, this.ruins,
      this.markers, this.targets, this.arrows, stage, this.trails, this.front, this.cursorMark);
    this.world = h("div", { class: "world" }, this.under, this.overlay, drawing);
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    frame.append(this.world);
    this.camera = new Camera(frame, this.world, width, height, {
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
      s("text", { x: box.x + box.width / 2, y: box.y + 14 }, box.title || box.name))));
  }

  // What happens to the map.

  /** @param {Point} at @param {PointerEvent} event */
  tap(at, event) {
    const { stacks } = this;
    const key = stacks.keyAt(at);
    const hex = this.places.hexAt(this.camera.toMap(at));
    if (key) {
      const place = stacks.placeOf(key);
      if (stacks.isStack(place) && stacks.fanned !== place) {
        stacks.fan(place);
        return;
      }
      this.on.piece(key, this.hexes.get(place) ?? null);
      return;
    }
    stacks.fan(null);
    if (hex) this.on.hex(hex, event);
    else this.on.nothing();
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
    const place = key ? stacks.placeOf(key) : "";
    const hex = this.hexes.get(place) ?? this.places.hexAt(this.camera.toMap(at));
    if (stacks.isStack(place)) stacks.fan(place);
    else if (hex?.label !== stacks.fanned) stacks.fan(null);
    this.on.hover(hex, key, at);
  }

  /** Point out what may be chosen. @param {Highlights} marks */
  highlight(marks) {
    this.open = marks;
    this.stacks.mark(marks);
    const shape = (/** @type {Hex} */ hex, /** @type {number} */ grow) =>
      hexPath(hex, this.data.unit * grow, this.data.orientation);
    const chosen = [...marks.hexes].flatMap((label) => this.hexes.get(label) ?? []);
    /** @type {(SVGElement | null)[]} */
    const parts = [];
    if (chosen.length) {
      // Everything else lies in the shade: light and dark are told apart by every eye.
      const lit = [...chosen, ...this.lit(marks)].map((hex) => shape(hex, 1)).join("");
      parts.push(s("path", { class: "veil", "fill-rule": "evenodd", d: this.extent + lit }));
    }
    const occupied = new Set(this.stacks.pieces.map((piece) => piece.place));
    const hostile = new Set(this.stacks.pieces.filter((piece) => piece.side !== marks.you).map((piece) => piece.place));
    for (const hex of chosen) {
      const group = s("g", { class: occupied.has(hex.label) ? "target occupied" : "target", "data-hex": hex.label },
        s("path", { d: shape(hex, 0.93) }),
        occupied.has(hex.label) ? null : s("circle", { cx: hex.x, cy: hex.y, r: this.data.unit * 0.13 }));
      parts.push(group);
    }
    fill(this.targets, ...parts);
    fill(this.front,
      ...chosen.filter((hex) => hostile.has(hex.label)).map((hex) => reticle(hex, this.data.unit)),
      ...[...marks.about].flatMap((label) => this.hexes.get(label) ?? [])
        .map((hex) => s("path", { class: "about", d: shape(hex, 0.97) })));
  }

  /** Where there is something to choose. */
  choosablePlaces() {
    const { hexes, units } = this.open;
    return [...new Set([...hexes, ...[...units].map((key) => this.stacks.placeOf(key))])].filter(Boolean);
  }

  /** The counters that may be chosen, or stand where something may be, as boxes in the frame. */
  choosableBoxes() {
    return this.boxesOf(".counters .choosable .card, .counters .aimed .card, .counters .held .card, .counters .fanned .card");
  }

  /** The hexes that may be chosen, as boxes in the frame. */
  targetBoxes() {
    return this.boxesOf(".targets .target path");
  }

  /** @param {string} selector */
  boxesOf(selector) {
    const frame = this.frame.getBoundingClientRect();
    return [...this.world.querySelectorAll(selector)].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top };
    }).filter((box) => box.right > 0 && box.bottom > 0 && box.left < frame.width && box.top < frame.height);
  }

  /** The hexes of held units stay in the light. @param {Highlights} marks */
  lit(marks) {
    const labels = new Set([...marks.about]);
    for (const key of marks.held) labels.add(this.stacks.placeOf(key));
    return [...labels].filter((label) => !marks.hexes.has(label)).flatMap((label) => this.hexes.get(label) ?? []);
  }

  /** Tint sets of hexes, each in its own hatching. @param {[number, string[]][]} sets */
  tinted(sets) {
    fill(this.tints, ...sets.map(([n, labels]) =>
      tint(n, labels.flatMap((label) => this.hexes.get(label) ?? []), this.data)));
  }

  /** Cross out places that no longer stand. @param {Record<string, string[]>} overlays */
  standing(overlays) {
    const gone = [];
    for (const [name, labels] of Object.entries(overlays)) {
      const kind = /^intact (\w+?)s?$/.exec(name)?.[1];
      if (!kind) continue;
      const intact = new Set(labels);
      for (const hex of this.data.hexes) {
        if (!intact.has(hex.label) && hex.places.some((place) => place.kind === kind)) gone.push(ruin(hex, this.data.unit));
      }
    }
    fill(this.ruins, ...gone);
  }

  /** Draw what lies in hexes besides counters. @param {Record<string, string[]>} markers */
  marked(markers) {
    fill(this.markers, ...Object.entries(markers).flatMap(([kind, labels]) =>
      labels.flatMap((label) => this.hexes.get(label) ?? []).map((hex) => marker(kind, hex, this.data))));
  }

  /** Draw moves. @param {[string, string][]} moves */
  moves(moves) {
    fill(this.arrows, ...moves.map(([from, to]) => {
      const a = this.places.spot(from);
      const b = this.places.spot(to);
      return a && b ? arrow(a, b) : null;
    }));
  }

  /**
   * Draw what just happened: marches along their ways, attacks into their hex.
   *
   * @param {string[][]} marches
   * @param {string[][]} attacks
   */
  trail(marches, attacks) {
    const drawn = (/** @type {string} */ kind, /** @type {string[]} */ places) => {
      const spots = places.map((place) => this.places.spot(place)).filter((spot) => spot !== null);
      return spots.length > 1 ? trail(kind, spots, this.data.unit) : null;
    };
    fill(this.trails, ...marches.map((places) => drawn("march", places)), ...attacks.map((places) => drawn("attack", places)));
  }

  /** Bring places into sight, large enough to read the counters; whether the map had to move. @param {string[]} places @param {number} [pixels] */
  seek(places, pixels = 0) {
    const points = places.map((place) => this.places.spot(place)).filter((spot) => spot !== null);
    return this.camera.seek(points, pixels / SIZE);
  }

  /** Whether any of these places is in sight. @param {string[]} places */
  sees(places) {
    const { clientWidth, clientHeight } = this.frame;
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
    this.front.append(ring);
    setTimeout(() => ring.remove(), 1300);
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
