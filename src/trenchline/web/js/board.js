/** The map: background, overlay, tints, targets, counters and arrows, all in map units. */

import { Camera } from "./camera.js";
import { counter, SIZE } from "./counters.js";
import { fill, h, s } from "./dom.js";
import { arrow, hexPath, marker, patterns, reticle, ruin, tint, trail } from "./marks.js";

/** @typedef {import("./types.js").BoardData} BoardData */
/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./camera.js").Point} Point */

/**
 * What a decision points at: hexes that may be chosen, units that may be chosen, units in hand,
 * hexes it is about, and the way travelled so far.
 *
 * @typedef {{hexes: Set<string>, units: Set<string>, held: Set<string>, about: Set<string>,
 *   you: string, active: boolean}} Highlights
 */

const MOVE_TIME = 420;
/** Between the counters of a stack that is spread. */
const GAP = 5;
/** The buttons beside the map are as wide, in pixels: a stack that is spread keeps clear of them. */
const BUTTONS = 56;

export class Board {
  /**
   * @param {HTMLElement} frame
   * @param {BoardData} data
   * @param {{hex: (hex: Hex, event: PointerEvent) => void, piece: (key: string, hex: Hex | null) => void,
   *   hover: (hex: Hex | null, key: string | null, at: Point) => void, hold: (hex: Hex | null, at: Point) => void,
   *   nothing: () => void, moved?: () => void}} on
   */
  constructor(frame, data, on) {
    this.frame = frame;
    this.data = data;
    this.on = on;
    /** @type {Map<string, Hex>} */
    this.hexes = new Map(data.hexes.map((hex) => [hex.label, hex]));
    /** @type {Map<string, Hex[]>} hexes by square of the map, for finding the one under the pointer */
    this.squares = new Map();
    for (const hex of data.hexes) {
      const square = this.square(hex.x, hex.y);
      this.squares.set(square, [...(this.squares.get(square) ?? []), hex]);
    }
    /** @type {Map<string, {group: SVGGElement, drawn: string, place: string}>} */
    this.counters = new Map();
    /** @type {Piece[]} */
    this.pieces = [];
    /** @type {string | null} the place whose stack is fanned out */
    this.fanned = null;
    this.size = (SIZE / 46) * (data.unit / 40);
    /** @type {Hex | null} */
    this.cursor = null;

    const { width, height } = data;
    const box = { viewBox: `0 0 ${width} ${height}`, width, height };
    this.under = h("div", { class: "ground" });
    /** The outline of everything that is shown of the map. */
    this.extent = `M0 0H${width}V${height}H0z`;
    if (data.background) {
      const { url, x, y, width: w, height: t } = data.background;
      const picture = h("img", { src: url, alt: "", draggable: false, decoding: "async" });
      picture.style.cssText = `left:${x}px;top:${y}px;width:${w}px;height:${t}px`;
      this.under.append(picture);
      const [right, bottom] = [Math.max(width, x + w), Math.max(height, y + t)];
      this.extent = `M${Math.min(0, x)} ${Math.min(0, y)}H${right}V${bottom}H${Math.min(0, x)}z`;
    }
    this.overlay = h("div", { class: "overlay" });
    this.tints = s("g", { class: "tints" });
    this.targets = s("g", { class: "targets" });
    this.ruins = s("g", { class: "ruins" });
    this.markers = s("g", { class: "markers" });
    this.arrows = s("g", { class: "arrows" });
    this.trails = s("g", { class: "arrows trails" });
    this.stage = s("g", { class: "counters" });
    this.front = s("g", { class: "front" });
    this.cursorMark = s("path", { class: "cursor" });
    const drawing = s("svg", { ...box, class: "play" }, patterns(), this.boxes(), this.tints, this.ruins,
      this.markers, this.targets, this.arrows, this.stage, this.trails, this.front, this.cursorMark);
    this.world = h("div", { class: "world" }, this.under, this.overlay, drawing);
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    frame.append(this.world);
    this.camera = new Camera(frame, this.world, width, height, {
      tap: (at, event) => this.tap(at, event),
      hold: (at) => this.on.hold(this.hexAt(this.camera.toMap(at)), at),
      hover: (at) => this.hover(at),
      change: () => {
        this.zoomed();
        this.on.moved?.();
      },
    });
  }

  /** Put the crisp overlay in. @param {string} text */
  inlay(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return;
    const { width, height } = this.data;
    parsed.setAttribute("width", String(width));
    parsed.setAttribute("height", String(height));
    if (!parsed.getAttribute("viewBox")) parsed.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.overlay.replaceChildren(document.importNode(parsed, true));
  }

  /** Small marks are left out when they could not be read. */
  zoomed() {
    const px = this.camera.scale * this.data.unit;
    this.world.dataset.zoom = px < 22 ? "far" : px < 44 ? "middle" : "near";
    if (this.fanned) this.settle(this.fanned);
  }

