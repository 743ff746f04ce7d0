/** A battle as it is composed: what may be added to it or decided now, and what makes it up. */

import { loose, title } from "./counters.js";
import { h } from "./dom.js";
import { lively } from "./notes.js";
import { deciding, verbLabel, verbsTaking } from "./store.js";

/** @typedef {import("./store.js").Sitting} Sitting */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./table.js").TableScreen} TableScreen */
/** A counter that may be chosen: by which verb, and whether it is in already. @typedef {{piece: Piece, verb: string, inside: boolean}} Pick */

/** More counters of one kind than this are left to the map. */
const MOST_UNITS = 60;
/** And more hexes. */
const MOST_HEXES = 24;

/**
 * What may be chosen now in the battle in hand, as buttons: counters, hexes, words.
 *
 * @param {TableScreen} screen
 * @param {Sitting} now
 */
export function picks(screen, now) {
  const { table } = now;
  if (!deciding(now) || !isComposed(table)) return null;
  const rows = [...unitRows(screen, now), ...verbsTaking(table, "hex").map((verb) => hexRow(screen, table, verb))];
  const [usual, aside] = [false, true].map((kind) => rows.flatMap((row) => (row && row.aside === kind ? [row.element] : [])));
  const more = aside.length ? h("details", { class: "pick-row" }, h("summary", {}, "More"), aside) : null;
  const bar = barRow(screen, table);
  if (!usual.length && !more && !bar) return null;
  return h("section", { class: usual.length || more ? "picks" : "picks bar-too", "aria-label": "What may be chosen" },
    h("p", { class: "asked bar-too" }, table.prompt.replace(/\s*\[[^\]]*\]/g, "")), usual, more, bar);
}

/** @param {TableScreen} screen @param {Sitting} now */
function unitRows(screen, now) {
  const { table } = now;
  const held = new Set(table.focus?.units ?? []);
  const pieces = new Map(table.pieces.map((piece) => [piece.key, piece]));
  const verbs = verbsTaking(table, "unit").filter((verb) => table.choices[verb].length <= MOST_UNITS);
  const found = (/** @type {string} */ verb, /** @type {boolean} */ inside) =>
    table.choices[verb].flatMap((key) => { const piece = pieces.get(key); return piece ? [{ piece, verb, inside }] : []; });
  // Who is in and can be left out stands among those who can join: one button for each, pressed or not.
  const joins = verbs.find((verb) => table.verbs[verb]?.means === "join");
  const leaves = verbs.find((verb) => verb !== joins && table.choices[verb].every((key) => held.has(key)) && isComposing(table));
  const roster = [joins, leaves].flatMap((verb) => (verb ? found(verb, verb === leaves) : []));
  const rows = [];
  if (leaves || joins) {
    const inside = roster.filter((one) => one.inside).length;
    const heading = leaves ? `${inside} of ${roster.length} take part` : verbLabel(table, /** @type {string} */ (joins));
    rows.push(unitRow(screen, now, heading, roster, Boolean(joins)));
  }
  for (const verb of verbs.filter((one) => one !== joins && one !== leaves)) {
    const all = table.focus?.battle === "advance";
    rows.push(unitRow(screen, now, verbLabel(table, verb), found(verb, false), all, Boolean(table.verbs[verb]?.aside)));
  }
  return rows;
}

/** Whether an attack is still being put together, so that who is in hand may be left out. @param {Table} table */
function isComposing(table) {
  return table.focus?.battle === "declare" && Object.keys(table.choices).some((verb) => table.verbs[verb]?.means === "fight");
}

/**
 * Counters by where they stand; all of a place who are still out can be taken at once.
 *
 * @param {TableScreen} screen
 * @param {Sitting} now
 * @param {string} heading
 * @param {Pick[]} chosen
 * @param {boolean} wholesale
 * @param {boolean} [aside]
 */
