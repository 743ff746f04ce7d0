/** A battle as it is composed: what may be added to it or decided now, and what makes it up. */

import { loose, title } from "./counters.js";
import { h } from "./dom.js";
import { lively } from "./notes.js";
import { deciding, verbLabel, verbsTaking } from "./store.js";

/** @typedef {import("./store.js").Sitting} Sitting */

/** More choices of one kind than this are left to the map. */
const MOST = 24;

/**
 * What may be chosen now in the battle in hand, as buttons: counters, hexes, words.
 *
 * @param {import("./table.js").TableScreen} screen
 * @param {Sitting} now
 */
export function picks(screen, now) {
  const { table, board } = now;
  if (!deciding(now) || !isComposed(table)) return null;
  const choose = (/** @type {string} */ verb, /** @type {string} */ argument) => () => screen.hand.choose(verb, argument);
  const pieces = new Map(table.pieces.map((piece) => [piece.key, piece]));
  const units = verbsTaking(table, "unit").map((verb) => row(table, verb, table.choices[verb].map((key) => {
    const piece = pieces.get(key);
    if (!piece) return null;
    const name = `${verbLabel(table, verb)}: ${title(piece, board.nations)}, ${piece.strengths}, ${screen.map.places.name(piece.place)}`;
    return h("button", { class: "pick", title: name, "aria-label": name, "data-pick": `${verb} ${key}`, onclick: choose(verb, key) }, loose(piece, board.nations));
  })));
  const hexes = verbsTaking(table, "hex").map((verb) => row(table, verb, table.choices[verb].map((label) =>
    h("button", { "data-pick": `${verb} ${label}`, onclick: choose(verb, label) }, screen.map.places.name(label)))));
  // Where the panel covers the decision bar, its buttons stand here too.
  const plain = verbsTaking(table, "nothing").map((verb) => h("button", { "data-pick": verb, onclick: choose(verb, "") }, verbLabel(table, verb)));
  const words = verbsTaking(table, "word").flatMap((verb) => table.choices[verb].map((word) =>
    h("button", { "data-pick": `${verb} ${word}`, onclick: choose(verb, word) }, `${verbLabel(table, verb)}: ${table.verbs[verb]?.words?.[word] ?? word}`)));
  const bar = plain.length + words.length ? h("div", { class: "pick-row bar-too" }, h("div", { class: "tray" }, words, plain)) : null;
  const rows = [...units, ...hexes, bar].filter((one) => one !== null);
  return rows.length ? h("section", { class: "picks", "aria-label": "What may be chosen" }, rows) : null;
}

/** @param {import("./types.js").Table} table @param {string} verb @param {(HTMLElement | null)[]} buttons */
function row(table, verb, buttons) {
  const there = buttons.filter((one) => one !== null);
  if (!there.length || there.length > MOST) return null;
  return h("div", { class: "pick-row" }, h("h4", {}, verbLabel(table, verb)), h("div", { class: "tray" }, there));
}

/** Whether something is being composed in the panel of battles. @param {import("./types.js").Table} table */
export function isComposed(table) {
  return Boolean(table.focus?.battle) || table.panels.some((panel) => panel.battle);
}

/** What makes a battle up, in words. @param {import("./table.js").TableScreen} screen @param {import("./types.js").Panel[]} panels */
export function makeUp(screen, panels) {
  const told = panels.filter((panel) => panel.battle);
  if (!told.length) return null;
  return h("dl", { class: "make-up" }, told.map((panel) => [
    h("dt", {}, panel.title),
    panel.lines.map((line, n) => h("dd", {}, lively(line, panel.marks?.[n], screen.links))),
  ]).flat(2));
}
