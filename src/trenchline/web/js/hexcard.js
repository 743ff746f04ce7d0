/** Everything known of a hex, on hover or long-press; and why it cannot be chosen. */

import { loose, title } from "./counters.js";
import { fill, h } from "./dom.js";
import { complain } from "./notices.js";
import { origins } from "./origins.js";
import { roomFor } from "./room.js";
import { deciding, verbLabel, verbsTaking } from "./store.js";
import { caseChip } from "./words.js";

/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./camera.js").Point} Point */

const PATIENCE = 550;
/** More counters than this are listed close together. */
const FEW = 3;

/** Layers of one kind told once: "Zone of control", of whom. @param {string[]} names @returns {[string, string][]} */
function grouped(names) {
  /** @type {Map<string, string[]>} */
  const kinds = new Map();
  for (const name of names) {
    const [kind, ...of] = name.split(", ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), of.join(", ")]);
  }
  return [...kinds].map(([kind, of]) => [kind, of.filter(Boolean).join(", ")]);
}

export class HexCard {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "hexcard", hidden: true });
    this.pinned = false;
    this.timer = 0;
    /** @type {Hex | null} */
    this.over = null;
    /** Where the hand was when the card was shown. @type {Point} */
    this.at = { x: 0, y: 0 };
  }

  /** @param {Hex | null} hex @param {string | null} _key @param {Point} at */
  hover(hex, _key, at) {
    if (this.pinned) return;
    if (hex === this.over && !this.element.hidden) return;
    this.over = hex;
    this.element.hidden = true;
    this.table.supply.point([]);
    clearTimeout(this.timer);
    if (hex) this.timer = window.setTimeout(() => this.show(hex, at, false), PATIENCE);
  }

  /** Keep the card open, with what may be done there. @param {Hex} hex @param {Point} [at] */
  pin(hex, at) {
    this.show(hex, at ?? this.where(hex), true);
  }

  hide() {
    clearTimeout(this.timer);
    this.pinned = false;
    this.over = null;
    this.element.hidden = true;
    this.table.supply.point([]);
  }

  /** Stay with the hex when the map moves. */
  follow() {
    if (this.element.hidden || !this.over) return;
    if (this.pinned) this.place(this.where(this.over));
    else this.hide();
  }

  /** Leave what a preview says in sight, and its way alone on the map. */
  makeWay() {
    if (this.element.hidden) return;
    this.table.supply.point([]);
    this.place(this.at);
  }

  /** @param {Hex} hex */
  where(hex) {
    const { x, y } = this.table.map.camera.toFrame(hex);
    const box = this.table.frame.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y };
  }

  /** @param {Hex} hex @param {Point} at @param {boolean} pinned */
  show(hex, at, pinned) {
    clearTimeout(this.timer);
    this.over = hex;
    this.at = at;
    this.pinned = pinned;
    this.supply(hex).catch(complain);
    fill(this.element, this.facts(hex), pinned ? this.actions(hex) : null, pinned ? this.origins(hex) : null);
    this.element.className = pinned ? "hexcard pinned" : "hexcard";
    this.place(at);
  }

  /** Show how the units in a hex are supplied, as soon as that is known. @param {Hex} hex */
  async supply(hex) {
    const { supply, map } = this.table;
    const keys = map.stacks.stack(hex.label).map((piece) => piece.key);
    if (!keys.length) return;
    await supply.load();
    if (this.over !== hex || this.element.hidden) return;
    // The way of those in hand is not to be mistaken for a line of supply.
    supply.point(this.table.preview.shows ? [] : keys);
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".supply-words"))) {
      line.textContent = supply.words(line.dataset.key ?? "");
    }
    // The card has grown.
    this.place(this.at);
  }

  /** @param {Hex} hex */
  facts(hex) {
    const { board, shown } = this.table.store.now;
    const names = [...new Set(hex.places.map((place) => place.name).filter(Boolean))];
    const facts = Object.entries(hex.facts).filter(([, value]) => value);
    const here = shown.pieces.filter((piece) => piece.place === hex.label);
    const gone = (/** @type {string} */ kind) => {
      const list = shown.overlays[`intact ${kind}s`];
      return list && !list.includes(hex.label) ? ", destroyed" : "";
    };
    const within = grouped(Object.entries(shown.overlays)
      .filter(([name, labels]) => !name.startsWith("intact ") && labels.includes(hex.label)).map(([name]) => name));
    return h("div", {},
      h("h3", {}, h("span", { class: "number" }, hex.label), " ", names.join(", ")),
      h("p", { class: "facts" }, facts.map(([name, value]) => h("span", { title: name },
        name === "country" ? board.nations[value]?.name ?? value : name === "terrain" ? value : `${name}: ${value}`))),
      hex.places.length ? h("ul", {}, hex.places.map((place) =>
        h("li", {}, `${place.kind}${place.value ? ` ${place.value}` : ""}${gone(place.kind)}`))) : null,
      here.map((piece) => {
        const [name, ...formation] = title(piece, board.nations).split(", ");
        const more = [formation.join(", "), ...piece.marks].filter(Boolean).join(" · ");
        return h("div", { class: here.length > FEW ? "piece small-piece" : "piece" }, loose(piece, board.nations),
          h("span", {}, h("b", {}, name), ` ${piece.strengths}`, more ? h("small", {}, more) : null,
          h("small", { class: "supply-words", "data-key": piece.key }, this.table.supply.words(piece.key))));
      }),
      within.length ? h("ul", { class: "within" }, within.map(([kind, sides]) => h("li", {}, kind, sides ? h("b", {}, ` ${sides}`) : null))) : null);
  }

  /** @param {Hex} hex */
  origins(hex) {
    const { table, shown } = this.table.store.now;
    return origins(table.game, table.scenario, hex.label, shown.pieces.filter((piece) => piece.place === hex.label));
  }

  /** @param {Hex} hex */
  actions(hex) {
    const { now } = this.table.store;
    if (!deciding(now)) return null;
    const keys = this.table.map.stacks.stack(hex.label).map((piece) => piece.key);
    const found = [
      ...verbsTaking(now.table, "hex").filter((verb) => now.table.choices[verb].includes(hex.label)).map((verb) => [verb, hex.label]),
      ...verbsTaking(now.table, "unit").flatMap((verb) =>
        keys.filter((key) => now.table.choices[verb].includes(key)).map((key) => [verb, key])),
    ];
    const { group } = this.table;
    const all = group.pickable(keys);
    const whole = all.length > 1 ? h("button", { class: "whole-stack", onclick: () => {
      this.hide();
      group.set(all);
    } }, `Take all ${all.length}`) : null;
    const attacks = found.filter(([verb, argument]) => argument === hex.label && now.table.verbs[verb]?.means === "attack").map(([verb]) =>
      h("button", { class: "with-all", onclick: () => this.table.hand.attackWithAll(verb, hex.label) }, `${verbLabel(now.table, verb)}: all who can`));
    const best = this.table.attacks.on(hex.label);
    const compose = best ? h("button", { class: "compose-best", onclick: () => {
      this.hide();
      this.table.attacks.compose(best);
    } }, `Best attack: ${best.column}`) : null;
    return found.length || whole ? h("div", { class: "actions" }, whole, compose, attacks, found.map(([verb, argument]) =>
      h("button", { onclick: () => this.table.hand.choose(verb, argument) }, verbLabel(now.table, verb)))) : null;
  }

  /** Say why. @param {Hex} hex @param {import("./types.js").Why} why */
  refuse(hex, why) {
    clearTimeout(this.timer);
    const { reason } = why;
    fill(this.element, h("div", { role: "alert" },
      h("h3", {}, h("span", { class: "number" }, hex.label), " not possible"),
      h("p", { class: "reason" }, reason ? this.table.glossary.line()(reason[0].toUpperCase() + reason.slice(1) + ".") : "",
        why.case && why.case !== "-" ? [" ", caseChip(why.case, this.table.links.case)] : null)));
    this.element.className = "hexcard pinned refusal";
    this.over = hex;
    this.pinned = true;
    this.place(this.where(hex));
    this.table.announce(`Not possible: ${reason}, case ${why.case}`);
  }

  /** Beside the point, where it covers nothing that may be chosen; else beside the map. @param {Point} at */
  place(at) {
    const { map, frame } = this.table;
    const { element } = this;
    const box = frame.getBoundingClientRect();
    element.classList.remove("docked");
    element.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = element;
    const gap = 22 + map.camera.scale * 12;
    const [x, y] = [at.x - box.left, at.y - box.top];
    // The counters of a stack that is spread stay in sight.
    const [left, right] = map.stacks.fanEdges(this.over?.label ?? "")?.map((edge, n) => edge + (n ? 10 : -10)) ?? [x - gap, x + gap];
    const middle = y - height / 2;
    const beside = [{ x: right, y: middle }, { x: left - width, y: middle }, { x: x - width / 2, y: y + gap }, { x: x - width / 2, y: y - gap - height }];
    const here = { left: Math.min(left, x) + 6, right: Math.max(right, x) - 6, top: y - gap + 6, bottom: y + gap - 6 };
    const fits = beside.filter((corner) => corner.x > 0 && corner.x + width < box.width);
    const spot = roomFor({ width, height }, fits.length ? fits : beside, { width: box.width, height: box.height },
      [here, ...this.table.preview.boxes(), ...map.lights.choosableBoxes()], map.lights.targetBoxes());
    element.classList.toggle("docked", !spot);
    element.style.transform = spot ? `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px)` : "";
  }
}
