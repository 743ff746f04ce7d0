/** Showing what others did, one act at a time, at a speed one can follow. */

import * as api from "./api.js";
import { battleAfter, recallBattle } from "./battle.js";
import { die, fill, h, icon } from "./dom.js";
import { complain } from "./notices.js";
import { keep, settings } from "./settings.js";
import { lively } from "./words.js";

/** @typedef {import("./types.js").Entry} Entry */

const ACT = 1100;
const ROLL = 2300;
/** One's own acts need no explaining. */
const OWN = 250;
export const SPEEDS = [0.5, 1, 2, 4];

export class News {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "flash", "aria-hidden": "true" });
    /** @type {Entry[]} */
    this.queue = [];
    this.skipped = false;
    /** @type {() => void} */
    this.wake = () => {};
    this.timer = 0;
  }

  /**
   * Show entries one by one, then the table as it is now.
   *
   * @param {Entry[]} entries
   * @param {string} heading
   */
  async play(entries, heading) {
    const { store, id } = this.table;
    this.queue.unshift(...entries);
    this.skipped = false;
    this.table.card.hide();
    store.set({ mode: "news" });
    if (heading) this.caption(heading);
    let recalled = store.now.battle;
    do {
      while (this.queue.length && !this.skipped) await this.step(/** @type {Entry} */ (this.queue.shift()));
      if (this.skipped) this.queue.length = 0;
      // Choices without words were passed over; what is declared by now is shown all the same.
      const { table, log, battle } = store.now;
      recalled = table.odds || this.skipped ? await recallBattle(id, this.table.side, table, log) : battle;
    } while (this.queue.length);
    this.skipped = false;
    if (store.now.mode !== "news") return;
    store.set({ mode: "live", caption: null, shown: store.now.table, battle: recalled });
  }

  /** Show one entry for as long as it takes. @param {Entry} entry */
  async step(entry) {
    // Taking a unit in hand is no news.
    if (!entry.lines.length && !entry.dice.length) return;
    const { store, id, side } = this.table;
    try {
      const odds = entry.dice.length && entry.version > 0 ? (await api.at(id, entry.version - 1, side)).odds : null;
      const shown = await api.at(id, entry.version, side);
      if (this.skipped) return;
      store.set({ battle: battleAfter(store.now.battle, odds, shown, entry), caption: entry });
      store.set({ shown });
      this.table.map.seek(this.places(entry));
      this.table.announce(entry.lines.join(" "));
      if (entry.dice.length) this.flash(entry);
      const own = entry.side === side && !entry.dice.length;
      await this.wait(own ? OWN : (entry.dice.length ? ROLL : ACT) / settings().speed);
    } catch (error) {
      complain(error);
      this.skipped = true;
    }
  }

  /** More has happened meanwhile. @param {Entry[]} entries */
  more(entries) {
    this.queue.push(...entries);
  }

  /** The hexes an act was about. @param {Entry} entry */
  places(entry) {
    const words = `${entry.choice ?? ""} ${entry.lines.join(" ")}`.match(/\b\d{4,6}\b/g) ?? [];
    return [...new Set(words)].filter((label) => this.table.map.hexes.has(label)).slice(0, 6);
  }

  skip() {
    this.skipped = true;
    this.wake();
  }

  stop() {
    this.skip();
    clearTimeout(this.timer);
  }

  /** @param {number} time @returns {Promise<void>} */
  wait(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Buttons while news are shown. */
  controls() {
    const { speed } = settings();
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
    return h("div", { class: "news-controls" },
      h("button", { title: "Speed", onclick: () => {
        keep({ speed: next });
        this.table.store.set({ caption: this.table.store.now.caption });
      } }, `${speed}×`),
      h("button", { class: "primary", "data-skip": "", title: "Skip (Space)", onclick: () => this.skip() }, icon("skip"), "Skip"));
  }

  /** Show a die that was rolled, over the map. @param {Entry} entry */
  flash(entry) {
    const line = entry.lines.find((text) => /\bdie\b/.test(text)) ?? entry.lines[0] ?? "";
    fill(this.element, h("div", { class: "flash-card" }, entry.dice.map(die),
      h("span", {}, lively(line.trim().replace(/^die \d+: /, ""), {}))));
    this.element.classList.remove("on");
    void this.element.offsetWidth;
    this.element.classList.add("on");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.element.classList.remove("on"), 2200);
  }

  /** @param {string} text */
  caption(text) {
    fill(this.element, h("div", { class: "flash-card words" }, text));
    this.element.classList.add("on");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.element.classList.remove("on"), 1600);
  }
}
