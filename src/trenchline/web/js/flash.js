/** A die that was rolled, or a word, shown over the map for a moment. */

import { die, fill, h } from "./dom.js";
import { namedIn, spoken } from "./notes.js";

const DIE_TIME = 2200;
const WORD_TIME = 1600;
/** More dice than this stand in one row, with the line of the first. */
const ROWS = 5;

export class Flash {
  /** @param {(key: string) => {name: string} | null} named what people call a unit */
  constructor(named) {
    this.named = named;
    this.element = h("div", { class: "flash", "aria-hidden": "true" });
    this.timer = 0;
  }

  /** Show the dice of an entry, each beside its line if each has one. @param {import("./types.js").Entry} entry */
  dice(entry) {
    const notes = entry.lines.filter((note) => namedIn(note, "die").length === 1);
    const note = entry.lines.find((one) => namedIn(one, "die").length) ?? entry.lines[0];
    const paired = notes.length > 1 && notes.length <= ROWS && notes.length === entry.dice.length;
    const rows = paired
      ? notes.map((one, n) => h("div", { class: "flash-row" }, die(entry.dice[n]), h("span", {}, spoken(one, this.named))))
      : [...entry.dice.map(die), h("span", {}, note ? spoken(note, this.named) : "")];
    this.show(h("div", { class: paired ? "flash-card rows" : "flash-card" }, rows), DIE_TIME);
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
