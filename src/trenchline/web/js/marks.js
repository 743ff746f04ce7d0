/** The small drawings laid on the map: hexes, hatchings, reticles, arrows. */

import { s } from "./dom.js";

/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./types.js").BoardData} BoardData */
/** @typedef {{x: number, y: number}} Spot */

/**
 * The outline of a hex.
 *
 * @param {{x: number, y: number}} hex
 * @param {number} side
 * @param {"flat" | "pointy"} [orientation]
 */
export function hexPath(hex, side, orientation = "flat") {
  const turn = orientation === "flat" ? 0 : Math.PI / 6;
  const corners = [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = turn + (n * Math.PI) / 3;
    return `${(hex.x + side * Math.cos(angle)).toFixed(2)} ${(hex.y + side * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}z`;
}

/** Hatchings that differ in direction as well as in colour. */
export const HATCHINGS = [
  { colour: "#1f5c8f", path: "M-2 10L10-2M-2 2L2-2M6 10L10 6" },
  { colour: "#a03a1e", path: "M-2-2L10 10M6-2L10 2M-2 6L2 10" },
  { colour: "#2f7a56", path: "M0 4H8" },
  { colour: "#7a4f96", path: "M4 0V8" },
  { colour: "#8a6a12", path: "M2 2h.010M6 6h.010" },
  { colour: "#33302a", path: "M0 4H8M4 0V8" },
];

export function patterns() {
  return s("defs", {},
    HATCHINGS.map(({ colour, path }, n) =>
      s("pattern", { id: `hatch${n}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        s("rect", { width: 8, height: 8, fill: colour, opacity: 0.16 }),
        s("path", { d: path, stroke: colour, "stroke-width": n === 4 ? 2.6 : 1.5, "stroke-linecap": "round", opacity: 0.75 }))),
    s("marker", { id: "tip", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto" },
      s("path", { d: "M0 0L10 5 0 10z" })),
    ["march", "attack", "retreat", "fire"].map((kind) =>
      s("marker", { id: `tip-${kind}`, class: `tip ${kind}`, viewBox: "0 0 10 10", refX: 4, refY: 5, markerWidth: 2.6, markerHeight: 2.6, orient: "auto" },
        s("path", { d: "M0 0L10 5 0 10z" }))));
}

/** Lines that differ in their dashes as well as in colour, in parts of a hex. */
const DASHES = [[], [0.3, 0.16], [0.08, 0.14], [0.42, 0.12, 0.08, 0.12], [0.2, 0.2], [0.56, 0.14]];

/** Lines of one kind, with a light edge on any ground. @param {number} n @param {[Spot, Spot][]} stretches @param {number} unit */
export function strand(n, stretches, unit) {
  const kind = n % HATCHINGS.length;
  const d = stretches.map(([a, b]) => `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`).join("");
  return s("g", { class: "strand", "data-hatch": kind },
    s("path", { class: "back", d, "stroke-width": unit * 0.2 }),
    s("path", { d, stroke: HATCHINGS[kind].colour, "stroke-width": unit * 0.11, "stroke-dasharray": DASHES[kind].map((part) => (part * unit).toFixed(1)).join(" ") || "none" }));
}

/** A sample of a hatching, or of a line, for the list of layers. @param {number} n @param {boolean} [isLine] */
export function swatch(n, isLine = false) {
  const { colour, path } = HATCHINGS[n % HATCHINGS.length];
  if (isLine) return s("svg", { class: "swatch", viewBox: "0 0 16 12" }, strand(n, [[{ x: 0, y: 6 }, { x: 16, y: 6 }]], 22));
  return s("svg", { class: "swatch", viewBox: "0 0 16 12" },
    s("rect", { width: 16, height: 12, fill: colour, opacity: 0.16 }),
    [0, 8].map((x) => s("path", { d: path, transform: `translate(${x} 2)`, stroke: colour, "stroke-width": n % HATCHINGS.length === 4 ? 2.6 : 1.5, "stroke-linecap": "round", fill: "none" })));
}

/** @param {number} n @param {Hex[]} hexes @param {BoardData} board */
export function tint(n, hexes, board) {
  const kind = n % HATCHINGS.length;
  return s("path", {
    class: "tint", "data-hatch": kind, fill: `url(#hatch${kind})`, stroke: HATCHINGS[kind].colour,
    d: hexes.map((hex) => hexPath(hex, board.unit * 0.97, board.orientation)).join(""),
  });
}

/** Crosshairs over an occupied target. @param {Hex} hex @param {number} unit */
export function reticle(hex, unit) {
  const r = unit * 0.74;
  const arm = unit * 0.2;
  const arms = [[0, -1], [1, 0], [0, 1], [-1, 0]]
    .map(([x, y]) => `M${x * (r - arm)} ${y * (r - arm)}L${x * (r + arm)} ${y * (r + arm)}`).join("");
  return s("g", { class: "reticle", transform: `translate(${hex.x} ${hex.y})` },
    s("circle", { r, class: "back" }), s("path", { d: arms, class: "back" }),
    s("circle", { r }), s("path", { d: arms }));
}

/** A place that is destroyed. @param {Hex} hex @param {number} unit */
export function ruin(hex, unit) {
  const r = unit * 0.52;
  return s("path", {
    class: "ruin", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, transform: `translate(${hex.x} ${hex.y})`,
  });
}

/** Where small markers stand: between the counter and a corner below it, or above it. */
const LOW = { x: 0.36, y: 0.7 };

/** Small signs: where each stands beside the counter, and what it draws around 0,0. @type {Record<string, {x: number, y: number, d: string}>} */
const SIGNS = {
  "broken line": { x: 1, y: 1, d: "M-5-5L5 5M5-5L-5 5" },
  railhead: { x: -1, y: 1, d: "M-6 4V-4H6V4M-6 0H6" },
  depot: { x: -1, y: 1, d: "M-6.500 5V-1L0-6 6.500-1V5zM-2 5V1H2V5" },
  "depot that moves": { x: -1, y: 1, d: "M-6.500 2V-5H6.500V2zM-3.500 2a2 2 0 1 0 .010 0zM3.500 2a2 2 0 1 0 .010 0z" },
  "resource points": { x: 0, y: 1.08, d: "M-5-4.500H5V4.500H-5zM-5-4.500L5 4.500M5-4.500L-5 4.500" },
  flooded: { x: 1, y: -1, d: "M-7-3q2-2.500 3.500 0t3.500 0 3.500 0 3.500 0M-7 2q2-2.500 3.500 0t3.500 0 3.500 0 3.500 0" },
  contested: { x: 0, y: -1.08, d: "M-5-5L5 5M5-5L-5 5M-6 2.500L-2.500 6M6 2.500L2.500 6" },
  fort: { x: -1, y: -1, d: "M-6.500 5V-5H-3.500V-2H-1.500V-5H1.500V-2H3.500V-5H6.500V5z" },
};

/**
 * What lies in a hex besides counters. It keeps to the rim, where counters leave it in sight.
 *
 * @param {string} kind
 * @param {Hex} hex
 * @param {BoardData} board
 */
export function marker(kind, hex, board) {
  const { unit, orientation } = board;
  const rim = (/** @type {number} */ grow) => hexPath(hex, unit * grow, orientation);
  const name = `marker ${kind.replaceAll(" ", "-")}`;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `translate(${hex.x + x * LOW.x * unit} ${hex.y + y * LOW.y * unit}) scale(${unit / 36})`;
  const tip = s("title", {}, kind);
  switch (kind) {
    case "trench":
      return s("g", { class: name }, tip, s("path", { class: "back", d: rim(0.9) }),
        s("path", { class: "line", d: rim(0.9) }), s("path", { class: "teeth", d: rim(0.845) }));
    case "construction":
    case "fieldworks":
      return s("g", { class: name }, tip, s("path", { class: "back", d: rim(0.88) }), s("path", { class: "line", d: rim(0.88) }));
    case "devastation":
      return s("g", { class: name }, tip, s("path", { class: "line", d: rim(0.86) }));
  }
  const sign = SIGNS[kind];
  if (sign) return s("g", { class: `${name} sign`, transform: at(sign.x, sign.y) }, tip, s("path", { class: "back", d: sign.d }), s("path", { class: "line", d: sign.d }));
  // What has no sign of its own shows its first letter.
  return s("g", { class: `${name} letter`, transform: at(0, 1) }, tip, s("circle", { r: 7 }), s("text", { y: 3.8 }, kind[0].toUpperCase()));
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
export function arrow(a, b) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const bend = 0.12;
  const middle = `${(a.x + b.x) / 2 - dy * bend} ${(a.y + b.y) / 2 + dx * bend}`;
  const d = `M${a.x} ${a.y}Q${middle} ${b.x} ${b.y}`;
  return s("g", { class: "arrow" }, s("path", { d, class: "back" }), s("path", { d, "marker-end": "url(#tip)" }));
}

/**
 * A way that could be gone: a line of its own for road, rail, sea and air, and in each hex what it costs.
 *
 * @param {{x: number, y: number} | null} start
 * @param {(import("./types.js").Leg & {spot: {x: number, y: number} | null})[]} legs
 * @param {number} unit
 */
export function course(start, legs, unit) {
  /** @type {{by: string, spots: {x: number, y: number}[]}[]} */
  const lines = [];
  let here = start;
  for (const { by = "road", spot } of legs) {
    if (here && spot) {
      const last = lines.at(-1);
      if (last?.by === by) last.spots.push(spot);
      else lines.push({ by, spots: [here, spot] });
    }
    here = spot ?? here;
  }
  const drawn = lines.map(({ by, spots }, n) => {
    const d = `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
    return s("g", { class: `leg ${by}`, "data-by": by }, s("path", { d, class: "back" }), s("path", { d, class: "line" }),
      by === "rail" ? s("path", { d, class: "track" }) : null,
      n === lines.length - 1 ? s("path", { d, class: "head", "marker-end": "url(#tip-march)" }) : null);
  });
  const costs = legs.flatMap(({ cost, zone, spot }, n) => spot && (cost || zone || n === legs.length - 1) ? [
    s("g", { class: zone ? "cost zone" : "cost", transform: `translate(${spot.x} ${spot.y + unit * 0.6}) scale(${unit / 40})` },
      s("rect", { x: -11, y: -9, width: 22, height: 18, rx: zone ? 2 : 9 }), s("text", { y: 4.5 }, cost || (zone ? "!" : "•")))] : []);
  return [...drawn, ...costs];
}

/** How far a trail keeps from the middle of its first and last hex, in sides of a hex: counters stay readable. */
const FROM = 0.42;
const TO = 0.56;

/**
 * The way of a march, or an attack, drawn over the counters it passes.
 *
 * @param {string} kind
 * @param {{x: number, y: number}[]} spots
 * @param {number} unit
 */
export function trail(kind, spots, unit) {
  const pull = (/** @type {number} */ at, /** @type {number} */ to, /** @type {number} */ by) => {
    const [a, b] = [spots[at], spots[to]];
    const away = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: a.x + ((b.x - a.x) * by * unit) / away, y: a.y + ((b.y - a.y) * by * unit) / away };
  };
  const last = spots.length - 1;
  const way = [pull(0, 1, FROM), ...spots.slice(1, last), pull(last, last - 1, TO)];
  const d = `M${way.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  return s("g", { class: `trail ${kind}` }, s("path", { d, class: "back" }),
    s("path", { d, class: "line", pathLength: 1, "marker-end": `url(#tip-${kind.split(" ")[0]})` }));
}
