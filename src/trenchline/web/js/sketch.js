/** Sketching on the map with the pointer's other button, or with the tool on a touch screen: arrows, circles, distances.
 *
 * A mark is text: `a0408>0510` an arrow, `c0408` a circle, `m0408>0510` a distance. Nobody sees them but oneself, unless they are shown. */

import { fill, h, icon, s } from "./dom.js";
import { hexPath } from "./marks.js";
import { isMine } from "./store.js";

/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {"arrow" | "measure"} Tool */

/** As many marks may be shown. */
const MOST = 40;
/** What is drawn is shown to others after so many milliseconds. */
const SHOWN_AFTER = 300;

export class Sketch {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */
    this.marks = [];
    /** What others show. @type {Map<string, string[]>} */
    this.others = new Map();
    /** Those whose sketches are not wanted. @type {Set<string>} */
    this.muted = new Set();
    /** Whether every press draws. */
    this.on = false;
    /** @type {Tool} */
    this.tool = "arrow";
    /** Who sees it. @type {"me" | "side" | "all"} */
    this.audience = "me";
    /** Where the line that is being drawn begins. */
    this.from = "";
    /** Where the keys have begun one. */
    this.begun = "";
    this.pointer = -1;
    this.timer = 0;
    /** Whether others have been shown something. */
    this.shown = false;
    this.side = table.side;
    this.drawn = s("g", { class: "sketches" });
    this.growing = s("g", { class: "sketches growing" });
    table.map.lights.front.after(this.drawn, this.growing);
    this.button = h("button", { class: "round sketch-tool", title: "Sketch on the map", "aria-label": "Sketch on the map", "aria-pressed": "false", onclick: () => this.toggle() },
      icon("pen"), h("span", {}, "Sketch"));
    this.element = h("div", { class: "sketch-bar", role: "group", "aria-label": "Sketch", hidden: true });
    const { frame } = table;
    const on = (/** @type {"pointerdown" | "pointermove" | "pointerup" | "pointercancel"} */ kind, /** @type {(event: PointerEvent) => boolean} */ act) =>
      frame.addEventListener(kind, (event) => {
        if (!act(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      }, { capture: true });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.stop(event));
    /** Who was at the table when it was last shown. */
    this.seen = "";
    table.store.on((_, changed) => {
      if (changed.table && this.side !== table.side) this.pass();
      if (changed.condition === "closed") this.away();
    });
  }

  /** The screen is passed on: the other one sees nothing of it. */
  pass() {
    this.side = this.table.side;
    this.audience = "me";
    this.marks = [];
    this.shown = false;
    this.draw();
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.table.frame.classList.toggle("sketching", this.on);
    this.draw();
  }

  // The hand.

