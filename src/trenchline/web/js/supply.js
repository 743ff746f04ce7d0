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

/** The layers of supply on a map: what each side has a box for, and how it is drawn. */
export class SupplyLayers {
  /** @param {import("./board.js").Board} map @param {string[]} sides @param {() => void} chosen what is called when a box is ticked */
  constructor(map, sides, chosen) {
    this.map = map;
    this.sides = sides;
    this.chosen = chosen;
    /** What is laid over the map: `lines 0`, `reach 1`. @type {Set<string>} */
    this.on = new Set();
    /** @type {SideSupply[]} */
    this.known = [];
    this.under = s("g", { class: "supply-reach" });
    this.over = s("g", { class: "supply-lines" });
    /** Sources and breaks lie above the counters, at the rims of their hexes. */
    this.signs = s("g", { class: "supply-lines signs" });
    map.drawing.tints.after(this.under);
    map.drawing.strands.after(this.over);
    map.lights.front.before(this.signs);
    this.element = h("fieldset", { class: "layer supply" }, h("legend", {}, "Supply"), sides.flatMap((side, n) => [
      this.box(`lines ${n}`, `${side}: lines`, sample(n, "lines"), "sources, and where lines would break"),
      this.box(`reach ${n}`, `${side}: reach`, sample(n, "reach"), "where units would be in supply"),
    ]));
  }

  /** @param {string} name @param {string} label @param {Node} picture @param {string} legend */
  box(name, label, picture, legend) {
    const input = h("input", { type: "checkbox", "data-layer": name, onchange: () => {
      if (input.checked) this.on.add(name);
      else this.on.delete(name);
      this.chosen();
    } });
    return h("label", {}, input, picture, h("span", {}, label, h("small", {}, legend)));
  }

  draw() {
    const { map } = this;
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
    const { unit } = this.map.data;
    const places = [...new Set(lines.flatMap((line) => line.breaks ?? []))];
    return this.spots(places).map(({ x, y }) => tear(n, { x: x - unit * 0.7, y }, unit));
  }

  /** @param {string[]} places @returns {Spot[]} */
  spots(places) {
    return places.flatMap((place) => this.map.places.spot(place) ?? []);
  }

  /** Each stretch of some lines, once. @param {import("./types.js").SupplyLine[]} lines @returns {[Spot, Spot][]} */
  stretches(lines) {
    const found = new Map(lines.flatMap(({ way = [] }) => way.slice(1).map((place, n) => [`${way[n]}>${place}`, [way[n], place]])));
    return [...found.values()].flatMap((ends) => {
      const [a, b] = ends.map((place) => this.map.places.spot(place));
      return a && b ? [/** @type {[Spot, Spot]} */ ([a, b])] : [];
    });
  }
}

/** Supply at a table: asked for when somebody wants to see it, at the moment that is shown. */
export class Supply extends SupplyLayers {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    super(table.map, sidesOf(table), () => this.refresh().catch(complain));
    this.table = table;
    /** The moment that is known, or asked for. */
    this.moment = "";
    /** @type {Promise<void> | null} */
    this.asked = null;
    /** The lines of the units one looks at. */
    this.pointed = s("g", { class: "supply-lines pointed" });
    this.map.lights.front.before(this.pointed);
    table.store.on((_, changed) => {
      if (changed.shown || changed.mode) this.refresh().catch(complain);
    });
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

  /** Draw the lines of some units, and nobody else's. @param {string[]} keys */
  point(keys) {
    const { unit } = this.map.data;
    fill(this.pointed, ...this.known.flatMap((one) => {
      const lines = keys.flatMap((key) => one.lines[key] ?? []);
      const n = this.sides.indexOf(one.side);
      return lines.length ? [strand(n, this.stretches(lines), unit), ...this.torn(lines, n)] : [];
    }));
  }

  /** How a unit is supplied, in a few words; nothing as long as that is not known. @param {string} key */
  words(key) {
    const name = (/** @type {string} */ place) => this.map.places.name(place);
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

/** The sides at a table, in their order. @param {import("./table.js").TableScreen} table */
function sidesOf(table) {
  return [...new Set(Object.entries(table.store.now.table.seats).map(([name, seat]) => seat.side ?? name))];
}

/** How a side's layer looks. @param {number} n @param {"lines" | "reach"} what */
function sample(n, what) {
  const box = { class: "swatch", viewBox: "0 0 16 12" };
  if (what === "lines") return s("svg", box, strand(n, [[{ x: 0, y: 6 }, { x: 16, y: 6 }]], 22), tear(n, { x: 8, y: 6 }, 14));
  return swatch(reachHatching(n));
}