  boxes() {
    return s("g", { class: "boxes" }, this.data.boxes.map((box) => s("g", {},
      s("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 4 }),
      s("text", { x: box.x + box.width / 2, y: box.y + 14 }, box.title || box.name))));
  }

  // Finding things.

  /** @param {number} x @param {number} y */
  square(x, y) {
    const side = this.data.unit * 2;
    return `${Math.floor(x / side)},${Math.floor(y / side)}`;
  }

  /** The hex at a point of the map. @param {Point} at @returns {Hex | null} */
  hexAt(at) {
    const side = this.data.unit * 2;
    let best = null;
    let nearest = this.data.unit * 0.95;
    for (let dx = -side; dx <= side; dx += side) {
      for (let dy = -side; dy <= side; dy += side) {
        for (const hex of this.squares.get(this.square(at.x + dx, at.y + dy)) ?? []) {
          const away = Math.hypot(hex.x - at.x, hex.y - at.y);
          if (away < nearest) [best, nearest] = [hex, away];
        }
      }
    }
    return best;
  }

  /** Where a place is on the map, if it is. @param {string} place @returns {Point | null} */
  spot(place) {
    const hex = this.hexes.get(place);
    if (hex) return { x: hex.x, y: hex.y };
    const box = this.data.boxes.find((b) => b.name === place);
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** The pieces in a place, lowest first. @param {string} place */
  stack(place) {
    return this.pieces.filter((piece) => piece.place === place);
  }

  /** What to call a hex. @param {string} label */
  name(label) {
    const named = this.hexes.get(label)?.places.find((place) => place.name);
    return named ? `${label} ${named.name}` : label;
  }

  // What happens to the map.

  /** @param {Point} at @param {PointerEvent} event */
  tap(at, event) {
    const key = this.keyAt(at);
    const hex = this.hexAt(this.camera.toMap(at));
    if (key) {
      const place = this.counters.get(key)?.place ?? "";
      if (this.hexes.has(place) && this.stack(place).length > 1 && this.fanned !== place) {
        this.fan(place);
        return;
      }
      this.on.piece(key, this.hexes.get(place) ?? null);
      return;
    }
    if (this.fanned) this.fan(null);
    if (hex) this.on.hex(hex, event);
    else this.on.nothing();
  }

  /** @param {Point} at */
  keyAt(at) {
    const element = document.elementFromPoint(at.x, at.y);
    const group = element?.closest(".counters [data-key]");
    return group instanceof SVGElement ? (group.dataset.key ?? null) : null;
  }

  /** @param {Point | null} at */
  hover(at) {
    if (!at) {
      this.fan(null);
      this.on.hover(null, null, { x: 0, y: 0 });
      return;
    }
    const key = this.keyAt(at);
    const place = key ? (this.counters.get(key)?.place ?? "") : "";
    const hex = key && this.hexes.get(place) ? this.hexes.get(place) ?? null : this.hexAt(this.camera.toMap(at));
    if (key && this.hexes.has(place) && this.stack(place).length > 1) this.fan(place);
    else if (this.fanned && hex?.label !== this.fanned) this.fan(null);
    this.on.hover(hex, key, at);
  }

  /** Spread a stack so that every counter can be read and picked. @param {string | null} place */
  fan(place) {
    if (this.fanned === place) return;
    const before = this.fanned;
    this.fanned = place;
    this.world.classList.toggle("fanning", place !== null);
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
    const { camera, frame } = this;
    const row = Math.ceil(Math.sqrt(count));
    const rows = Math.ceil(count / row);
    const apart = (SIZE + GAP) * this.size;
    const [left, top] = [(BUTTONS - camera.x) / camera.scale, -camera.y / camera.scale];
    const [right, bottom] = [(frame.clientWidth - camera.x) / camera.scale, (frame.clientHeight - camera.y) / camera.scale];
    // A hex beyond the frame keeps its stack where it is.
    const seen = spot.x > left - BUTTONS / camera.scale && spot.x < right && spot.y > top && spot.y < bottom;
    const fit = seen ? Math.min(1, (right - left) / (row * apart), (bottom - top) / (rows * apart)) : 1;
    const step = apart * fit;
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ room) =>
      seen ? Math.min(to - room / 2, Math.max(from + room / 2, at)) : at;
    return { x: within(spot.x, left, right, row * step), y: within(spot.y, top, bottom, rows * step), row, rows, step, scale: this.size * fit };
  }

  /** The left and right edge of the stack that is spread in a place, in the frame. @param {string} place */
  fanEdges(place) {
    const spot = this.spot(place);
    const count = this.stack(place).length;
    if (!spot || this.fanned !== place || count < 2) return null;
    const { x, row, step } = this.spread(spot, count);
    return [x - (row * step) / 2, x + (row * step) / 2].map((edge) => this.camera.toFrame({ x: edge, y: 0 }).x);
  }

  /** Put the counters of a place where they belong. @param {string} place */
  settle(place) {
    const spot = this.spot(place);
    if (!spot) return;
    const stack = this.stack(place);
    const groups = stack.flatMap((piece) => this.counters.get(piece.key)?.group ?? []);
    // Each lies on those before it, however they came here.
    const muddled = groups.some((group, n) => n > 0 &&
      groups[n - 1].compareDocumentPosition(group) & Node.DOCUMENT_POSITION_PRECEDING);
    if (muddled) this.stage.append(...groups);
    stack.forEach((piece, n) => {
      const drawn = this.counters.get(piece.key);
      if (!drawn) return;
      drawn.group.style.transform = this.hexes.has(place)
        ? this.at(spot, n, stack.length, this.fanned === place)
        : this.inBox(place, n, stack.length);
      drawn.group.classList.toggle("fanned", this.fanned === place && stack.length > 1);
      drawn.group.classList.toggle("under", this.fanned !== place && n < stack.length - 1 && this.hexes.has(place));
      if (this.fanned === place) this.stage.append(drawn.group);
    });
  }

  /** In rows, closer together if there are many. @param {string} place @param {number} n @param {number} count */
  inBox(place, n, count) {
    const box = /** @type {import("./types.js").Box} */ (this.data.boxes.find((b) => b.name === place));
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
      return from && from !== place && this.spot(place) ? [{ key, from, to: place }] : [];
    });
    const here = new Set(pieces.map(({ key }) => key));
    const gone = this.pieces.filter(({ key }) => !here.has(key)).map(({ place }) => place);
    const come = pieces.filter(({ key, place }) => !this.counters.has(key) && this.spot(place));
    const elsewhere = come.filter(({ place }) => {
      const same = gone.indexOf(place);
      if (same >= 0) gone.splice(same, 1);
      return same < 0;
    });
    const [from] = gone;
    const [piece] = elsewhere;
    const one = gone.length === 1 && elsewhere.length === 1 && this.spot(from);
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
      const spot = this.spot(piece.place);
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
      const group = counter(piece, this.data.nations);
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
    const spots = this.steps(from, to, way).map((place) => this.spot(place)).filter((spot) => spot !== null);
    if (spots.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.stage.append(group);
    group.animate(
      spots.map((spot) => ({ transform: this.at(spot, 0, 1, false) })),
      { duration: MOVE_TIME + 110 * (spots.length - 2), easing: "ease-in-out" },
    );
  }

