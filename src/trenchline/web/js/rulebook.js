/** The rulebook in our own words, as a book: chapters to open, and a search that takes questions. */

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { byCase, exampleFigure, exampleLink } from "./examples.js";
import { complain } from "./notices.js";
import { caseParts, count } from "./words.js";

/** @typedef {import("./types.js").Rule} Rule */
/** @typedef {{name: string, title: string, summary: string, rules: Rule[]}} Chapter */

/** Words that say nothing about what is wanted. */
const IDLE = new Set(("a an and are army armies as at be by can do does for from get go happens has have hex hexes how i if in is it may me much must my of on " +
  "or should that the there they this to unit units we what when where which who why with you your").split(" "));
/** More answers than this help nobody. */
const MOST = 60;
/** What is said of the kinds of cases that are no plain rules. @type {Record<string, string>} */
const KINDS = { optional: "optional", planned: "not played yet", absent: "not at hand", ruling: "our ruling" };

/** The chapters of a book: what begins with one number belongs together. @param {Rule[]} rules @returns {Chapter[]} */
export function chapters(rules) {
  /** @type {Map<string, Chapter>} */
  const found = new Map();
  for (const rule of rules) {
    const number = rule.kind === "ruling" ? "rulings" : /^\d+/.exec(rule.case)?.[0] ?? "more";
    const chapter = found.get(number) ?? { name: number, title: "", summary: "", rules: [] };
    found.set(number, chapter);
    if (!chapter.title && (rule.case === number || rule.case === `${number}.0`)) {
      chapter.title = rule.title;
      chapter.summary = rule.summary;
      // A heading is all in the title of its chapter.
      if (rule.kind === "heading") continue;
    }
    chapter.rules.push(rule);
  }
  for (const chapter of found.values()) {
    if (chapter.name === "rulings") Object.assign(chapter, { name: "R", title: "Rulings", summary: "What we decided where the rulebook leaves a doubt." });
    else if (chapter.name === "more") Object.assign(chapter, { name: "+", title: "Charts, tracks and reminders", summary: "" });
    else if (!chapter.title) chapter.title = chapter.rules[0].title;
  }
  return [...found.values()].filter((chapter) => chapter.rules.length);
}

