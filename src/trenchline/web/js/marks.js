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

const COLOURS = ["#1f5c8f", "#a03a1e", "#2f7a56", "#7a4f96", "#8a6a12", "#33302a"];
/** What a hatching repeats, in squares of so many units, with strokes so wide. @type {[string, number, number][]} */
const LINES = [["M0 4H8", 8, 1.5], ["M0 3H12M0 6H12", 12, 1.5], ["M1 6H8", 12, 2.2], ["M0 7H14", 14, 4.5]];
/** @type {[string, number, number][]} */
const SIGNS_REPEATED = [
  ["M2 2h.010M6 6h.010", 8, 2.6], ["M0 4H8M4 0V8", 8, 1.5], ["M6 3.500a2.500 2.500 0 1 0 .010 0z", 12, 1.4], ["M3 3L9 9M9 3L3 9", 12, 1.6],
  ["M6 2L10 9H2z", 12, 1.5], ["M3 3H9V9H3z", 12, 1.5], ["M1 9L6 4 11 9", 12, 1.6], ["M0 6q3-5 6 0t6 0", 12, 1.5], ["M6 2V10M2 6H10", 12, 1.5], ["M7 7h.010", 14, 6],
];

/** Hatchings that differ in what they draw as well as in colour; the last two are for supply. @type {{colour: string, path: string, tile: number, width: number, turn: number}[]} */
export const HATCHINGS = [
  ...LINES.flatMap(([path, tile, width]) => [-45, 45, 0, 90].map((turn) => ({ path, tile, width, turn }))),
  ...SIGNS_REPEATED.map(([path, tile, width]) => ({ path, tile, width, turn: 0 })),
  ...[-30, 30].map((turn) => ({ path: "M0 3H14M2 9H7", tile: 14, width: 1.8, turn })),
].map((one, n, all) => ({ ...one, colour: COLOURS[(n < all.length - 2 ? n : n - all.length + 2) % COLOURS.length] }));
/** The hatching of how far the supply of a side would reach. @param {number} n */
export const reachHatching = (n) => HATCHINGS.length - 2 + n;

export function patterns() {
  return s("defs", {},
    HATCHINGS.map(({ colour, path, tile, width, turn }, n) =>
      s("pattern", { id: `hatch${n}`, width: tile, height: tile, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
        s("rect", { width: tile, height: tile, fill: colour, opacity: 0.16 }),
        s("path", { d: path, stroke: colour, "stroke-width": width, "stroke-linecap": "round", fill: "none", opacity: 0.75 }))),
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
  const kind = n % DASHES.length;
  const d = stretches.map(([a, b]) => `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`).join("");
  return s("g", { class: "strand", "data-hatch": kind },
    s("path", { class: "back", d, "stroke-width": unit * 0.2 }),
    s("path", { d, stroke: COLOURS[kind], "stroke-width": unit * 0.11, "stroke-dasharray": DASHES[kind].map((part) => (part * unit).toFixed(1)).join(" ") || "none" }));
}

/** Where supply comes from: a square of the first side, a diamond of the second. @param {number} n @param {Spot} spot @param {number} unit */
export function spring(n, spot, unit) {
  return s("path", { class: "spring", "data-side": n, d: n ? "M0-9L9 0 0 9-9 0z" : "M-7-7H7V7H-7z", transform: `translate(${spot.x} ${spot.y - unit * 0.7}) scale(${unit / 40})`, fill: HATCHINGS[n % HATCHINGS.length].colour });
}

/** Where a line would break: a cross in a ring for the first side, in a diamond for the second. @param {number} n @param {Spot} spot @param {number} unit */
export function tear(n, spot, unit) {
  const { colour } = HATCHINGS[n % HATCHINGS.length];
  return s("g", { class: "tear", "data-side": n, transform: `translate(${spot.x} ${spot.y}) scale(${unit / 40})` },
    s("path", { d: n ? "M0-13L13 0 0 13-13 0z" : "M0-10a10 10 0 1 0 .010 0z", fill: "#fffbe9", stroke: colour, "stroke-width": 2.4 }),
    s("path", { d: "M-4-4L4 4M4-4L-4 4", stroke: colour, "stroke-width": 3, "stroke-linecap": "round" }));
}

/** A sample of a hatching, or of a line, for the list of layers. @param {number} n @param {boolean} [isLine] */
export function swatch(n, isLine = false) {
  const box = { class: "swatch", viewBox: "0 0 16 12" };
  if (isLine) return s("svg", box, strand(n, [[{ x: 0, y: 6 }, { x: 16, y: 6 }]], 22));
  return s("svg", box, s("rect", { width: 16, height: 12, fill: `url(#hatch${n % HATCHINGS.length})` }));
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
  const costs = legs.flatMap(({ cost, zone, risk, spot }, n) => spot && (cost || zone || risk || n === legs.length - 1) ? [
    s("g", { class: `cost${zone ? " zone" : ""}${risk ? " risk" : ""}`, transform: `translate(${spot.x} ${spot.y + unit * 0.6}) scale(${unit / 40})` },
      risk ? s("path", { d: "M0-19L21 12H-21z" }) : null,
      s("rect", { x: -11, y: -9, width: 22, height: 18, rx: zone ? 2 : 9 }), s("text", { y: 4.5 }, cost || (zone || risk ? "!" : "•")))] : []);
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
