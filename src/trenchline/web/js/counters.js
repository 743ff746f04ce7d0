/** Counters as SVG: nation colour, standard symbol, size mark, strengths, name, marks. */

import { s } from "./dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Nation} Nation */

/** The side of a counter, in a drawing whose middle is 0,0. */
export const SIZE = 46;
const HALF = SIZE / 2;
/** How much of a corner is cut off. */
const CUT = 11;

/** The sides in their order. @type {string[]} */
let sides = [];

/** Say in which order the sides of a game come, before any counter of it is drawn. @param {string[]} names */
export function orderSides(names) {
  sides = names;
}

/** @param {string} side */
const isSecond = (side) => sides.indexOf(side) === 1;

/**
 * The outline of a counter: sides can be told apart by it without any colour. Those of the first are square, of the second
 * cut at the lower corners, with a symbol that is pointed; whoever belongs to neither is round.
 *
 * @param {string} side
 * @param {Record<string, string | number>} given
 */
function card(side, given) {
  if (isSecond(side)) {
    return s("path", { ...given, d: `M${-HALF + 4} ${-HALF}H${HALF - 4}q4 0 4 4V${HALF - CUT}L${HALF - CUT} ${HALF}H${-HALF + CUT}L${-HALF} ${HALF - CUT}V${-HALF + 4}q0-4 4-4z` });
  }
  return s("rect", { ...given, x: -HALF, y: -HALF, width: SIZE, height: SIZE, rx: sides.length && !sides.includes(side) ? 14 : 4 });
}

/** What the symbols draw inside a box 26 wide and 16 high around 0,0. @type {Record<string, string>} */
const SYMBOLS = {
  infantry: "M-13-8L13 8M13-8L-13 8",
  cavalry: "M-13 8L13-8",
  artillery: "M0-3.200a3.200 3.200 0 1 0 .010 0z",
  armour: "M-6-4.500h12a4.500 4.500 0 0 1 0 9h-12a4.500 4.500 0 0 1 0-9z",
  mechanized: "M-13-8L13 8M13-8L-13 8M-6-4.500h12a4.500 4.500 0 0 1 0 9h-12a4.500 4.500 0 0 1 0-9z",
  mountain: "M-13-8L13 8M13-8L-13 8M-4 8L0 1.500 4 8z",
  engineer: "M-6 4v-7h12v7M0-3v7",
  hq: "M-13-3.500H13",
  air: "M0 0c-3-4.500-8-4.500-8 0s5 4.500 8 0c3-4.500 8-4.500 8 0s-5 4.500-8 0z",
  naval: "M0-6v11M-3.500-3.500h7M-6.500 1.500C-6 5-2.500 5.500 0 5.500S6 5 6.500 1.500",
  fort: "M-8 5v-8h3v2.500h3V-3h4v2.500h3V-3h3v8z",
  supply: "M-13 4H13",
  replacement: "M-6 0H6M0-6V6",
  siege: "M0-3.200a3.200 3.200 0 1 0 .010 0zM-6 5.500H6",
  assault: "M-13-8L13 8M13-8L-13 8M-4-8L0-3 4-8",
  garrison: "M-13-8L13 8M13-8L-13 8M-13 0H13",
};
const FILLED = new Set(["artillery", "fort"]);

/** Marks that have a sign of their own: a letter, a description. @type {Record<string, string>} */
const SIGNS = { "out of supply": "!", reduced: "½", entrenched: "T", "dug in": "T", "at sea": "~", disrupted: "D", garrison: "G",
  entrained: "T", waiting: "W", "in a pocket": "P" };
/** Marks that are shown by how the whole counter looks. */
const SILENT = new Set(["ready", "moved"]);

/**
 * A counter around 0,0.
 *
 * @param {Piece} piece
 * @param {Record<string, Nation>} nations
 * @returns {SVGGElement}
 */
export function counter(piece, nations) {
  const nation = nations[piece.nation] ?? { name: piece.nation, colour: "#9a9384", ink: "#fff" };
  const signs = piece.marks.filter((mark) => !SILENT.has(mark));
  const label = [title(piece, nations), piece.strengths, ...signs].join(", ");
  const group = s(
    "g",
    { class: "counter", "data-key": piece.key, role: "img", "aria-label": label },
    card(piece.side, { class: "shadow", transform: "translate(1.2 1.8)" }),
    card(piece.side, { class: "card", fill: nation.colour }),
    s("path", { class: "bevel", d: `M${-HALF + 1} ${HALF - 4}V${-HALF + 4}q0-3 3-3H${HALF - 4}` }),
    s("text", { class: "size", x: 0, y: -13.6, fill: nation.ink }, piece.size),
    symbol(piece.symbol, nation, isSecond(piece.side)),
    s("text", { class: piece.strengths.length > 5 ? "strengths long" : "strengths", x: 0, y: 18.6, fill: nation.ink },
      piece.strengths.replaceAll("-", "–")),
    s("text", {
      class: piece.name.length > 4 ? "unit-name" : "unit-name brief", transform: `translate(${-HALF + 6.6} ${-1}) rotate(-90)`, fill: nation.ink,
      ...(piece.name.length > 9 ? { textLength: 36, lengthAdjust: "spacingAndGlyphs" } : {}),
    }, piece.name),
    card(piece.side, { class: "edge" }),
  );
  if (piece.marks.includes("ready")) {
    group.append(s("path", { class: "ready", d: `M${-HALF} ${-HALF + 10}V${-HALF + 3}q0-3 3-3h7z` }));
  }
  if (piece.marks.includes("moved")) {
    group.append(card(piece.side, { class: "moved" }));
  }
  signs.forEach((mark, n) => {
    const at = `translate(${HALF - 2} ${-HALF + 4 + 13.5 * n})`;
    const sign = SIGNS[mark] ?? /^-?\d+/.exec(mark)?.[0].replace("-", "−") ?? mark[0].toUpperCase();
    group.append(
      s("g", { class: `mark ${mark.replace(/^-?\d+ /, "").replaceAll(" ", "-")}`, transform: at },
        s("circle", { r: 7.5 }),
        s("text", { y: 3.6, class: sign.length > 2 ? "wide" : "" }, sign)),
    );
  });
  return group;
}

/** @param {string} kind @param {Nation} nation @param {boolean} pointed */
function symbol(kind, nation, pointed) {
  if (kind === "unknown") return s("text", { class: "unknown", y: 9, fill: nation.ink }, "?");
  return s(
    "g",
    { class: "symbol", transform: "translate(2.5 -3)" },
    pointed ? s("path", { class: "box", d: "M-13-8H13L18.500 0 13 8H-13z" }) : s("rect", { x: -13, y: -8, width: 26, height: 16 }),
    s("path", { d: SYMBOLS[kind] ?? "", ...(FILLED.has(kind) ? { class: "filled" } : {}) }),
    SYMBOLS[kind] ? null : s("text", { y: 4 }, kind.slice(0, 3).toUpperCase()),
  );
}

/** A counter on its own, for lists and trays. @param {Piece} piece @param {Record<string, Nation>} nations */
export function loose(piece, nations) {
  return s("svg", { class: "loose", viewBox: "-25 -30 56 56" }, counter(piece, nations));
}

/** A unit as people call it. @param {Piece} piece @param {Record<string, Nation>} nations */
export function title(piece, nations) {
  if (!piece.name && piece.symbol === "unknown") return `Hidden unit, ${piece.side}`;
  const nation = nations[piece.nation]?.adjective || nations[piece.nation]?.name || piece.nation;
  return `${nation} ${piece.title || piece.name}`;
}
