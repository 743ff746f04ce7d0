/** Who teaches a lesson at the table: says what to do, points at it, and lets only that go on. */

import * as api from "./api.js";
import { learn, noteLearnt } from "./college.js";
import { fill, h, icon } from "./dom.js";
import { complain } from "./notices.js";
import { deciding } from "./store.js";
import { pointAt, teachingCard } from "./teaching.js";
import { caseChip } from "./words.js";

/** @typedef {import("./types.js").Moment} Moment */

/** Whether a choice is one that is wanted; `with *` is any. @param {string} choice @param {string} wanted */
const fits = (choice, wanted) => (wanted.endsWith("*") ? choice.startsWith(wanted.slice(0, -1)) : choice === wanted);

/** How large counters are in a lesson, in pixels. */
const NEAR = 52;

export class Coach {
  /** @param {import("./table.js").TableScreen} table @param {import("./types.js").Taught} lesson */
  constructor(table, lesson) {
    this.table = table;
    this.lesson = lesson;
    /** The moment that it is, by its number; beyond the last all is done. */
    this.at = Number(sessionStorage.getItem(this.key()) ?? 0);
    /** Choices that are on their way and go on. */
    this.pending = 0;
    /** At which moment each version of the match was seen. @type {Map<number, number>} */
    this.seen = new Map();
    const card = teachingCard(lesson.title, `Lesson: ${lesson.title}`);
    this.element = card.element;
    this.words = card.words;
    this.hint = card.hint;
    this.buttons = card.buttons;
    this.progress = card.progress;
    let { version } = table.store.now.table;
    table.store.on((now, changed) => {
      if (!changed.table || now.table.version === version) return;
      const back = now.table.version < version;
      version = now.table.version;
      if (back) this.go(this.seen.get(version) ?? 0);
      else if (this.pending) this.go(this.at + this.pending);
      this.seen.set(version, this.at);
    });
    this.seen.set(version, this.at);
  }

  key() {
    return `lesson.${this.table.id}`;
  }

  /** @returns {Moment | undefined} */
  get moment() {
    return this.lesson.moments[this.at];
  }

  /** Whether choices do not go on from here; then it says what would. @param {string[]} choices */
  refuses(choices) {
    const { moments } = this.lesson;
    if (!this.moment) return false;
    const wrong = choices.findIndex((choice, n) => !moments[this.at + n]?.choose?.some((wanted) => fits(choice, wanted)));
    if (wrong < 0) {
      this.pending = choices.length;
      return false;
    }
    const moment = moments[this.at + wrong] ?? this.moment;
    const instead = Object.entries(moment.instead ?? {}).find(([known]) => fits(choices[wrong], known));
    this.say(instead?.[1] ?? (moment.otherwise || "Read on first: press Next."));
    return true;
  }

  /** @param {...(string | Node | null)} words */
  say(...words) {
    this.hint.hidden = false;
    fill(this.hint, ...words);
    this.table.card.hide();
    this.point();
  }

  /**
   * Somebody clicked on what cannot be chosen: why not, and what would go on. Whether anything was said.
   *
   * @param {import("./types.js").Why | null} why nothing, if there was nothing to choose
   */
  refused(why) {
    const { moment, table } = this;
    if (!moment?.choose?.length) return false;
    const reason = why?.reason ?? "";
    const chip = why?.case && why.case !== "-" ? caseChip(why.case, table.links.case) : null;
    const told = reason ? h("span", { class: "reason" }, table.glossary.line()(`${reason[0].toUpperCase()}${reason.slice(1)}. `), chip, chip ? " " : null) : null;
    this.say(told, moment.otherwise ?? "");
    if (reason) table.announce(`Not possible: ${reason}, case ${why?.case}`);
    return true;
  }

  /** Go to a moment. @param {number} at */
  go(at) {
    this.at = at;
    this.pending = 0;
    sessionStorage.setItem(this.key(), String(at));
    this.enter();
  }

  /** Show the moment that it is. */
  enter() {
    const { moment, lesson } = this;
    this.hint.hidden = true;
    this.progress.textContent = `${Math.min(this.at + 1, lesson.moments.length)} of ${lesson.moments.length}`;
    fill(this.words, this.table.glossary.line()(moment ? moment.words : lesson.done));
    const button = (/** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ kind = "") => h("button", { class: kind, onclick: act }, label);
    fill(this.buttons,
      moment?.points?.length ? button("Show me", () => this.point()) : null,
      moment && !moment.choose?.length ? button("Next", () => this.next(moment), "primary") : null,
      moment ? null : this.farewell());
    if (!this.at) this.comeNear();
    if (!moment) noteLearnt(this.table.store.now.table.game, lesson.name);
    this.point();
  }

  /** Look at those it is about from near by: they are few. */
  comeNear() {
    const { map, store } = this.table;
    map.seek(store.now.table.pieces.map((piece) => piece.place).filter((place) => map.hexes.has(place)), NEAR);
  }

  /** Where one goes from the end of a lesson. */
  farewell() {
    const { next } = this.lesson;
    const { game } = this.table.store.now.table;
    return [
      h("button", { onclick: () => this.leave() }, "Play on"),
      h("a", { class: next ? "button" : "button primary", href: `#/college/${encodeURIComponent(game)}` }, icon("rules"), "All lessons"),
      next ? h("button", { class: "primary", title: `${next.title}: ${next.summary}`, onclick: () => learn(game, next) }, "Next lesson") : null,
    ];
  }

  /** Point at what it is about. */
  point() {
    pointAt(this.table, this.moment?.points ?? [], this.element);
  }

  /** Go on from what was read; if the others play now, they do. @param {Moment} moment */
  async next(moment) {
    if (!moment.plays?.length) {
      this.go(this.at + 1);
      return;
    }
    fill(this.buttons);
    try {
      const { id, store } = this.table;
      let { version, who } = store.now.table;
      for (const choice of moment.plays) ({ version, who } = await api.choose(id, who, choice, version));
      this.pending = 1;
      await this.table.arrivals.look();
    } catch (error) {
      complain(error);
      this.enter();
    }
  }

  /** The lesson is over, and the match goes on. */
  leave() {
    this.element.remove();
    this.table.map.pointOut([]);
    this.table.coach = null;
    sessionStorage.removeItem(this.key());
    if (!deciding(this.table.store.now)) this.table.arrivals.handOver().catch(complain);
  }
}
