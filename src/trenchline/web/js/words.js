/** Sentences with life in them: cases that open the rulebook, hexes that show where they are. */

import { h, s } from "./dom.js";

/** Cases like `[8.59]`, `[13-24]` or `[R7]`; hexes, alone or as the stations of a way, but not the year of a date; units. */
const PARTS = /\[([A-Z0-9][A-Za-z0-9./-]*)\]|(?<!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Autumn|Winter)[a-z]* (?:\d{1,2} )?)\b(\d{4,6}(?:-\d{4,6})*)\b(?!-\d)|\b([A-Z]{2}[A-Za-z0-9]+)\b/g;

/**
 * A sentence as nodes: `[8.59]` becomes a chip that opens the case, `0509` shows the hex, and the key of a
 * unit becomes its name.
 *
 * @param {string} text
 * @param {{case?: (name: string) => void, hex?: (label: string) => void,
 *   isHex?: (label: string) => boolean, unit?: (key: string) => Named | null}} on
 * @returns {import("./dom.js").Child[]}
 */
export function lively(text, on) {
  /** @type {import("./dom.js").Child[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(PARTS)) {
    const [whole, rule, labels, key] = found;
    const stations = labels?.split("-") ?? [];
    const unit = key ? on.unit?.(key) : null;
    if (!rule && !unit && !(labels && on.isHex?.(stations[0]))) continue;
    parts.push(text.slice(from, found.index));
    from = found.index + whole.length;
    if (rule) parts.push(caseChip(rule, on.case));
    else if (unit) parts.push(unitLink(unit, on.hex));
    else if (stations.length > 1) {
      parts.push(h("span", { class: "way", title: stations.join(" ") }, hexLink(stations[0], stations[0], on.hex), " → ",
        hexLink(stations[stations.length - 1], stations[stations.length - 1], on.hex), h("small", {}, ` (${count(stations.length - 1, "hexside")})`)));
    } else parts.push(hexLink(labels, labels, on.hex));
  }
  parts.push(text.slice(from));
  return parts;
}

/** @typedef {{name: string, title: string, place: string, colour: string}} Named */

/** @param {string} words @param {string} label @param {((label: string) => void) | undefined} show */
export function hexLink(words, label, show) {
  return link("hexlink", words, "", () => show?.(label));
}

/** Words with the cases in them as chips. @param {string} text @param {((name: string) => void) | undefined} open */
export function caseParts(text, open) {
  return text.split(/(\[[A-Z0-9][A-Za-z0-9./-]*\])/).map((part, n) => (n % 2 ? caseChip(part.slice(1, -1), open) : part));
}

/** @param {Named} unit @param {((label: string) => void) | undefined} show */
export function unitLink(unit, show) {
  const made = link("unitlink", unit.name, unit.title, () => show?.(unit.place));
  made.prepend(s("svg", { class: "flag-colour", viewBox: "0 0 8 8", "aria-hidden": "true" },
    s("rect", { x: 0.5, y: 0.5, width: 7, height: 7, fill: unit.colour })));
  return made;
}

/** @param {string} kind @param {string} words @param {string} title @param {() => void} act */
function link(kind, words, title, act) {
  return h("a", { class: kind, role: "button", tabindex: 0, title, onclick: (/** @type {Event} */ event) => {
    event.stopPropagation();
    act();
  }, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.stopPropagation();
    act();
  } }, words);
}

/** @param {string} name @param {((name: string) => void) | undefined} open */
export function caseChip(name, open) {
  return h("button", {
    class: "case", type: "button", title: `Rule ${name}`, onclick: (/** @type {Event} */ event) => {
      event.stopPropagation();
      open?.(name);
    },
  }, name);
}

/** A number with its noun. @param {number} n @param {string} one @param {string} [many] */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

/** How long ago, in words. @param {number} when seconds since 1970 */
export function ago(when) {
  const seconds = Date.now() / 1000 - when;
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${count(Math.floor(seconds / 60), "minute")} ago`;
  if (seconds < 86400) return `${count(Math.floor(seconds / 3600), "hour")} ago`;
  return `${count(Math.floor(seconds / 86400), "day")} ago`;
}

/** The sum of some modifiers, exactly: 3, −2, 2½, 1/3. @param {{amount: number, over?: number}[]} modifiers */
export function total(modifiers) {
  let [over, sum] = [1, 0];
  for (const modifier of modifiers) {
    const its = modifier.over ?? 1;
    [sum, over] = [sum * its + modifier.amount * over, over * its];
  }
  const shared = (/** @type {number} */ a, /** @type {number} */ b) => {
    while (b) [a, b] = [b, a % b];
    return a;
  };
  const by = shared(Math.abs(sum), over) || 1;
  const [part, of] = [Math.abs(sum) / by, over / by];
  const [whole, rest] = [Math.floor(part / of), part % of];
  const broken = !rest ? "" : of === 2 ? "½" : whole ? ` ${rest}/${of}` : `${rest}/${of}`;
  return `${sum < 0 ? "−" : ""}${whole || !broken ? whole : ""}${broken}`;
}