  /** Point out what may be chosen. @param {Highlights} marks */
  highlight(marks) {
    for (const [key, { group, place }] of this.counters) {
      group.classList.toggle("choosable", marks.units.has(key));
      group.classList.toggle("held", marks.held.has(key));
      group.classList.toggle("aimed", marks.hexes.has(place));
    }
    for (const key of marks.held) {
      const drawn = this.counters.get(key);
      if (drawn && !this.fanned) this.stage.append(drawn.group);
    }
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
    const occupied = new Set(this.pieces.map((piece) => piece.place));
    const hostile = new Set(this.pieces.filter((piece) => piece.side !== marks.you).map((piece) => piece.place));
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

  /** The hexes of held units stay in the light. @param {Highlights} marks */
  lit(marks) {
    const labels = new Set([...marks.about]);
    for (const key of marks.held) labels.add(this.counters.get(key)?.place ?? "");
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
      const a = this.spot(from);
      const b = this.spot(to);
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
      const spots = places.map((place) => this.spot(place)).filter((spot) => spot !== null);
      return spots.length > 1 ? trail(kind, spots, this.data.unit) : null;
    };
    fill(this.trails, ...marches.map((places) => drawn("march", places)), ...attacks.map((places) => drawn("attack", places)));
  }

  /** Bring places into sight, large enough to read the counters; whether the map had to move. @param {string[]} places @param {number} [pixels] */
  seek(places, pixels = 0) {
    const points = places.map((place) => this.spot(place)).filter((spot) => spot !== null);
    return this.camera.seek(points, pixels / SIZE);
  }

  /** Whether any of these places is in sight. @param {string[]} places */
  sees(places) {
    const { clientWidth, clientHeight } = this.frame;
    return places.some((place) => {
      const spot = this.spot(place);
      if (!spot) return false;
      const { x, y } = this.camera.toFrame(spot);
      return x > 0 && y > 0 && x < clientWidth && y < clientHeight;
    });
  }

  /** Make a place blink for a moment. @param {string} place */
  ping(place) {
    const spot = this.spot(place);
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
    const here = this.cursor ?? this.hexAt(this.camera.toMap(this.middle())) ?? this.data.hexes[0];
    if (!this.cursor) {
      this.point(here);
      return here;
    }
    let best = null;
    let score = Infinity;
    for (const hex of this.data.hexes) {
      const x = hex.x - here.x;
      const y = hex.y - here.y;
      const away = Math.hypot(x, y);
      if (hex === here || away > this.data.unit * 1.9) continue;
      const along = (x * dx + y * dy) / away;
      if (along > 0.3 && away - along * 20 < score) [best, score] = [hex, away - along * 20];
    }
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