/** Whether a text has a word, or one that begins like it; a short one must stand as it is. @param {string} text @param {string} word */
function has(text, word) {
  const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\d])${plain}${word.length > 3 ? "" : "s?(?![\\p{L}\\d])"}`, "iu").test(text);
}

/**
 * The cases that answer a question, best first; if none answers all of it, those that answer most.
 *
 * @param {Rule[]} rules
 * @param {string} question
 */
export function answers(rules, question) {
  const words = question.trim().toLowerCase().split(/[\s,;?!]+/).filter(Boolean);
  const telling = words.filter((word) => !IDLE.has(word));
  const wanted = telling.length ? telling : words;
  const scored = rules.map((rule, n) => {
    let [hits, worth] = [0, 0];
    for (const word of wanted) {
      const numbered = /^\d+([a-z]|[.-]\d*)*$/.test(word) && rule.case.toLowerCase().startsWith(word);
      const points = numbered || has(rule.title, word) ? 4 : has(rule.also ?? "", word) ? 3 : has(rule.summary, word) ? 1 : 0;
      if (points) hits += 1;
      worth += points;
    }
    // Whole chapters answer a question better than their small print, rules better than what is not played.
    if (/^\d+([.]0)?$/.test(rule.case)) worth += 0.5;
    if (rule.kind === "planned" || rule.kind === "absent") worth -= 0.5;
    return { rule, n, hits, worth };
  }).filter(({ hits }) => hits);
  const most = Math.max(0, ...scored.map(({ hits }) => hits));
  const found = scored.filter(({ hits }) => hits === most).sort((a, b) => b.worth - a.worth || a.n - b.n).map(({ rule }) => rule);
  return { found, all: most === wanted.length };
}

export class Rulebook {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** @type {Rule[] | null} */
    this.rules = null;
    /** @type {Map<string, import("./types.js").Example[]>} the examples by their cases */
    this.examples = new Map();
    this.search = h("input", { type: "search", placeholder: "Ask: how to win, 8.59, retreat …", "aria-label": "Search the rulebook",
      oninput: () => this.draw(this.search.value) });
    this.list = h("div", { class: "rules" });
    this.element = h("section", { class: "panel rulebook" }, h("div", { class: "search" }, this.search), this.list);
    /** @type {Map<string, HTMLDetailsElement>} the chapters by their names */
    this.book = new Map();
    // Fetched when first looked at.
    new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.load()).observe(this.element);
  }

  async load() {
    if (this.rules) return;
    this.rules = [];
    try {
      const { game } = this.table.store.now.board;
      const [rules, examples] = await Promise.all([api.rules(game), api.examples(game).catch(() => [])]);
      this.rules = rules;
      this.examples = byCase(examples);
      this.draw(this.search.value);
      if (this.wanted) this.open(this.wanted);
    } catch (error) {
      this.rules = null;
      complain(error);
    }
  }

  /** @param {string} question */
  draw(question) {
    /** @type {Rule[]} */
    const rules = this.rules ?? [];
    if (!question.trim()) {
      this.contents(rules);
      return;
    }
    const { found, all } = answers(rules, question);
    fill(this.list,
      found.length ? null : h("p", { class: "empty" }, "No case has these words."),
      found.length && !all ? h("p", { class: "empty" }, "No case has all of these words; these have most of them.") : null,
      h("dl", {}, found.slice(0, MOST).map((rule) => this.rule(rule))),
      found.length > MOST ? h("p", { class: "empty" }, `and ${found.length - MOST} more`) : null,
      this.guide());
  }

  /** The book by its chapters. @param {Rule[]} rules */
  contents(rules) {
    this.book = new Map(chapters(rules).map((chapter) => [chapter.name, this.chapter(chapter)]));
    fill(this.list, this.guide(), [...this.book.values()]);
  }

  guide() {
    const { guide } = this.table.store.now.board;
    return guide ? h("p", { class: "to-guide" }, "New to the game? ", h("a", { href: guide, target: "_blank" }, "Read the guide"), ": how to win, a turn at a glance.") : null;
  }

  /** A chapter; its cases are written when it is opened. @param {Chapter} chapter */
  chapter(chapter) {
    const { name, title, summary, rules } = chapter;
    const cases = h("dl", {});
    const shown = rules.filter((rule) => this.shows(rule).length).length;
    const element = h("details", { class: "chapter", "data-chapter": name },
      h("summary", {}, h("b", {}, name), " ", h("span", {}, title),
        h("small", {}, count(rules.length, "case"), shown ? `, ${count(shown, "example")}` : "")),
      summary && rules[0]?.title !== title ? h("p", { class: "about" }, caseParts(summary, this.table.links.case, this.table.glossary.line())) : null, cases);
    element.addEventListener("toggle", () => write());
    const write = () => {
      if (element.open && !cases.childElementCount) fill(cases, rules.map((rule) => this.rule(rule, title)));
    };
    return Object.assign(element, { write });
  }

  /** @param {Rule} rule @param {string} [chapter] the title of the chapter it stands in */
  rule(rule, chapter) {
    return h("div", { class: `rule ${rule.kind}`, "data-case": rule.case },
      h("dt", {}, h("b", {}, rule.case), " ", rule.title === chapter ? "" : rule.title, KINDS[rule.kind] ? h("small", {}, KINDS[rule.kind]) : null),
      h("dd", {}, caseParts(rule.summary, this.table.links.case, this.table.glossary.line()),
        this.shows(rule).map((one) => exampleFigure(one, this.table)),
        this.examples.get(rule.case)?.filter((one) => one.cases[0] !== rule.case).map((one) => exampleLink(one, this.table))));
  }

  /** The examples that are shown with a case; with others it goes with stands a link to it. @param {Rule} rule */
  shows(rule) {
    return (this.examples.get(rule.case) ?? []).filter((one) => one.cases[0] === rule.case);
  }

  /** Show a case. @param {string} name */
  open(name) {
    this.wanted = name;
    if (!this.rules?.length) {
      this.load();
      return;
    }
    this.wanted = "";
    this.search.value = "";
    this.draw("");
    // [8.61a] stands under 8.61, and 5.3 under 5.0, if it has no entry of its own.
    const tries = [name, name.replace(/[a-z]$/, ""), `${name.split(".")[0]}.0`, name.split("-")[0]];
    const number = tries.find((wanted) => this.rules?.some((rule) => rule.case === wanted));
    const [chapter] = [...this.book.values()].filter((one) => one.dataset.chapter === (/^R\d/.test(name) ? "R" : /^\d+/.exec(name)?.[0] ?? "+"));
    if (!chapter) return;
    chapter.open = true;
    /** @type {any} */ (chapter).write();
    const rule = chapter.querySelector(`[data-case="${CSS.escape(number ?? "")}"]`) ?? chapter;
    rule.classList.add("open");
    requestAnimationFrame(() => rule.scrollIntoView({ block: rule === chapter ? "start" : "center" }));
  }
}
