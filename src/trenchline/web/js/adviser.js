/** Who advises in a guided first game: speaks up when something comes up for the first time, and says nothing twice. */

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { deciding } from "./store.js";
import { pointAt, teachingCard } from "./teaching.js";

/** @typedef {import("./types.js").Advice} Advice */

const key = (/** @type {string} */ match) => `trenchline.guided.${match}`;

/** Have an adviser at a match. @param {string} match */
export function beGuided(match) {
  try {
    localStorage.setItem(key(match), "[]");
  } catch {
    // A browser that keeps nothing is not advised.
  }
}

/** Whether a phase is one of those that are meant; `*` stands for any letters. @param {string} phase @param {string} meant */
function isPhase(phase, meant) {
  const parts = meant.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(phase);
}

/** Whether it is time to say something. @param {Advice} advice @param {import("./store.js").Sitting} now */
function due(advice, now) {
  const { phase = "*", verb = "", watch = false } = advice;
  return deciding(now) !== watch && isPhase(now.table.phase, phase) && (!verb || verb in now.table.choices);
}

export class Adviser {
  /** @param {import("./table.js").TableScreen} table @param {import("./types.js").AdviserData} told @param {number[]} said */
  constructor(table, told, said) {
    this.table = table;
    this.told = told;
    /** What has been said, by its number; -1 is the welcome. @type {Set<number>} */
    this.said = new Set(said);
    this.card = teachingCard("Your adviser", "Your adviser");
    this.element = this.card.element;
    this.element.hidden = true;
    table.store.on((now, changed) => {
      if (changed.table || changed.mode) this.speak();
    });
    this.speak();
  }

  /** The adviser at a match, if there is one in this browser. @param {import("./table.js").TableScreen} table @returns {Promise<Adviser | null>} */
  static async at(table) {
    const said = localStorage.getItem(key(table.id));
    if (said === null || !table.side) return null;
    return new Adviser(table, await api.adviser(table.store.now.table.game), JSON.parse(said));
  }

  /** Say what is due, unless something is being said. */
  speak() {
    const { now } = this.table.store;
    if (!this.element.hidden || now.mode !== "live" || now.table.over) return;
    if (!this.said.has(-1)) return this.say(-1, { words: this.told.welcome });
    const number = this.told.advice.findIndex((advice, n) => !this.said.has(n) && due(advice, now));
    if (number >= 0) this.say(number, this.told.advice[number]);
  }

  /** @param {number} number @param {Advice} advice */
  say(number, advice) {
    const { words, buttons } = this.card;
    this.element.hidden = false;
    fill(words, this.table.glossary.line()(advice.words));
    fill(buttons,
      h("button", { onclick: () => this.leave() }, "No more advice"),
      h("button", { class: "primary", onclick: () => this.heard(number) }, number < 0 ? "Let us begin" : "I see"));
    pointAt(this.table, advice.points ?? [], this.element);
  }

  /** It was heard: it is not said again. @param {number} number */
  heard(number) {
    this.said.add(number);
    localStorage.setItem(key(this.table.id), JSON.stringify([...this.said]));
    this.element.hidden = true;
    this.table.map.pointOut([]);
    this.speak();
  }

  /** The adviser goes home. */
  leave() {
    localStorage.removeItem(key(this.table.id));
    this.told = { ...this.told, advice: [] };
    this.said.add(-1);
    this.table.map.pointOut([]);
    this.element.remove();
  }
}