function unitRow(screen, now, heading, chosen, wholesale, aside = false) {
  if (!chosen.length) return null;
  const { places, stacks } = screen.map;
  const inHand = new Set(now.table.focus?.units ?? []);
  // Where all of them are meant, none stands out.
  const held = chosen.every(({ piece, inside }) => inHand.has(piece.key) && !inside) ? new Set() : inHand;
  const there = [...new Set(chosen.map(({ piece }) => piece.place))].sort();
  const groups = there.map((place) => {
    // In the order of the stack, so that nothing changes its place when it is pressed.
    const order = stacks.stack(place).map((piece) => piece.key).reverse();
    const here = chosen.filter(({ piece }) => piece.place === place).sort((a, b) => order.indexOf(a.piece.key) - order.indexOf(b.piece.key));
    const out = here.filter((one) => !one.inside);
    const all = wholesale && out.length > 1 ? h("button", { class: "all-here", "data-all": place,
      onclick: () => screen.hand.bringAll(out[0].verb, out.map(({ piece }) => piece.key)) }, `All ${out.length}`) : null;
    return h("div", { class: "pick-place" }, there.length > 1 || all ? h("h5", {}, places.name(place), all) : null,
      h("div", { class: "tray" }, here.map((one) => unitButton(screen, now, one, held.has(one.piece.key)))));
  });
  return { aside, element: h("div", { class: "pick-row" }, h("h4", {}, heading), groups) };
}

/** @param {TableScreen} screen @param {Sitting} now @param {Pick} pick @param {boolean} held whether it is in hand, or proposed */
function unitButton(screen, { table, board }, { piece, verb, inside }, held) {
  const name = `${verbLabel(table, verb)}: ${title(piece, board.nations)}, ${piece.strengths}, ${screen.map.places.name(piece.place)}`;
  return h("button", { class: held ? "pick in" : "pick", title: name, "aria-label": name, "aria-pressed": inside ? "true" : null,
    "data-pick": `${verb} ${piece.key}`, onclick: () => screen.hand.choose(verb, piece.key) }, loose(piece, board.nations));
}

/** @param {TableScreen} screen @param {Table} table @param {string} verb */
function hexRow(screen, table, verb) {
  const labels = table.choices[verb];
  if (!labels.length || labels.length > MOST_HEXES) return null;
  const buttons = labels.map((label) => h("button", { "data-pick": `${verb} ${label}`, onclick: () => screen.hand.choose(verb, label) }, screen.map.places.name(label)));
  return { aside: Boolean(table.verbs[verb]?.aside), element: h("div", { class: "pick-row" }, h("h4", {}, verbLabel(table, verb)), h("div", { class: "tray" }, buttons)) };
}

/** Where the panel covers the decision bar, its buttons stand here too. @param {TableScreen} screen @param {Table} table */
function barRow(screen, table) {
  const button = (/** @type {string} */ verb, /** @type {string} */ argument, /** @type {string} */ words) =>
    h("button", { class: table.verbs[verb]?.main ? "primary" : "", "data-pick": argument ? `${verb} ${argument}` : verb,
      onclick: () => screen.hand.choose(verb, argument) }, words);
  const worded = ["word", "amount"].flatMap((takes) => verbsTaking(table, takes)).flatMap((verb) => table.choices[verb].length > MOST_HEXES ? []
    : table.choices[verb].map((word) => button(verb, word, `${verbLabel(table, verb)}: ${table.verbs[verb]?.words?.[word] ?? word}`)));
  const plain = verbsTaking(table, "nothing").map((verb) => button(verb, "", verbLabel(table, verb)));
  return worded.length + plain.length ? h("div", { class: "pick-row bar-too" }, h("div", { class: "tray" }, worded, plain)) : null;
}

/** Whether something is being composed in the panel of battles. @param {Table} table */
export function isComposed(table) {
  return Boolean(table.focus?.battle) || table.panels.some((panel) => panel.battle);
}

/** What makes a battle up, in words. @param {TableScreen} screen @param {import("./types.js").Panel[]} panels */
export function makeUp(screen, panels) {
  const told = panels.filter((panel) => panel.battle);
  if (!told.length) return null;
  return h("dl", { class: "make-up" }, told.map((panel) => [
    h("dt", {}, panel.title),
    panel.lines.map((line, n) => h("dd", {}, lively(line, panel.marks?.[n], screen.links))),
  ]).flat(2));
}
