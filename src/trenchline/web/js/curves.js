/** Curves of an analysis: the chance to win and luck over the match, and small ones by turn. */

import { s } from "./dom.js";

/** @typedef {import("./types.js").AnalysisData} AnalysisData */

const WIDE = 520;
const HIGH = 210;
const LEFT = 40;
const BELOW = 22;

/** @param {AnalysisData} found @param {((version: number) => void) | null} go @returns {SVGSVGElement} */
export function chart(found, go) {
  const length = Math.max(1, found.choices);
  const x = (/** @type {number} */ version) => LEFT + ((WIDE - LEFT - 8) * version) / length;
  const y = (/** @type {number} */ chance) => 8 + (HIGH - 8 - BELOW) * (1 - chance);
  const at = (/** @type {number} */ a, /** @type {number} */ b) => `${a.toFixed(1)} ${b.toFixed(1)}`;
  const steps = found.curve.map((point) => at(x(point.version), y(point.chance)));
  const area = `M${at(x(0), y(0))}L${steps.join("L")}L${at(x(found.curve.at(-1)?.version ?? 0), y(0))}Z`;
  let luck = 0;
  const lucky = found.rolls.map((roll) => {
    luck += roll.luck;
    return `H${x(roll.version).toFixed(1)}V${y(Math.max(0, Math.min(1, 0.5 + luck))).toFixed(1)}`;
  });
  const ticks = labelled(found.turns, x);
  const picture = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": `The chance of ${found.sides[0]} to win, from the beginning to the end` },
    s("rect", { x: LEFT, y: 8, width: WIDE - LEFT - 8, height: HIGH - 8 - BELOW, class: "second" }),
    s("path", { d: area, class: "first" }),
    [0, 0.25, 0.5, 0.75, 1].map((chance) => s("g", { class: chance === 0.5 ? "grid middle" : "grid" },
      s("path", { d: `M${LEFT} ${y(chance).toFixed(1)}H${WIDE - 8}` }),
      s("text", { x: LEFT - 5, y: y(chance) + 4, "text-anchor": "end" }, `${100 * chance}%`))),
    ticks.map(([place, words]) => s("text", { x: place, y: HIGH - 6, class: "tick", "text-anchor": "middle" }, words)),
    s("path", { d: `M${at(LEFT, y(0.5))}${lucky.join("")}H${WIDE - 8}`, class: "lucky" }),
    found.turning.map((turn, n) => s("g", { class: "dot" }, s("circle", { cx: x(turn.ends), cy: y(turn.after), r: 9 }),
      s("text", { x: x(turn.ends), y: y(turn.after) + 4, "text-anchor": "middle" }, n + 1))));
  if (go) {
    picture.classList.add("live");
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const version = (((event.clientX - box.left) * WIDE) / box.width - LEFT) / (WIDE - LEFT - 8);
      go(Math.round(Math.max(0, Math.min(1, version)) * length));
    });
  }
  return picture;
}

/** The names of turns, as many as there is room for. @param {AnalysisData["turns"]} turns @param {(version: number) => number} x
 * @returns {[number, string][]} */
function labelled(turns, x) {
  /** @type {[number, string][]} */
  const found = [];
  let free = LEFT;
  let begins = 0;
  for (const { name, version } of turns) {
    const words = name.length > 16 ? `${name.slice(0, 15)}…` : name;
    const middle = (x(begins) + x(version)) / 2;
    const half = words.length * 3.1;
    if (middle - half > free && middle + half < WIDE) {
      found.push([middle, words]);
      free = middle + half + 8;
    }
    begins = version;
  }
  return found;
}

/** A number of both sides by turn. @param {{name: string, values: number[]}[]} turns @param {string[]} sides @returns {SVGSVGElement} */
export function lines(turns, sides) {
  const wide = 320, high = 110, left = 34;
  const all = turns.flatMap((turn) => turn.values);
  const most = Math.max(1, ...all), least = Math.min(0, ...all);
  const x = (/** @type {number} */ n) => left + ((wide - left - 6) * n) / Math.max(1, turns.length - 1);
  const y = (/** @type {number} */ value) => 6 + (high - 12) * (1 - (value - least) / (most - least));
  return s("svg", { viewBox: `0 0 ${wide} ${high}`, class: "lines", role: "img", "aria-label": sides.map((side, n) => `${side}: ${turns.at(-1)?.values[n] ?? 0} at the end`).join(", ") },
    [least, most].map((value) => s("g", { class: "grid" }, s("path", { d: `M${left} ${y(value).toFixed(1)}H${wide - 6}` }),
      s("text", { x: left - 4, y: y(value) + 4, "text-anchor": "end" }, Math.round(value)))),
    sides.slice(0, 2).map((_, side) => s("path", { class: side ? "second" : "first", d: turns.map((turn, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(turn.values[side] ?? 0).toFixed(1)}`).join("") })));
}
