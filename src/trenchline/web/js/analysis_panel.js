/** The end of a match, and what it teaches: who won and why, the analysis, another war. */

import * as api from "./api.js";
import { analysisOf } from "./analysis.js";
import { fill, h, icon } from "./dom.js";
import { complain } from "./notices.js";
import { rematch } from "./play_on.js";

/** How long to wait before one asks again, in milliseconds. */
const AGAIN = 1500;

export class AnalysisPanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** Whether the end has been seen. */
    this.ended = table.store.now.table.over;
    this.asking = false;
    this.end = h("div", { class: "the-end" });
    this.body = h("div", {});
    this.start = h("button", { class: "primary", "data-analysis": "start", onclick: () => this.ask() }, icon("state"), "Analyse the match");
    this.element = h("section", { class: "panel analysis-panel" }, this.end, this.start, this.body);
    table.store.on((now, changed) => {
      if (changed.table || changed.mode) this.follow(now);
    });
  }

  /** @param {import("./store.js").Sitting} now */
  follow({ table, mode }) {
    const over = isOver(table);
    this.table.tabs.offer("analysis", over, { shown: false });
    if (!over) {
      this.ended = false;
      return;
    }
    this.drawEnd(table);
    // The end of a war is told to whoever was in it, once he has seen what led to it.
    if (!this.ended && mode === "live" && table.status === "over") {
      this.ended = true;
      this.table.tabs.show("analysis");
      if (this.table.side) this.ask();
    }
  }

  /** Who won, and why. @param {import("./types.js").Table} table */
  drawEnd(table) {
    const { outcome } = table;
    if (!outcome) {
      fill(this.end, h("h2", {}, "Analysis"));
      return;
    }
    const reason = outcome.reason[0].toUpperCase() + outcome.reason.slice(1);
    fill(this.end, h("p", { class: "kicker" }, "The end"),
      h("h2", {}, outcome.winner ? `${outcome.winner} ${outcome.winner.endsWith("s") ? "win" : "wins"} the war` : "Nobody wins the war"),
      h("p", {}, `${reason}.`),
      h("div", { class: "acts" },
        h("button", { onclick: () => this.table.replay.enter(0) }, icon("replay"), "Replay"),
        table.status === "over" ? h("button", { "data-analysis": "rematch", onclick: () => rematch(this.table).catch(complain) }, icon("again"), "Rematch") : null));
  }

  /** Show it, and have it worked out if that has not been done. */
  show() {
    this.table.tabs.show("analysis");
    if (!this.body.childElementCount) this.ask();
  }

  async ask() {
    if (this.asking) return;
    this.asking = true;
    this.start.hidden = true;
    fill(this.body, h("p", { class: "working", role: "status" }, "The staff goes over the match. This takes half a minute or so …"));
    try {
      let found = null;
      while (!found && !this.table.gone) {
        found = await api.analysis(this.table.id);
        if (!found) await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
      if (found) fill(this.body, analysisOf(found, (version) => this.go(version)));
    } catch (error) {
      fill(this.body);
      this.start.hidden = false;
      complain(error);
    } finally {
      this.asking = false;
    }
  }

  /** Show a moment on the table. @param {number} version */
  go(version) {
    this.table.tabs.close();
    this.table.replay.enter(version);
  }
}

/** Whether a match can be analysed. @param {import("./types.js").Table} table */
export const isOver = (table) => table.status === "over" || table.status === "replay";
