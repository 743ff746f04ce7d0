/** Words with life in them: cases that open the rulebook, hexes and units that show where they are. */

import { h, s } from "./dom.js";

/** @typedef {{name: string, title: string, place: string, colour: string}} Named */

/** @param {string} words @param {string} label @param {((label: string) => void) | undefined} show */
export function hexLink(words, label, show) {
  return link("hexlink", words, "", () => show?.(label));
}

/**
 * Words with the cases in them as chips.
 *
 * @param {string} text
 * @param {((name: string) => void) | undefined} open
 * @param {import("./glossary.js").Explained} [explained] what makes terms of words
 */
export function caseParts(text, open, explained = (words) => [words]) {
  return text.split(/(\[[A-Z0-9][A-Za-z0-9./-]*\])/).flatMap((part, n) => (n % 2 ? [caseChip(part.slice(1, -1), open)] : explained(part)));
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
