/** What may be laid over the map: zones, supply, control, last turn's moves, or no counters. */

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { swatch } from "./marks.js";
import { complain } from "./notices.js";

export class Layers {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** @type {Set<string>} */
    this.on = new Set();
    this.moves = false;
    this.bare = false;
    this.bareBox = h("label", {});
    /** The names that are listed. */
    this.drawn = "";
    this.element = h("section", { class: "panel layers" });
    table.store.on((now, changed) => changed.shown && this.list());
  }

  names() {
    return Object.keys(this.table.store.now.shown.overlays);
  }

  list() {
    const box = (/** @type {string} */ label, /** @type {boolean} */ on, /** @type {(on: boolean) => void} */ set,
      /** @type {Node | null} */ sample = null, /** @type {string} */ legend = "") => {
      const input = h("input", { type: "checkbox", checked: on, onchange: () => set(input.checked) });
      return h("label", {}, input, sample, h("span", {}, label[0].toUpperCase() + label.slice(1), legend ? h("small", {}, legend) : null));
    };
    const { legends = {} } = this.table.store.now.shown;
    const drawn = JSON.stringify([this.groups(), legends]);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    const layer = (/** @type {string} */ name, /** @type {string} */ label) => box(label, this.on.has(name), (on) => {
      if (on) this.on.add(name);
      else this.on.delete(name);
      this.draw();
    }, swatch(this.names().indexOf(name), name in (this.table.store.now.shown.lines ?? {})), legends[name]);
    fill(this.element,
      h("h2", {}, "Layers"),
      this.table.supply.element,
      this.groups().map(([kind, names]) => names.length === 1 ? layer(names[0], names[0])
        : h("fieldset", { class: "layer" }, h("legend", {}, kind), names.map((name) => layer(name, name.slice(kind.length + 2))))),
      h("hr"),
      box("Last turn's moves", this.moves, (on) => {
        this.moves = on;
        this.drawMoves();
      }),
      this.bareBox);
    fill(this.bareBox, h("input", { type: "checkbox", checked: this.bare, onchange: () => this.hideCounters(!this.bare) }), h("span", {}, "No counters"));
  }

  /** Layers of one kind belong together: "Zone of control, Entente" and "Zone of control, Central Powers". @returns {[string, string[]][]} */
  groups() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    const { overlays } = this.table.store.now.shown;
    for (const name of this.names()) {
      if (!overlays[name].length && !this.on.has(name)) continue;
      const kind = name.includes(", ") ? name.slice(0, name.indexOf(", ")) : name;
      found.set(kind, [...(found.get(kind) ?? []), name]);
    }
    return [...found];
  }

  /** @param {boolean} on */
  hideCounters(on) {
    this.bare = on;
    const [input] = this.bareBox.getElementsByTagName("input");
    if (input) input.checked = on;
    this.table.screen.classList.toggle("bare", on);
  }

  draw() {
    const { overlays, lines = {} } = this.table.store.now.shown;
    const chosen = (/** @type {Record<string, string[]>} */ kind) => this.names().flatMap((name, n) =>
      this.on.has(name) && kind[name] ? [/** @type {[number, string[]]} */ ([n, kind[name]])] : []);
    const { drawing } = this.table.map;
    drawing.tinted(chosen(overlays).filter(([n]) => !lines[this.names()[n]]));
    drawing.lined(chosen(lines));
    if (this.moves) this.drawMoves();
  }

  /** Arrows for all that moved since the turn before this one began. */
  async drawMoves() {
    const { map, store, id, side } = this.table;
    if (!this.moves) {
      map.drawing.moves([]);
      return;
    }
    const { shown, log } = store.now;
    const until = log.filter((entry) => entry.version <= shown.version);
    const turns = [...new Set(until.flatMap((entry) => entry.turn ?? []))];
    const earlier = turns.at(-2) ?? turns.at(-1);
    const from = turns.length ? until.find((entry) => entry.turn === earlier)?.version ?? 0 : 0;
    try {
      const before = await api.at(id, from, side);
      const places = new Map(before.pieces.map((piece) => [piece.key, piece.place]));
      map.drawing.moves(shown.pieces.flatMap((piece) => {
        const was = places.get(piece.key);
        return was && was !== piece.place && map.hexes.has(was) && map.hexes.has(piece.place) ? [/** @type {[string, string]} */ ([was, piece.place])] : [];
      }));
    } catch (error) {
      complain(error);
    }
  }
}
