/** Supply one can see: where it comes from and runs, how far it would reach, and where it would break. */

import * as api from "./api.js";
import { fill, h, s } from "./dom.js";
import { reachHatching, spring, strand, swatch, tear, tint } from "./marks.js";
import { complain } from "./notices.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").SideSupply} SideSupply */
/** @typedef {import("./marks.js").Spot} Spot */

/** As many hexes where a line would break are named. */
const NAMED = 3;

export class Supply {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** What is laid over the map: `lines 0`, `reach 1`. @type {Set<string>} */
    this.on = new Set();
    /** The moment that is known, or asked for. */
    this.moment = "";
    /** @type {SideSupply[]} */
    this.known = [];
    /** @type {Promise<void> | null} */
    this.asked = null;
    this.under = s("g", { class: "supply-reach" });
    this.over = s("g", { class: "supply-lines" });
    /** Sources and breaks lie above the counters, at the rims of their hexes. */
    this.signs = s("g", { class: "supply-lines signs" });
    /** The lines of the units one looks at. */
    this.pointed = s("g", { class: "supply-lines pointed" });
    const { drawing } = table.map;
    drawing.tints.after(this.under);
    drawing.strands.after(this.over);
    table.map.lights.front.before(this.signs, this.pointed);
    const { sides } = this;
    this.element = h("fieldset", { class: "layer supply" }, h("legend", {}, "Supply"), sides.flatMap((side, n) => [
      this.box(`lines ${n}`, `${side}: lines`, sample(n, "lines"), "sources, and where lines would break"),
      this.box(`reach ${n}`, `${side}: reach`, sample(n, "reach"), "where units would be in supply"),
    ]));
    table.store.on((_, changed) => {
      if (changed.shown || changed.mode) this.refresh().catch(complain);
    });
  }

  /** The sides at the table, in their order. */
  get sides() {
    const { table } = this.table.store.now;
    return [...new Set(Object.entries(table.seats).map(([name, seat]) => seat.side ?? name))];
  }

  /** @param {string} name @param {string} label @param {Node} picture @param {string} legend */
  box(name, label, picture, legend) {
    const input = h("input", { type: "checkbox", "data-layer": name, onchange: () => {
      if (input.checked) this.on.add(name);
      else this.on.delete(name);
      this.refresh().catch(complain);
    } });
    return h("label", {}, input, picture, h("span", {}, label, h("small", {}, legend)));
  }

  /** Draw what is laid over the map at this moment. */
  async refresh() {
    this.point([]);
    if (this.on.size) await this.load();
    this.draw();
  }

  /** Ask for what is shown, unless it is known. */
  async load() {
    const { shown } = this.table.store.now;
    const moment = `${this.table.side} ${shown.version} ${shown.revision}`;
    if (shown.over) return;
    if (moment !== this.moment) {
      this.moment = moment;
      this.known = [];
      this.asked = this.ask(moment, shown.version);
    }
    await this.asked;
  }

  /** @param {string} moment @param {number} version */
  async ask(moment, version) {
    const { id, side } = this.table;
    try {
      const found = await api.supply(id, side, version);
      if (this.moment !== moment || this.table.gone) return;
      this.known = found;
    } catch (error) {
      if (this.moment === moment) this.moment = "";
      if (!(error instanceof api.ServerError && [403, 404, 409, 429, 503].includes(error.status))) throw error;
    }
  }

  draw() {
    const { map } = this.table;
    const shown = this.known.map((one) => ({ one, n: this.sides.indexOf(one.side) }));
    const hexes = (/** @type {string[]} */ labels) => labels.flatMap((label) => map.hexes.get(label) ?? []);
    const { unit } = map.data;
    fill(this.under, ...shown.filter(({ n }) => this.on.has(`reach ${n}`)).map(({ one, n }) => tint(reachHatching(n), hexes(one.reach), map.data)));
    const lined = shown.filter(({ n }) => this.on.has(`lines ${n}`));
    fill(this.over, ...lined.map(({ one, n }) => strand(n, this.stretches(Object.values(one.lines)), unit)));
    fill(this.signs, ...lined.flatMap(({ one, n }) => [
      ...this.spots(one.sources).map((spot) => spring(n, spot, unit)),
      ...this.torn(Object.values(one.lines), n),
    ]));
  }

  /** Where some lines would break. @param {import("./types.js").SupplyLine[]} lines @param {number} n */
  torn(lines, n) {
    const { unit } = this.table.map.data;
    const places = [...new Set(lines.flatMap((line) => line.breaks ?? []))];
    return this.spots(places).map(({ x, y }) => tear(n, { x: x - unit * 0.7, y }, unit));
  }

  /** @param {string[]} places @returns {Spot[]} */
  spots(places) {
    return places.flatMap((place) => this.table.map.places.spot(place) ?? []);
  }

  /** Each stretch of some lines, once. @param {import("./types.js").SupplyLine[]} lines @returns {[Spot, Spot][]} */
  stretches(lines) {
    const found = new Map(lines.flatMap(({ way = [] }) => way.slice(1).map((place, n) => [`${way[n]}>${place}`, [way[n], place]])));
    return [...found.values()].flatMap((ends) => {
      const [a, b] = ends.map((place) => this.table.map.places.spot(place));
      return a && b ? [/** @type {[Spot, Spot]} */ ([a, b])] : [];
    });
  }

  /** Draw the lines of some units, and nobody else's. @param {string[]} keys */
  point(keys) {
    const { unit } = this.table.map.data;
    fill(this.pointed, ...this.known.flatMap((one) => {
      const lines = keys.flatMap((key) => one.lines[key] ?? []);
      const n = this.sides.indexOf(one.side);
      return lines.length ? [strand(n, this.stretches(lines), unit), ...this.torn(lines, n)] : [];
    }));
  }

  /** How a unit is supplied, in a few words; nothing as long as that is not known. @param {string} key */
  words(key) {
    const name = (/** @type {string} */ place) => this.table.map.places.name(place);
    for (const { lines, cut } of this.known) {
      if (cut.includes(key)) return "out of supply: no line";
      const line = lines[key];
      if (!line) continue;
      const { way = [], breaks = [], said = "" } = line;
      const end = way.length > 1 ? `from ${name(/** @type {string} */ (way.at(-1)))}` : "";
      const torn = breaks.length ? `breaks at ${breaks.slice(0, NAMED).map(name).join(", ")}${breaks.length > NAMED ? ` and ${count(breaks.length - NAMED, "other")}` : ""}` : "";
      return ["in supply", end, said, torn].filter(Boolean).join(" · ");
    }
    return "";
  }
}

/** How a side's layer looks. @param {number} n @param {"lines" | "reach"} what */
function sample(n, what) {
  const box = { class: "swatch", viewBox: "0 0 16 12" };
  if (what === "lines") return s("svg", box, strand(n, [[{ x: 0, y: 6 }, { x: 16, y: 6 }]], 22), tear(n, { x: 8, y: 6 }, 14));
  return swatch(reachHatching(n));
}
