/** A die that was rolled, or a word, shown over the map for a moment. */

import { die, fill, h } from "./dom.js";

const DIE_TIME = 2200;
const WORD_TIME = 1600;

export class Flash {
  constructor() {
    this.element = h("div", { class: "flash", "aria-hidden": "true" });
    this.timer = 0;
  }

  /** Show the dice of an entry. @param {import("./types.js").Entry} entry */
  dice(entry) {
    const line = entry.lines.find((text) => /\bdie\b/.test(text)) ?? entry.lines[0] ?? "";
    this.show(h("div", { class: "flash-card" }, entry.dice.map(die),
      h("span", {}, line.trim().replace(/^die \d+: /, "").replace(/ \[[^\]]*\]/g, ""))), DIE_TIME);
  }

  /** @param {string} text */
  words(text) {
    this.show(h("div", { class: "flash-card words" }, text), WORD_TIME);
  }

  /** @param {HTMLElement} card @param {number} time */
  show(card, time) {
    fill(this.element, card);
    this.element.classList.remove("on");
    // Read, so that the animation begins anew.
    void this.element.offsetWidth;
    this.element.classList.add("on");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hide(), time);
  }

  hide() {
    clearTimeout(this.timer);
    this.element.classList.remove("on");
  }
}
