/** Sentences and lines of the log: what they name is told with them, so that nothing in them need be guessed. */

import { die, h } from "./dom.js";
import { caseParts, count, hexLink, unitLink } from "./words.js";

/** @typedef {import("./types.js").Note} Note */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Entry} Entry */

/** What of some kinds a note names. @param {Note} note @param {...Mark["kind"]} kinds */
export function namedIn(note, ...kinds) {
  return (note.marks ?? []).filter((mark) => kinds.includes(mark.kind)).flatMap((mark) => mark.of);
}

/** The hexes an entry names, in its order: those of its lines, and what was chosen. @param {Entry} entry */
export function placesIn(entry) {
  return [...(entry.choice ?? "").split(" ").slice(1), ...entry.lines.flatMap((note) => namedIn(note, "hex", "way"))];
}

/** Whether a note tells a detail of an act. @param {Note} note */
export const isDetail = (note) => note.rank === "detail";

/** Whether a note heads a turn or a phase. @param {Note} note */
export const isHeading = (note) => note.rank === "turn" || note.rank === "phase";

/** The die that a note begins with. @param {Note} note @returns {Mark | null} */
export function leadingDie(note) {
  const [first] = note.marks ?? [];
  return first?.kind === "die" && first.at === 0 ? first : null;
}

/** Where a note begins behind its die. @param {Note} note */
function start(note) {
  const die = leadingDie(note);
  return die ? die.to + (/^:? ?/.exec(note.text.slice(die.to))?.[0].length ?? 0) : 0;
}

/**
 * What words of a sentence do when they are clicked.
 *
 * @typedef {{case?: (name: string) => void, line?: () => import("./glossary.js").Explained, hex?: (label: string) => void,
 *   piece?: (key: string) => import("./words.js").Named | null}} Links
 */

/** A note as nodes, without the die it begins with. @param {Note} note @param {Links} on */
export function written(note, on) {
  return lively(note.text, note.marks, on, start(note));
}

/**
 * A sentence as nodes: cases open the rulebook, hexes and units show where they are, terms explain themselves.
 *
 * @param {string} text
 * @param {Mark[] | undefined} marks
 * @param {Links} on
 * @param {number} [from] where it begins
 * @returns {import("./dom.js").Child[]}
 */
export function lively(text, marks, on, from = 0) {
  /** @type {import("./dom.js").Child[]} */
  const parts = [];
  const explained = on.line?.();
  for (const mark of marks ?? []) {
    if (mark.at < from) continue;
    const node = linked(mark, text.slice(mark.at, mark.to), on);
    if (node === null) continue;
    parts.push(...caseParts(text.slice(from, mark.at), on.case, explained), node);
    from = mark.to;
  }
  parts.push(...caseParts(text.slice(from), on.case, explained));
  return parts;
}

/** A die in the middle of a sentence. @param {number} value */
function inline(value) {
  const shown = die(value);
  shown.classList.add("inline");
  return shown;
}

/** @param {Mark} mark @param {string} words @param {Links} on */
function linked(mark, words, on) {
  const { kind, of } = mark;
  if (kind === "hex") return hexLink(words, of[0], on.hex);
  if (kind === "unit") {
    const piece = on.piece?.(of[0]) ?? null;
    // Where the log calls a unit by its key, people call it by its name.
    return piece && unitLink(words === of[0] ? piece : { ...piece, name: words }, on.hex);
  }
  if (kind === "die") return inline(Number(of[0]));
  if (kind !== "way") return null;
  if (of.length === 1) return hexLink(words, of[0], on.hex);
  const end = of[of.length - 1];
  return h("span", { class: "way", title: of.join(" ") }, hexLink(of[0], of[0], on.hex), " → ", hexLink(end, end, on.hex),
    h("small", {}, ` (${count(of.length - 1, "hexside")})`));
}

/**
 * A note in plain words, without its die and its cases, units by their names.
 *
 * @param {Note} note
 * @param {(key: string) => {name: string} | null} named what people call a unit
 */
export function spoken(note, named) {
  let text = "";
  let from = start(note);
  for (const { kind, at, to, of: [key] } of note.marks ?? []) {
    if (kind !== "unit" || at < from || note.text.slice(at, to) !== key) continue;
    text += note.text.slice(from, at) + (named(key)?.name ?? key);
    from = to;
  }
  return (text + note.text.slice(from)).replace(/ \[[^\]]*\]/g, "");
}

/** Notes of a log; one that is told again and again is told once, with how often. @param {Note[]} notes */
export function folded(notes) {
  /** @type {{note: Note, times: number}[]} */
  const runs = [];
  for (const note of notes) {
    const last = runs.at(-1);
    if (last?.note.text === note.text) last.times += 1;
    else runs.push({ note, times: 1 });
  }
  return runs.map(({ note, times }) => (times > 1 ? { ...note, text: `${note.text} ×\u00a0${times}` } : note));
}
