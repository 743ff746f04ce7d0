/** The sign that a computer player thinks: who, and for how long already. */

import { h } from "./dom.js";

/** Seconds after which the clock shows, and after which one may want to know that one may leave. */
const CLOCK = 3;
const LONG = 12;

export class Thinking {
  constructor() {
    this.words = h("b", {});
    this.clock = h("span", { class: "clock", "aria-hidden": "true" });
    this.element = h("span", { class: "thinking" }, this.words,
      h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), this.clock);
    this.since = 0;
    this.about = -1;
    this.timer = 0;
  }

  /** Somebody thinks about a position. @param {string} words @param {number} revision */
  show(words, revision) {
    if (revision !== this.about) this.since = performance.now();
    this.about = revision;
    this.words.textContent = words;
    this.tick();
    this.timer ||= window.setInterval(() => this.tick(), 1000);
    return this.element;
  }

  tick() {
    if (this.timer && !this.element.isConnected) {
      clearInterval(this.timer);
      this.timer = 0;
    }
    const seconds = Math.floor((performance.now() - this.since) / 1000);
    this.clock.textContent = seconds < CLOCK ? "" : seconds < LONG ? `${seconds} s`
      : `${seconds} s; you may leave and come back, the match goes on`;
  }
}
