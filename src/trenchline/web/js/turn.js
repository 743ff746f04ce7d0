/** The history of the turn: what one has chosen, and what was taken back, to step through in either direction. */

import { die, fill, h, icon } from "./dom.js";
import { isDetail, isHeading } from "./notes.js";
import { complain } from "./notices.js";
import { verbLabel } from "./store.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Entry} Entry */

export class TurnPanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "steps" });
    this.back = h("button", { "data-step": "back", title: "Take back (Ctrl-Z)", onclick: () => table.takeBacks.last() }, icon("undo"), "Back");
    this.forth = h("button", { "data-step": "forth", title: "Do again (Ctrl-Shift-Z)", onclick: () => table.takeBacks.redo() }, icon("redo"), "Forth");
    this.none = h("p", { class: "hint" });
    this.element = h("section", { class: "panel turn-steps" }, h("header", {}, h("h2", {}, "This turn"), h("div", { class: "acts" }, this.back, this.forth)), this.none, this.list);
    table.store.on((now, changed) => {
      if (changed.table || changed.log || changed.mode || changed.busy !== undefined) this.draw(now);
    });
  }

  /** @param {import("./store.js").Sitting} now */
  draw(now) {
    const { table, log, mode, busy } = now;
    const made = log.filter((entry) => entry.turn === table.turn && entry.choice && entry.version <= table.version);
    const { takeBacks, side } = this.table;
    const gone = takeBacks.canAgain(table) ? takeBacks.again : [];
    const still = mode !== "live" || busy || !side;
    this.back.disabled = still || !made.length;
    this.forth.disabled = still || !gone.length;
    this.none.textContent = made.length + gone.length ? "" : "Nothing has been chosen in this turn.";
    fill(this.list,
      ...made.map((entry, n) => this.step(entry, n === made.length - 1, still)),
      ...gone.map(({ choice }, n) => h("li", { class: "gone" }, h("button", {
        disabled: still, title: `Do again ${count(n + 1, "choice")}`, onclick: () => takeBacks.redoTo(n + 1).catch(complain),
      }, h("s", {}, this.said(choice))))));
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** A choice as people say it. @param {string} choice */
  said(choice) {
    const { table } = this.table.store.now;
    const [verb, word = ""] = choice.split(" ");
    const { takes = "nothing", words = {} } = table.verbs[verb] ?? {};
    const what = takes === "unit" || takes === "hex" ? this.table.hand.called(table, word) : words[word] ?? word;
    return what ? `${verbLabel(table, verb)}: ${what}` : verbLabel(table, verb);
  }

  /** A choice that stands; a press goes back to just after it. @param {Entry} entry @param {boolean} last @param {boolean} still */
  step(entry, last, still) {
    const told = entry.lines.find((note) => !isDetail(note) && !isHeading(note));
    const back = this.table.store.now.table.version - entry.version;
    return h("li", { class: last ? "last" : "" }, h("button", {
      disabled: still || last, "aria-current": last ? "step" : null, title: last ? "Here the game stands" : `Take back ${count(back, "choice")}`,
      onclick: () => this.table.takeBacks.to(entry.version).catch(complain),
    }, entry.side === this.table.side ? null : h("i", {}, `${entry.side}: `), told?.text ?? this.said(entry.choice ?? ""), entry.dice.map(die)));
  }
}
