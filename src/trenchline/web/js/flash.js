/** A die that was rolled, or a word, shown over the map for a moment. */

import { die, fill, h } from "./dom.js";

const DIE_TIME = 2200;
const WORD_TIME = 1600;

export class Flash {
  /** @param {(key: string) => {name: string} | null} named what people call a unit */
  constructor(named) {
    this.named = named;
    this.element = h("div", { class: "flash", "aria-hidden": "true" });
    this.timer = 0;
  }

  /** Show the dice of an entry, each beside its line if each has one. @param {import("./types.js").Entry} entry */
  dice(entry) {
    const lines = entry.lines.filter((text) => /^\s*die \d+: /.test(text));
    const line = entry.lines.find((text) => /\bdie\b/.test(text)) ?? entry.lines[0] ?? "";
    const paired = lines.length > 1 && lines.length === entry.dice.length;
    const rows = paired
      ? lines.map((text, n) => h("div", { class: "flash-row" }, die(entry.dice[n]), h("span", {}, this.told(text))))
      : [...entry.dice.map(die), h("span", {}, this.told(line))];
    this.show(h("div", { class: paired ? "flash-card rows" : "flash-card" }, rows), DIE_TIME);
  }

  /** A line of the log without its die and its cases, units by their names. @param {string} line */
  told(line) {
    return line.trim().replace(/^die \d+: /, "").replace(/ \[[^\]]*\]/g, "")
      .replace(/\b[A-Z]{2}[A-Za-z0-9]+\b/g, (key) => this.named(key)?.name ?? key);
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
