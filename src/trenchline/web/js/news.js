/** Showing what others did, one act at a time, at a speed one can follow. */

import * as api from "./api.js";
import { battleAfter, declared, recallBattle } from "./battle.js";
import { NewsBar } from "./newsbar.js";
import { placesIn } from "./notes.js";
import { complain } from "./notices.js";
import { keep, noteSeen, settings } from "./settings.js";

/** @typedef {import("./types.js").Entry} Entry */

/** Milliseconds for an act, a declared attack before its die, and the die. */
const ACT = 1100;
const DECLARED = 1300;
const ROLL = 2300;
/** One's own acts need no explaining. */
const OWN = 250;
/** The map comes to rest before something happens on it. */
const GLIDE = 380;
/** A counter this small on the screen cannot be followed. */
const FOLLOWED = 26;
export const SPEEDS = [0.5, 1, 2, 4, 8];

export class News {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.bar = new NewsBar(this);
    /** @type {Entry[]} what is still to be shown */
    this.queue = [];
    /** How many acts have been shown since the first of them. */
    this.done = 0;
    /** Whether the map has been brought near enough to follow. */
    this.near = false;
    this.paused = false;
    this.hurried = false;
    this.skipped = false;
    this.stopped = false;
    /** @type {() => void} */
    this.wake = () => {};
    this.look = () => this.wake();
    document.addEventListener("visibilitychange", this.look);
  }

  /**
   * Show entries one by one, then the table as it is now.
   *
   * @param {Entry[]} entries
   * @param {string} heading
   */
  async play(entries, heading) {
    const { store, id, side } = this.table;
    this.queue.unshift(...entries.filter(isNews));
    Object.assign(this, { done: 0, near: false, paused: false, skipped: false });
    this.table.card.hide();
    store.set({ mode: "news" });
    if (heading) this.table.flash.words(heading);
    let recalled = store.now.battle;
    do {
      while (this.queue.length && !this.skipped) await this.step(/** @type {Entry} */ (this.queue.shift()));
      if (this.skipped) this.queue.length = 0;
      // Choices without words were passed over; what is declared by now is shown all the same.
      const { table, log, battle } = store.now;
      recalled = table.odds || this.skipped ? await recallBattle(id, side, table, log) : battle;
    } while (this.queue.length);
    if (this.stopped || store.now.mode !== "news") return;
    noteSeen(this.table.seat(), store.now.table.version);
    store.set({ mode: "live", caption: null, shown: store.now.table, battle: recalled });
  }

  /** Show one entry for as long as it takes. @param {Entry} entry */
  async step(entry) {
    const { store, id, side, map } = this.table;
    this.done += 1;
    this.hurried = false;
    try {
      const [before, shown] = await Promise.all([
        entry.dice.length && entry.version > 0 ? api.at(id, entry.version - 1, side) : null,
        api.at(id, entry.version, side),
      ]);
      if (this.skipped) return;
      const battle = battleAfter(store.now.battle, before, shown, entry);
      store.set({ caption: entry });
      const places = this.places(entry, shown);
      if (map.seek(places, this.near ? 0 : FOLLOWED)) await this.wait(GLIDE);
      this.near ||= places.length > 0;
      // An attack is declared before its die falls.
      if (before?.focus?.battle === "declare" && !this.skipped) {
        store.set({ battle: before.odds && declared(before.odds), shown: before });
        await this.wait(DECLARED);
        this.hurried = false;
      }
      if (this.skipped) return;
      store.set({ battle, shown });
      noteSeen(this.table.seat(), entry.version);
      this.table.announce(entry.lines.map((note) => note.text).join(" "));
      if (entry.dice.length) this.table.flash.dice(entry);
      await this.wait(entry.dice.length ? ROLL : entry.side === side ? OWN : ACT);
    } catch (error) {
      complain(error);
      this.skipped = true;
    }
  }

  /** More has happened meanwhile. @param {Entry[]} entries */
  more(entries) {
    this.queue.push(...entries.filter(isNews));
    this.bar.draw(this.table.store.now);
  }

  /** The places an act was about: those it names, and from where to where counters went. @param {Entry} entry @param {import("./types.js").Table} shown */
  places(entry, shown) {
    const moved = this.table.map.stacks.moved(shown.pieces).slice(0, 4).flatMap(({ from, to }) => [from, to]);
    return [...new Set([...moved, ...placesIn(entry)])].filter((label) => this.table.map.hexes.has(label)).slice(0, 8);
  }

  // What whoever watches may do.

  /** Stop here, or go on. */
  pause() {
    this.paused = !this.paused;
    this.wake();
    this.bar.draw(this.table.store.now);
  }

  /** On to the next act at once. */
  next() {
    this.hurried = true;
    this.wake();
  }

  /** @param {number} by steps of speed */
  faster(by) {
    const at = SPEEDS.indexOf(settings().speed);
    keep({ speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))] });
    this.wake();
    this.bar.draw(this.table.store.now);
  }

  /** To the present. */
  skip() {
    this.skipped = true;
    this.wake();
  }

  stop() {
    this.stopped = true;
    this.skip();
    document.removeEventListener("visibilitychange", this.look);
  }

  /** Wait so many milliseconds of the usual speed; nothing passes while nobody looks. @param {number} time */
  async wait(time) {
    let left = time;
    while (left > 0 && !this.skipped && !this.hurried) {
      const still = this.paused || document.hidden;
      const { speed } = settings();
      const start = performance.now();
      await this.sleep(still ? Infinity : left / speed);
      if (!still) left -= (performance.now() - start) * speed + 1;
    }
  }

  /** Until something changes, or for this long. @param {number} time @returns {Promise<void>} */
  sleep(time) {
    return new Promise((resolve) => {
      const timer = time === Infinity ? 0 : setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Taking a unit in hand is no news. @param {Entry} entry */
function isNews(entry) {
  return entry.lines.length > 0 || entry.dice.length > 0;
}