  /** @param {PointerEvent} event @returns {Hex | null} */
  hex(event) {
    const { map } = this.table;
    return map.places.hexAt(map.camera.toMap({ x: event.clientX, y: event.clientY }));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Element && event.target.closest("button, .popover")) return false;
    if (this.pointer >= 0) {
      // A second finger moves the map.
      this.stop(event);
      return false;
    }
    if (event.button !== 2 && !this.on) return false;
    const hex = this.hex(event);
    if (!hex) return false;
    this.pointer = event.pointerId;
    this.from = hex.label;
    this.table.frame.setPointerCapture(event.pointerId);
    this.table.card.hide();
    return true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (event.pointerId !== this.pointer) return false;
    const hex = this.hex(event);
    const mark = hex && this.mark(hex.label, event.altKey);
    fill(this.growing, ...(mark ? this.picture(mark, "mine") : []));
    return true;
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (event.pointerId !== this.pointer) return false;
    const hex = this.hex(event);
    if (hex) this.add(this.mark(hex.label, event.altKey));
    this.stop(event);
    return true;
  }

  /** @param {PointerEvent} event */
  stop(event) {
    const ours = event.pointerId === this.pointer;
    this.pointer = -1;
    this.from = "";
    fill(this.growing);
    return ours;
  }

  /** The keys: from one hex to another. @param {string} label */
  pointed(label) {
    if (!this.begun) {
      this.begun = label;
      this.table.announce(`Sketch from ${label}: go to another hex and press E, or press it again for a circle`);
      return;
    }
    this.from = this.begun;
    this.add(this.mark(label, false));
    this.begun = "";
    this.from = "";
  }

  /** What a line from where it began would be. @param {string} to @param {boolean} measured */
  mark(to, measured) {
    if (to === this.from) return `c${to}`;
    return `${measured || (this.on && this.tool === "measure") ? "m" : "a"}${this.from}>${to}`;
  }

  /** Draw a mark, or take it away if it is there. @param {string} mark */
  add(mark) {
    const without = this.marks.filter((one) => one !== mark);
    this.marks = without.length < this.marks.length ? without : [...this.marks, mark].slice(-MOST);
    this.table.announce(this.words(mark));
    this.changed();
  }

  clear() {
    if (!this.marks.length) return;
    this.marks = [];
    this.changed();
  }

  changed() {
    this.draw();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.show(), SHOWN_AFTER);
  }

  // The others.

  /** Show it to whoever is meant to see it. */
  show() {
    const { line } = this.table.arrivals;
    const all = this.audience === "me" ? [] : this.marks;
    if (!all.length && !this.shown) return;
    this.shown = all.length > 0;
    line?.say({ sketch: all, to: this.audience === "side" ? "side" : "all" });
  }

  /** Whoever has just sat down has seen nothing of it yet. @param {string[]} presence */
  present(presence) {
    const seen = presence.join();
    if (seen === this.seen) return;
    this.seen = seen;
    this.show();
  }

  /** See no more of what they show, as long as this page is open. */
  mute() {
    for (const by of this.others.keys()) this.muted.add(by);
    this.others.clear();
    this.draw();
  }

  /** The line is down: nobody sees anything of the other. */
  away() {
    this.seen = "";
    if (!this.others.size) return;
    this.others.clear();
    this.draw();
  }

  /** Somebody shows what he has drawn. @param {string} by @param {string[]} marks */
  hear(by, marks) {
    if (this.muted.has(by)) return;
    if (marks.length) this.others.set(by, marks);
    else this.others.delete(by);
    this.draw();
    if (marks.length) this.table.announce(`${by} shows a sketch: ${marks.map((mark) => this.words(mark)).join("; ")}`);
  }

  // Drawing.

  draw() {
    fill(this.drawn, ...this.marks.flatMap((mark) => this.picture(mark, "mine")),
      ...[...this.others].flatMap(([by, marks], n) => marks.flatMap((mark, at) => this.picture(mark, `theirs by${n % 3}`, at ? "" : by))));
    this.element.hidden = !this.on && !this.marks.length && !this.others.size;
    if (this.element.hidden) return;
    const { table } = this.table.store.now;
    const mine = Object.entries(table.seats).filter(([name, seat]) => (seat.side ?? name) === this.table.side);
    const tool = (/** @type {Tool} */ name, /** @type {string} */ label) => h("button", { "aria-pressed": String(this.tool === name), "data-sketch": name, onclick: () => {
      this.tool = name;
      this.draw();
    } }, label);
    const audience = h("select", { "aria-label": "Who sees the sketch", "data-sketch": "audience", onchange: () => {
      this.audience = /** @type {"me" | "side" | "all"} */ (audience.value);
      this.changed();
    } }, [["me", "Only I see it"], ...(mine.length > 1 ? [["side", "My side sees it"]] : []), ["all", "All at the table see it"]]
      .map(([value, label]) => h("option", { value, selected: value === this.audience }, label)));
    fill(this.element, this.on ? [tool("arrow", "Arrow, circle"), tool("measure", "Distance")] : null,
      (this.on || this.marks.length) && table.status !== "replay" && isMine(table, this.table.side) ? audience : null,
      this.others.size ? [h("span", {}, `Shown by ${[...this.others.keys()].join(", ")}`), h("button", { "data-sketch": "mute", onclick: () => this.mute() }, "Hide theirs")] : null,
      this.marks.length ? h("button", { "data-sketch": "clear", onclick: () => this.clear() }, "Wipe out") : null,
      this.on ? h("button", { "data-sketch": "done", onclick: () => this.toggle() }, "Done") : null);
  }

  /** Where a mark goes. @param {string} mark @returns {[Hex | undefined, Hex | undefined]} */
  ends(mark) {
    const [from, to] = mark.slice(1).split(">");
    const { hexes } = this.table.map;
    return [hexes.get(from), to === undefined ? undefined : hexes.get(to)];
  }

  /** @param {string} mark @param {string} whose @param {string} [by] */
  picture(mark, whose, by = "") {
    const { unit, orientation } = this.table.map.data;
    const [a, b] = this.ends(mark);
    if (!a) return [];
    const name = by ? s("text", { class: "by", x: a.x, y: a.y - unit * 1.05 }, by) : null;
    if (mark[0] === "c" || !b) {
      const d = hexPath(a, unit * 0.92, orientation);
      return [s("g", { class: `sketch circle ${whose}`, "data-mark": mark }, s("path", { class: "back", d }), s("path", { class: "line", d }), name)];
    }
    const away = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const pull = mark[0] === "a" ? (unit * 0.3) / away : 0;
    const d = `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${(b.x - (b.x - a.x) * pull).toFixed(1)} ${(b.y - (b.y - a.y) * pull).toFixed(1)}`;
    const far = this.distance(a, b);
    const label = mark[0] === "m" ? s("g", { class: "far", transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) scale(${unit / 40})` },
      s("rect", { x: -17, y: -12, width: 34, height: 24, rx: 12 }), s("text", { y: 5.5 }, far ?? "–")) : null;
    return [s("g", { class: `sketch ${mark[0] === "m" ? "measure" : "arrow-line"} ${whose}`, "data-mark": mark }, s("path", { class: "back", d }),
      s("path", { class: "line", d, ...(mark[0] === "a" ? { "marker-end": "url(#tip)" } : {}) }), label, name)];
  }

  /** How many hexes lie between two, if they are of one map. @param {Hex} a @param {Hex} b */
  distance(a, b) {
    const { maps, unit, orientation } = this.table.map.data;
    const on = (/** @type {Hex} */ { x, y }) => maps.findIndex((map) => x >= map.x && y >= map.y && x <= map.x + map.width && y <= map.y + map.height);
    if (maps.length && on(a) !== on(b)) return null;
    const [dx, dy] = orientation === "pointy" ? [b.y - a.y, b.x - a.x] : [b.x - a.x, b.y - a.y];
    const q = Math.round((dx * 2) / (3 * unit));
    const r = Math.round(dy / (Math.sqrt(3) * unit) - q / 2);
    return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  }

  /** A mark for those who listen. @param {string} mark */
  words(mark) {
    const [a, b] = this.ends(mark);
    const { places } = this.table.map;
    if (!a) return "";
    if (!b) return `circle around ${places.name(a.label)}`;
    const far = this.distance(a, b);
    return `${mark[0] === "m" ? "distance" : "arrow"} from ${places.name(a.label)} to ${places.name(b.label)}${far === null ? "" : `, ${far} hexes`}`;
  }
}
