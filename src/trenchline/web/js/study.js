/** A study: a match that is over with words, arrows and variations pinned to its moments.
 *
 * It is a file of its own (`*.study.json`), which has the record and those of the variations whole, or a link, which names the
 * matches and carries the pins. A variation is a match that goes on from the moment it is pinned to. */

import * as api from "./api.js";

/**
 * @typedef {{at: number, words: string, marks: string[], variations: string[]}} Pin
 * @typedef {{study: 1, title: string, record: string, pins: Pin[]}} StudyFile
 */

/** What a link may carry: longer ones are cut by mail and messengers. */
const LONGEST_LINK = 6000;
const MOST_WORDS = 4000;
/** What a study may hold: each variation of a file from elsewhere is a record that is sent to the server. */
const MOST_PINS = 300;
const MOST_VARIATIONS = 24;
/** What is said when there is more. */
export const LIMITS = `A study has ${MOST_PINS} moments and ${MOST_VARIATIONS} variations at most.`;
const MARK = /^[acm][\w-]{1,12}(>[\w-]{1,12})?$/;

export class Study {
  constructor(title = "", /** @type {Pin[]} */ pins = []) {
    this.title = title;
    this.pins = pins;
  }

  /** @param {number} at @returns {Pin | undefined} */
  pin(at) {
    return this.pins.find((pin) => pin.at === at);
  }

  /** Change what is pinned to a moment; nothing leaves nothing. @param {number} at @param {Partial<Pin>} change */
  set(at, change) {
    const pin = { words: "", marks: [], variations: [], ...this.pin(at), ...change, at };
    const others = this.pins.filter((one) => one.at !== at);
    const empty = !pin.words.trim() && !pin.marks.length && !pin.variations.length;
    this.pins = (empty ? others : [...others, pin]).sort((a, b) => a.at - b.at);
  }

  /** Whether nothing can be added to it. */
  get full() {
    return this.pins.length >= MOST_PINS || variationsOf(this.pins) >= MOST_VARIATIONS;
  }

  /** The address of the study of a match. @param {string} match */
  address(match) {
    return `#/match/${match}?study=${packed({ title: this.title, pins: this.pins })}`;
  }

  /** Whether a link can carry it. @param {string} match */
  fits(match) {
    return this.address(match).length <= LONGEST_LINK;
  }

  /** The study of a match as a file. @param {string} match @returns {Promise<string>} */
  async file(match) {
    const pins = await Promise.all(this.pins.map(async (pin) => ({ ...pin, variations: await Promise.all(pin.variations.map(recordOf)) })));
    return JSON.stringify({ study: 1, title: this.title, record: await recordOf(match), pins }, null, 1);
  }
}

/** The study that an address carries. @param {string} text */
export function fromLink(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const { title, pins } = JSON.parse(new TextDecoder().decode(bytes));
    return new Study(String(title ?? "").slice(0, 200), sound(pins));
  } catch {
    throw new Error("This link is not the whole link of a study.");
  }
}

/** Whether a file is a study. @param {string} text */
export const isStudy = (text) => /^\s*\{\s*"study"\s*:/.test(text);

/** Take in a study: its record, and those of its variations; the answer is its address, and whether it is whole. @param {string} text */
export async function takeIn(text) {
  /** @type {StudyFile} */
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("This is not a whole study: it cannot be read.");
  }
  if (file.study !== 1 || typeof file.record !== "string") throw new Error("This is not a study of a kind that is known here.");
  const kept = sound(file.pins);
  const whole = Array.isArray(file.pins) && kept.length === file.pins.length && variationsOf(kept) === variationsOf(file.pins);
  const match = await taken(file.record);
  const pins = [];
  for (const pin of kept) {
    const variations = [];
    for (const record of pin.variations) variations.push(await taken(record));
    pins.push({ ...pin, variations });
  }
  return { address: new Study(String(file.title ?? "").slice(0, 200), pins).address(match), whole };
}

/** The choices of a record that stand, one a line. @param {string} record @returns {{side: string, choice: string}[]} */
export function choicesOf(record) {
  /** @type {{side: string, choice: string}[]} */
  const made = [];
  for (const line of record.trim().split("\n").slice(1, -1)) {
    const { side, choice, back } = JSON.parse(line);
    if (back === undefined) made.push({ side, choice });
    else made.length = back;
  }
  return made;
}

/** The draft of a lesson: one learns what was chosen at each moment that has words, and sees what lies between. @param {string} match @param {Study} study */
export async function lessonOf(match, study) {
  const told = study.pins.filter((pin) => pin.words.trim());
  if (!told.length) throw new Error("A lesson needs words at one moment at least.");
  const made = choicesOf(await recordOf(match));
  const side = made[told[0].at]?.side ?? "";
  const { text } = await api.positionAt(match, told[0].at);
  const moments = told.flatMap((pin, n) => {
    const end = told[n + 1]?.at ?? pin.at + 1;
    const points = [...new Set(pin.marks.flatMap((mark) => mark.slice(1).split(">")))];
    const own = made[pin.at]?.side === side;
    const choices = made.slice(pin.at, end).map(({ choice }) => choice);
    // What the others chose is looked on at.
    const [next, between] = own ? [choices.slice(0, 1), choices.slice(1)] : [choices, []];
    return [
      ["[[moment]]", `words = ${quoted(pin.words.trim())}`, points.length ? `points = ${JSON.stringify(points)}` : "",
        next.length ? `${own ? "choose" : "plays"} = ${JSON.stringify(next)}` : "",
        own ? `otherwise = ${quoted("Something else was chosen here.")}` : ""],
      between.length ? ["[[moment]]", `words = ${quoted("This followed.")}`, `plays = ${JSON.stringify(between)}`] : [],
    ].filter((part) => part.length).map((part) => part.filter(Boolean).join("\n"));
  });
  return [
    "# A draft that was made of a study. The dice fall by the seed: find one by which they fall as they did.",
    `title = ${quoted(study.title || "A lesson")}`, `summary = ${quoted(told[0].words.trim().split(/(?<=[.!?])\s/)[0])}`,
    `side = ${quoted(side)}`, "minutes = 10", 'seed = "a"', `position = """\n${text.trim()}\n"""`,
    `done = ${quoted("This was the whole lesson.")}`, "", moments.join("\n\n"), "",
  ].join("\n");
}

/** How many variations are pinned. @param {Pin[]} pins */
const variationsOf = (pins) => pins.reduce((sum, pin) => sum + (pin?.variations?.length ?? 0), 0);

/** Words as TOML writes them. @param {string} words */
const quoted = (words) => JSON.stringify(words);

/** Pins from elsewhere, as far as they make sense. @param {unknown} pins @returns {Pin[]} */
function sound(pins) {
  const texts = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);
  let room = MOST_VARIATIONS;
  return (Array.isArray(pins) ? pins : []).filter((pin) => Number.isSafeInteger(pin?.at) && pin.at >= 0).slice(0, MOST_PINS).map((pin) => {
    const variations = texts(pin.variations).slice(0, room);
    room -= variations.length;
    return { at: pin.at, words: String(pin.words ?? "").slice(0, MOST_WORDS), marks: texts(pin.marks).filter((mark) => MARK.test(mark)).slice(0, MOST_PINS), variations };
  });
}

/** @param {unknown} data */
function packed(data) {
  const letters = [...new TextEncoder().encode(JSON.stringify(data))].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} match @returns {Promise<string>} */
const recordOf = (match) => api.drawing(api.recordUrl(match));

/** @param {string} record */
const taken = async (record) => (await api.replay(new File([record], "study.jsonl", { type: "application/x-ndjson" }))).id;
