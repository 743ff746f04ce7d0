/** Examples in the rulebook: a small board, what it shows, and what the rules say to what one might try. */

import { h } from "./dom.js";
import { caseChip, caseParts } from "./words.js";

/** @typedef {import("./types.js").Example} Example */
/** @typedef {import("./table.js").TableScreen} Table */

/** Examples by the cases they are shown with. @param {Example[]} examples @returns {Map<string, Example[]>} */
export function byCase(examples) {
  /** @type {Map<string, Example[]>} */
  const found = new Map();
  for (const one of examples) for (const name of one.cases) found.set(name, [...(found.get(name) ?? []), one]);
  return found;
}

/** What an example looks like under its own case. @param {Example} example @param {Table} table */
export function exampleFigure(example, table) {
  const { title, words, tries, odds } = example;
  const open = table.links.case;
  return h("figure", { class: "example", "data-example": example.name },
    h("a", { href: `#/editor/${table.store.now.board.game}?p=${encodeURIComponent(example.position)}`, target: "_blank", title: "Open this position in the editor" },
      h("img", { src: example.picture, alt: example.described, width: example.width, height: example.height, loading: "lazy", decoding: "async" })),
    h("figcaption", {}, h("strong", {}, title), " ", caseParts(words, open, table.glossary.line())),
    tries.length ? h("ul", { class: "tries" }, tries.map((one) => h("li", { class: one.allowed === false ? "no" : "yes" },
      h("b", {}, one.words), one.allowed === false
        ? [": no, ", one.reason ?? "", " ", one.case ? caseChip(one.case, open) : null]
        : ": yes"))) : null,
    odds.map((one) => strengths(one, open)));
}

/** A line that leads from another case to where an example is shown. @param {Example} example @param {Table} table */
export function exampleLink(example, table) {
  return h("p", { class: "to-example" }, "Example: ", example.title, " ", caseChip(example.cases[0], table.links.case));
}

/** What goes into a battle, and the column it is read on. @param {import("./types.js").Odds} odds @param {((name: string) => void) | undefined} open */
function strengths(odds, open) {
  /** @param {string} name @param {import("./types.js").Modifier[]} list */
  const row = (name, list) => (list.length ? h("li", {}, h("b", {}, name), ": ", list.flatMap((one, n) => [n ? "; " : "", one.what, " ", amount(one), " ", caseChip(one.case, open)])) : null);
  return h("ul", { class: "tries" }, row("Attack", odds.attack), row("Defence", odds.defence), row("Also", odds.notes),
    odds.hidden?.length ? h("li", {}, h("b", {}, "Hidden"), ": ", odds.hidden.join(", ")) : null,
    h("li", {}, h("b", {}, "Column"), ": ", odds.column));
}

/** @param {import("./types.js").Modifier} modifier */
function amount({ amount: value, over }) {
  return over && over !== 1 ? `${value}/${over}` : `${value}`;
}
