/** Sentences with life in them: cases that open the rulebook, hexes that show where they are. */

import { h } from "./dom.js";

/** Cases like `[8.59]`, `[13-24]` or `[R7]`, and numbers that may be hexes but for the year of a date. */
const PARTS = /\[([A-Z0-9][A-Za-z0-9./-]*)\]|(?<!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Autumn|Winter)[a-z]* (?:\d{1,2} )?)\b(\d{4,6})\b(?!-\d)/g;

/**
 * A sentence as nodes: `[8.59]` becomes a chip that opens the case, `0509` shows the hex.
 *
 * @param {string} text
 * @param {{case?: (name: string) => void, hex?: (label: string) => void,
 *   isHex?: (label: string) => boolean}} on
 * @returns {import("./dom.js").Child[]}
 */
export function lively(text, on) {
  /** @type {import("./dom.js").Child[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(PARTS)) {
    const [whole, rule, label] = found;
    if (label && !on.isHex?.(label)) continue;
    parts.push(text.slice(from, found.index));
    from = found.index + whole.length;
    if (rule) parts.push(caseChip(rule, on.case));
    else parts.push(h("a", { class: "hexlink", role: "button", tabindex: 0, onclick: (/** @type {Event} */ event) => {
      event.stopPropagation();
      on.hex?.(label);
    } }, label));
  }
  parts.push(text.slice(from));
  return parts;
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
