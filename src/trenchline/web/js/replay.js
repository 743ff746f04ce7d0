/** Going back over a match: first, back, play, forward, last, and a slider with turns and phases. */

import * as api from "./api.js";
import { battleAfter } from "./battle.js";
import { fill, h, icon } from "./dom.js";
import { isOver } from "./analysis_panel.js";
import { complain } from "./notices.js";
import { playOn } from "./play_on.js";
import { keep, settings } from "./settings.js";
import { SPEEDS } from "./news.js";

/** @typedef {import("./types.js").Table} Table */

const STEP = 900;
const KEPT = 400;

export class Replay {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.at = 0;
    this.timer = 0;
    this.wanted = 0;
    /** @type {Map<string, Promise<Table>>} */
    this.seen = new Map();
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { class: "round", title: label, "aria-label": label, "data-replay": name, onclick: act }, icon(name));
    this.playButton = button("play", "Play or pause (Space)", () => this.toggle());
    this.slider = h("input", { type: "range", min: "0", "aria-label": "Moment", oninput: () => this.go(Number(this.slider.value)) });
    this.ticks = h("div", { class: "ticks", "aria-hidden": "true" });
    this.moment = h("output", { class: "moment" });
    this.speed = h("button", { title: "Speed", onclick: () => this.faster() }, `${settings().speed}×`);
    this.back = h("button", { class: "undo-here", onclick: () => this.table.takeBacks.to(this.at) }, icon("undo"), h("span", {}, "Take back to here"));
    this.on = h("button", { class: "play-on", "data-replay": "on", title: "A new match from this moment", onclick: () => playOn(this.table, this.at) }, icon("next"), h("span", {}, "Play on"));
    this.study = h("button", { "data-replay": "analysis", onclick: () => this.table.analysis.show() }, icon("state"), h("span", {}, "Analysis"));
    this.now = h("button", { class: "primary", "data-replay": "now", onclick: () => this.end() }, "Back to now");
    this.element = h("div", { class: "replay", role: "group", "aria-label": "Replay" },
      h("div", { class: "replay-buttons" },
        button("first", "First (Home)", () => this.go(0)), button("back", "Back (←)", () => this.by(-1)), this.playButton,
        button("forward", "Forward (→)", () => this.by(1)), button("last", "Last (End)", () => this.go(this.length)), this.speed),
      h("div", { class: "replay-slider" }, this.slider, this.ticks), this.moment, this.back, this.on, this.study, this.now);
  }

  get length() {
    return this.table.store.now.table.version;
  }

  /** Show the match at a version. @param {number} version */
  async enter(version) {
    this.table.news.skip();
    this.table.store.set({ mode: "replay" });
    this.marks();
    await this.go(version);
  }

  /** Back to the present. */
  end() {
    this.pause();
    const { table } = this.table.store.now;
    this.table.store.set({ mode: "live", shown: table, caption: null, battle: null });
    this.table.log.mark(-1);
    if (table.focus?.battle || table.odds) {
      import("./battle.js").then(({ recallBattle }) => recallBattle(this.table.id, this.table.side, table, this.table.store.now.log))
        .then((battle) => this.table.store.set({ battle })).catch(complain);
    }
  }

  /** @param {number} version @returns {Promise<Table>} */
  fetch(version) {
    const key = `${this.table.store.now.table.revision}.${version}.${this.table.side}`;
    let found = this.seen.get(key);
    if (!found) {
      found = api.at(this.table.id, version, this.table.side);
      this.seen.set(key, found);
      if (this.seen.size > KEPT) this.seen.delete(/** @type {string} */ (this.seen.keys().next().value));
    }
    return found;
  }

  /** @param {number} version */
  async go(version) {
    const to = Math.max(0, Math.min(this.length, version));
    this.wanted = to;
    try {
      const { store } = this.table;
      const entry = store.now.log.find((e) => e.version === to) ?? null;
      const [shown, before] = await Promise.all([
        this.fetch(to),
        entry?.dice.length && to > 0 ? this.fetch(to - 1) : Promise.resolve(null),
      ]);
      if (this.wanted !== to || store.now.mode !== "replay") return;
      const follows = to === this.at + 1;
      this.at = to;
      const earlier = follows ? store.now.battle : null;
      const places = entry ? this.table.news.places(entry, shown) : [];
      store.set({ caption: entry, battle: entry ? battleAfter(earlier, before, shown, entry) : null });
      store.set({ shown });
      if (entry?.dice.length && follows) this.table.flash.dice(entry);
      this.table.map.seek(places);
      this.table.log.mark(to);
      this.draw(shown);
      if (to < this.length) this.fetch(to + 1).catch(() => {});
    } catch (error) {
      complain(error);
    }
  }

  /** One act on or back: acts that only took something in hand are passed over. @param {number} step */
  by(step) {
    const { log } = this.table.store.now;
    let to = this.at + step;
    while (to > 0 && to < this.length) {
      const entry = log.find((e) => e.version === to);
      if (!entry || entry.lines.length || entry.dice.length) break;
      to += step;
    }
    return this.go(to);
  }

  toggle() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.at >= this.length) this.go(0);
    const tick = async () => {
      await this.by(1);
      if (this.at >= this.length) this.pause();
      else if (this.timer) this.timer = window.setTimeout(tick, STEP / settings().speed);
    };
    this.timer = window.setTimeout(tick, 10);
    fill(this.playButton, icon("pause"));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    fill(this.playButton, icon("play"));
  }

  faster() {
    const next = SPEEDS[(SPEEDS.indexOf(settings().speed) + 1) % SPEEDS.length];
    keep({ speed: next });
    this.speed.textContent = `${next}×`;
  }

  /** @param {Table} shown */
  draw(shown) {
    this.slider.max = String(this.length);
    this.slider.value = String(this.at);
    const { table } = this.table.store.now;
    this.moment.value = `${shown.turn} · ${shown.phase} · ${this.at} of ${this.length}`;
    this.back.hidden = !this.table.side || this.at >= this.length || table.over;
    this.on.hidden = !isOver(table) || this.at >= this.length;
    this.study.hidden = !isOver(table);
    this.now.textContent = table.you === null || table.over ? "To the end" : "Back to now";
  }

  /** Where turns begin, under the slider. */
  marks() {
    const { log } = this.table.store.now;
    let turn = "";
    const length = Math.max(1, this.length);
    fill(this.ticks, ...log.flatMap((entry) => {
      if (!entry.turn || entry.turn === turn) return [];
      turn = entry.turn;
      const tick = h("i", { title: turn }, h("span", {}, turn.split(":")[0]));
      tick.style.left = `${(100 * entry.version) / length}%`;
      return [tick];
    }));
  }
}
