/** Looking ahead: the way units would go to a hex, what it costs, and what they would find there. */

import * as api from "./api.js";
import { title } from "./counters.js";
import { fill, h, s } from "./dom.js";
import { course } from "./marks.js";
import { complain } from "./notices.js";
import { deciding, verbLabel } from "./store.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./types.js").PreviewData} PreviewData */

/** The pointer rests so long on a hex before the server is asked. */
const PATIENCE = 60;
/** Answers that are kept. */
const KEPT = 300;
/** As many enemies are named. */
const NAMED = 3;

export class Preview {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** Above the counters. */
    this.drawn = s("g", { class: "preview-way" });
    this.element = h("div", { class: "preview", hidden: true });
    /** What is shown or asked for. */
    this.wanted = "";
    /** What a second tap on the same hex chooses. */
    this.armed = "";
    this.timer = 0;
    /** @type {Map<string, PreviewData | null>} */
    this.known = new Map();
    table.map.lights.front.before(this.drawn);
    table.store.on((_, changed) => {
      if (changed.table || changed.shown || changed.mode || changed.verb !== undefined) this.clear();
    });
  }

  /** What a click on a hex would choose, if one can look ahead at it. @param {Hex | null} hex @param {string | null} key */
  choice(hex, key) {
    const { now } = this.table.store;
    if (!hex || !deciding(now) || now.busy) return null;
    const meant = this.table.hand.meant(hex, key);
    if (!meant || meant[1] !== hex.label || !now.table.previews?.includes(meant[0])) return null;
    return /** @type {[string, string]} */ (meant);
  }

  /** The pointer is over a hex, or over none. @param {Hex | null} hex @param {string | null} key */
  hover(hex, key) {
    if (this.armed) return;
    const meant = this.choice(hex, key);
    if (!meant) {
      this.clear();
      return;
    }
    const choice = meant.join(" ");
    if (choice === this.wanted) return;
    this.clear();
    this.wanted = choice;
    this.timer = window.setTimeout(() => this.show(meant).catch(complain), PATIENCE);
  }

  /** The cursor of the keyboard is on a hex. @param {Hex} hex */
  async point(hex) {
    const meant = this.choice(hex, null);
    this.clear();
    if (!meant) return;
    this.wanted = meant.join(" ");
    const words = await this.show(meant);
    if (words) this.table.announce(`${this.table.map.places.name(hex.label)}: ${words}`);
  }

  /** A finger: the first tap looks ahead, the second one means it. Whether it is to be chosen. @param {Hex} hex @param {string | null} key */
  tapped(hex, key) {
    const meant = this.choice(hex, key);
    const choice = meant?.join(" ") ?? "";
    if (!meant || choice === this.armed) return true;
    this.clear();
    this.wanted = choice;
    this.armed = choice;
    this.show(meant).catch(complain);
    return false;
  }

  clear() {
    clearTimeout(this.timer);
    this.wanted = "";
    this.armed = "";
    this.element.hidden = true;
    fill(this.drawn);
  }

  /** Ask and draw, if it is still wanted; the answer is what is told. @param {[string, string]} meant */
  async show([verb, label]) {
    const { table, side, id } = { table: this.table.store.now.table, side: this.table.side, id: this.table.id };
    if (!side) return "";
    const choice = `${verb} ${label}`;
    const moment = `${table.revision} ${choice}`;
    if (!this.known.has(moment)) {
      const found = await this.ask(id, side, choice, table.version);
      if (this.known.size >= KEPT) this.known.clear();
      this.known.set(moment, found);
    }
    if (this.wanted !== choice || this.table.gone) return "";
    const found = this.known.get(moment) ?? null;
    this.draw(found, label);
    return this.tell(found, verb, label);
  }

  /** @param {string} id @param {string} side @param {string} choice @param {number} version */
  async ask(id, side, choice, version) {
    try {
      return await api.preview(id, side, choice, version);
    } catch (error) {
      // The game may have moved on while the pointer rested.
      if (error instanceof api.ServerError && [409, 422, 429].includes(error.status)) return null;
      throw error;
    }
  }

  /** @param {PreviewData | null} found @param {string} label */
  draw(found, label) {
    const { map } = this.table;
    const { pieces } = this.table.store.now.table;
    if (!found) {
      fill(this.drawn);
      return;
    }
    const spot = (/** @type {string} */ place) => map.places.spot(place);
    const end = found.legs.at(-1)?.place ?? label;
    const near = new Set(pieces.filter((piece) => found.before?.includes(piece.key)).map((piece) => piece.place));
    const threats = [...near].flatMap((place) => {
      const [a, b] = [spot(place), spot(end)];
      return a && b ? [s("path", { class: "threat", d: `M${a.x} ${a.y}L${(a.x + b.x) / 2} ${(a.y + b.y) / 2}` })] : [];
    });
    fill(this.drawn, ...threats, ...course(spot(found.start), found.legs.map((leg) => ({ ...leg, spot: spot(leg.place) })), map.data.unit));
  }

  /** Say it in words beside the map. @param {PreviewData | null} found @param {string} verb @param {string} label */
  tell(found, verb, label) {
    const { now } = this.table.store;
    const { map, frame } = this.table;
    const end = found?.legs.at(-1)?.place ?? label;
    const parts = found ? this.parts(found) : [];
    const go = this.armed ? h("button", { class: "primary", onclick: () => this.table.hand.choose(verb, label) }, verbLabel(now.table, verb)) : null;
    fill(this.element, h("b", {}, map.places.name(end)),
      parts.map(([kind, words]) => h("span", { class: kind }, words)), go);
    const at = map.places.spot(end);
    const low = at !== null && map.camera.toFrame(at).y > frame.clientHeight / 2;
    this.element.className = low ? "preview high" : "preview";
    this.element.hidden = !parts.length && !go;
    return parts.map(([, words]) => words).join(", ");
  }

  /** @param {PreviewData} found @returns {[string, string][]} */
  parts(found) {
    const { board, table } = this.table.store.now;
    const zones = found.legs.filter((leg) => leg.zone).length;
    const before = (found.before ?? []).flatMap((key) => table.pieces.find((piece) => piece.key === key) ?? []);
    const names = before.slice(0, NAMED).map((piece) => `${title(piece, board.nations).split(",")[0]} ${piece.strengths}`.trim());
    /** @type {[string, string | false | undefined][]} */
    const all = [
      ["left", found.left && `${found.left} left`],
      ["zones", zones > 0 && `${count(zones, "hex", "hexes")} in enemy zones`],
      [found.cut_off ? "supply bad" : "supply", found.supply],
      ["before", before.length > 0 && `beside it: ${names.join(", ")}${before.length > NAMED ? ` and ${before.length - NAMED} more` : ""}`],
    ];
    return all.flatMap(([kind, words]) => (words ? [/** @type {[string, string]} */ ([kind, words])] : []));
  }
}
