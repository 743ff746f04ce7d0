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
    /** The ways of those in hand, or of each party of a group. @type {Map<string, PreviewData[]>} */
    this.known = new Map();
    table.map.lights.front.before(this.drawn);
    table.store.on((_, changed) => {
      if (changed.table || changed.shown || changed.mode || changed.verb !== undefined) this.clear();
    });
  }

  /** What a click on a hex would choose, if one can look ahead at it. @param {Hex | null} hex @param {string | null} key */
  choice(hex, key) {
    const { now } = this.table.store;
    const { group } = this.table;
    if (!hex || !deciding(now) || now.busy) return null;
    if (group?.keys.length) {
      const verb = group.verb(hex);
      return verb ? /** @type {[string, string]} */ ([verb, hex.label]) : null;
    }
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

  /** Whether a way is drawn, or asked for. */
  get shows() {
    return this.wanted !== "";
  }

  /** Where its words lie on the map, if there are any. @returns {import("./room.js").Box[]} */
  boxes() {
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height, hidden } = this.element;
    return hidden ? [] : [{ left, top, right: left + width, bottom: top + height }];
  }

  /** Ask and draw, if it is still wanted; the answer is what is told. @param {[string, string]} meant */
  async show([verb, label]) {
    const { table, side, id } = { table: this.table.store.now.table, side: this.table.side, id: this.table.id };
    if (!side) return "";
    const choice = `${verb} ${label}`;
    const { keys } = this.table.group;
    const moment = `${table.revision} ${this.table.plan.on ? this.table.plan.stamp : ""} ${keys.join(" ")} ${choice}`;
    if (!this.known.has(moment)) {
      const parties = keys.length ? this.table.group.leaders() : [[]];
      const asked = await Promise.all(parties.map((party) => this.ask(id, side, choice, table.version, party)));
      const found = asked.flatMap((one) => one ?? []);
      if (this.known.size >= KEPT) this.known.clear();
      this.known.set(moment, found);
    }
    if (this.wanted !== choice || this.table.gone) return "";
    const found = this.known.get(moment) ?? [];
    this.draw(found, label);
    return this.tell(found[0] ?? null, verb, label);
  }

  /** @param {string} id @param {string} side @param {string} choice @param {number} version @param {string[]} party what takes them in hand @returns {Promise<PreviewData | null>} */
  async ask(id, side, choice, version, party) {
    try {
      return await api.preview(id, side, choice, version, this.table.plan.on, party);
    } catch (error) {
      // The game may have moved on while the pointer rested.
      if (error instanceof api.ServerError && [409, 422, 429].includes(error.status)) return null;
      throw error;
    }
  }

  /** @param {PreviewData[]} found @param {string} label */
  draw(found, label) {
    const { map } = this.table;
    const { pieces } = this.table.store.now.table;
    const spot = (/** @type {string} */ place) => map.places.spot(place);
    const end = found[0]?.legs.at(-1)?.place ?? label;
    const places = (/** @type {string[]} */ keys) =>
      new Set(pieces.filter((piece) => keys.includes(piece.key)).flatMap((piece) => piece.place ?? []));
    const threats = [...places(found.flatMap((one) => one.before ?? []))].flatMap((place) => {
      const [a, b] = [spot(place), spot(end)];
      return a && b ? [s("path", { class: "threat", d: `M${a.x} ${a.y}L${(a.x + b.x) / 2} ${(a.y + b.y) / 2}` })] : [];
    });
    const coming = [...places(found.flatMap((one) => one.coming ?? []))].flatMap((place) => {
      const at = spot(place);
      return at ? [s("circle", { class: "threat", cx: at.x, cy: at.y, r: map.data.unit * 0.8 })] : [];
    });
    fill(this.drawn, ...threats, ...coming, ...found.flatMap((one) =>
      course(spot(one.start), one.legs.map((leg) => ({ ...leg, spot: spot(leg.place) })), map.data.unit)));
  }

  /** Say it in words beside the map. @param {PreviewData | null} found @param {string} verb @param {string} label */
  tell(found, verb, label) {
    const { now } = this.table.store;
    const { map, frame } = this.table;
    const end = found?.legs.at(-1)?.place ?? label;
    const parts = found ? this.parts(found) : [];
    const go = this.armed ? h("button", { class: "primary", onclick: () => this.mean(verb, label).catch(complain) }, verbLabel(now.table, verb)) : null;
    fill(this.element, h("b", {}, map.places.name(end)),
      parts.map(([kind, words]) => h("span", { class: kind }, words)), go);
    const at = map.places.spot(end);
    const low = at !== null && map.camera.toFrame(at).y > frame.clientHeight / 2;
    this.element.className = low ? "preview high" : "preview";
    this.element.hidden = !parts.length && !go;
    this.table.card.makeWay();
    return parts.map(([, words]) => words).join(", ");
  }

  /** Go there, with all who are picked or with those in hand. @param {string} verb @param {string} label */
  async mean(verb, label) {
    const hex = this.table.map.hexes.get(label);
    if (hex && this.table.group.keys.length) await this.table.group.send(hex);
    else await this.table.hand.choose(verb, label);
  }

  /** @param {PreviewData} found @returns {[string, string][]} */
  parts(found) {
    const { board, table } = this.table.store.now;
    const zones = found.legs.filter((leg) => leg.zone).length;
    const named = (/** @type {string[]} */ keys) => {
      const pieces = keys.flatMap((key) => table.pieces.find((piece) => piece.key === key) ?? []);
      const names = pieces.slice(0, NAMED).map((piece) => `${title(piece, board.nations).split(",")[0]} ${piece.strengths}`.trim());
      return `${names.join(", ")}${pieces.length > NAMED ? ` and ${pieces.length - NAMED} more` : ""}`;
    };
    const [before, coming] = [named(found.before ?? []), named(found.coming ?? [])];
    /** @type {[string, string | false | undefined][]} */
    const all = [
      ["left", found.left && `${found.left} left`],
      ["zones", zones > 0 && `${count(zones, "hex", "hexes")} in enemy zones`],
      [found.cut_off ? "supply bad" : "supply", found.supply],
      ["risk", found.risk],
      ["before", before && `could be attacked by ${before}`],
      ["before", coming && `could march up: ${coming}`],
    ];
    return all.flatMap(([kind, words]) => (words ? [/** @type {[string, string]} */ ([kind, words])] : []));
  }
}
