/** Taking back, freely or with the others' consent, and doing again what was taken back. */

import * as api from "./api.js";
import { die, h } from "./dom.js";
import { isDetail, written } from "./notes.js";
import { complain, dialog, toast } from "./notices.js";
import { isMine, seatsOf } from "./store.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Entry} Entry */

/** More acts and dice than this are counted rather than shown. */
const FEW = 6;
const MANY_DICE = 24;

export class TakeBacks {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** What was taken back and could be done again, the next first. @type {{side: string, choice: string}[]} */
    this.again = [];
    /** The revision of the table at which it could. */
    this.at = -1;
    /** The request that is being answered, or was put off. @type {string} */
    this.asked = "";
    /** Closes the question of others. */
    this.closing = new AbortController();
    /** Whether this browser has withdrawn its own request. */
    this.withdrawn = false;
  }

  // Taking back.

  /** Take back this side's last choice. */
  async last() {
    const { now } = this.table.store;
    const { side } = this.table;
    if (!side || now.mode !== "live") return;
    if (this.table.plan.on) {
      if (!(await this.table.plan.back())) toast("There is nothing in the plan to take out.");
      return;
    }
    const mine = now.log.findLast((entry) => entry.side === side && entry.choice);
    if (mine) await this.to(mine.version - 1);
    else toast("There is nothing to take back.");
  }

  /** Take back to a version; if a die, or a choice of somebody else, would be lost, ask first. @param {number} to */
  async to(to) {
    const { table } = this;
    const { side } = table;
    table.plan.leave();
    const { now } = table.store;
    if (!side) return;
    const lost = now.log.filter((entry) => entry.version > to && entry.version <= now.table.version);
    const free = now.table.can_undo_to !== null && to >= now.table.can_undo_to;
    const crosses = lost.some((entry) => entry.dice.length > 0 || !this.isMine(entry));
    if ((!free || crosses) && !(await this.sure(lost, free))) return;
    if (now.mode === "replay") table.replay.end();
    await table.hand.send(() => this.undo(to));
    if (table.store.now.table.request) toast("Asked. You hear the answer here.");
  }

  /** Go back, and keep in mind what could be done again. @param {number} to @returns {Promise<Table>} */
  async undo(to) {
    const { now } = this.table.store;
    const side = /** @type {string} */ (this.table.side);
    const lost = now.log.filter((entry) => entry.version > to && entry.version <= now.table.version);
    const kept = this.canAgain(now.table) ? this.again : [];
    const answer = await api.undo(this.table.id, side, to);
    if (answer.version === to) {
      // What others chose cannot be chosen for them again, nor what followed.
      const end = lost.findIndex((entry) => !this.isMine(entry));
      const own = (end < 0 ? lost : lost.slice(0, end))
        .flatMap(({ side: by, choice }) => (by && choice ? [{ side: by, choice }] : []));
      this.again = end < 0 ? [...own, ...kept] : own;
      this.at = answer.revision;
    }
    return answer;
  }

  /** @param {Entry} entry */
  isMine(entry) {
    return isMine(this.table.store.now.table, entry.side);
  }

  /** Tell what would be lost, and ask. @param {Entry[]} lost @param {boolean} free */
  async sure(lost, free) {
    const { table } = this;
    const { seats } = table.store.now.table;
    const opponents = Object.keys(seats).filter((side) => seats[side].kind === "person");
    const dice = lost.flatMap((entry) => entry.dice);
    const theirs = lost.filter((entry) => !this.isMine(entry) && entry.side);
    const acts = lost.flatMap((entry) => entry.lines.filter((note) => !isDetail(note)).slice(0, 1));
    const by = [...new Set(theirs.map((entry) => entry.side))].map((side) => {
      const n = theirs.filter((entry) => entry.side === side).length;
      const who = seatsOf(table.store.now.table, side ?? "")[0]?.[1].kind === "computer" ? `the computer (${side})` : side;
      return `${count(n, "choice")} of ${who}`;
    });
    const answer = await dialog(
      `Take back ${count(lost.length, "choice")}?`,
      [
        free ? null : h("p", {}, h("b", {}, opponents.length ? `${opponents.join(" and ")} must agree.` : "Nobody else needs to agree.")),
        acts.length ? h("div", { class: "lost-acts" }, h("p", {}, "Lost would be:"),
          h("ul", {}, acts.slice(0, FEW).map((note) => h("li", {}, written(note, table.links))),
            acts.length > FEW ? h("li", {}, `and ${acts.length - FEW} more`) : null)) : null,
        by.length ? h("p", { class: "lost-turns" }, `This takes back ${by.join(" and ")} too.`) : null,
        dice.length ? h("p", {}, `${count(dice.length, "die", "dice")}; the same act rolls the same again, another act rolls anew:`) : null,
        dice.length ? h("p", { class: "dice-row" }, dice.slice(0, MANY_DICE).map(die), dice.length > MANY_DICE ? " …" : null) : null,
      ],
      [{ value: "", label: "Leave it" }, { value: "undo", label: free ? "Take back" : "Ask to take back", primary: true }],
    );
    return answer === "undo";
  }

  // Doing again.

  /** Whether something taken back could be done again now. @param {Table} table */
  canAgain(table) {
    return this.again.length > 0 && table.revision === this.at;
  }

  /** Do again what was taken back last. */
  async redo() {
    const { table } = this;
    const { now } = table.store;
    if (now.busy || now.mode !== "live") return;
    const [next, ...rest] = this.again;
    if (!next || !this.canAgain(now.table)) {
      toast("There is nothing to do again.");
      return;
    }
    this.again = [];
    await table.hand.send(async () => {
      const answer = await api.choose(table.id, next.side, next.choice, now.table.version);
      this.again = rest;
      this.at = answer.revision;
      return answer;
    });
  }

  /** Do again the first so many of what was taken back. @param {number} many */
  async redoTo(many) {
    const { table } = this;
    const { now } = table.store;
    const { side } = table;
    if (now.busy || now.mode !== "live" || !side || !this.canAgain(now.table)) return;
    const rest = this.again.slice(many);
    table.hand.ordering = true;
    try {
      await table.hand.send(async () => {
        const answer = await api.redo(table.id, side, now.table.version + many);
        this.again = rest;
        this.at = answer.revision;
        return answer;
      });
    } finally {
      table.hand.ordering = false;
    }
  }

  /** A choice of another kind: what was taken back is gone for good. @param {string} choice */
  chosen(choice) {
    const [next, ...rest] = this.again;
    if (next?.choice === choice && this.canAgain(this.table.store.now.table)) {
      this.again = rest;
      this.at += 1;
    } else this.again = [];
  }

  // What others ask, and answer.

  /** Let this side answer a request, if there is one for it; close the question when it is answered elsewhere. */
  async question() {
    const { table } = this.table.store.now;
    const request = this.toAnswer();
    const name = request ? `${request.by} ${request.to} ${table.revision}` : "";
    if (name === this.asked) return;
    this.asked = name;
    this.closing.abort();
    if (!request) return;
    this.closing = new AbortController();
    const lost = table.version - request.to;
    const answer = await dialog(
      `${request.by} asks to take back ${count(lost, "choice")}`,
      [
        request.dice.length
          ? h("p", {}, `${count(request.dice.length, "die", "dice")} would be lost; the same act rolls the same again, another act rolls anew:`)
          : h("p", {}, "No die was rolled since."),
        h("p", { class: "dice-row" }, request.dice.slice(0, MANY_DICE).map(die)),
      ],
      [{ value: "no", label: "Refuse" }, { value: "yes", label: "Agree", primary: true }],
      "consent",
      this.closing.signal,
    );
    if (answer) await this.answer(answer === "yes");
  }

  /** The request that this side has to answer, if there is one. */
  toAnswer() {
    const { side } = this.table;
    const { table } = this.table.store.now;
    const { request } = table;
    if (!side || !request) return null;
    const own = seatsOf(table, side).filter(([, seat]) => seat.kind === "me").map(([name]) => name);
    if (request.waiting) return own.some((name) => request.waiting?.includes(name)) ? request : null;
    return isMine(table, request.by) ? null : request;
  }

  /** @param {boolean} accept */
  async answer(accept) {
    const { side, id, hand } = this.table;
    this.closing.abort();
    if (side) await hand.send(() => api.answerUndo(id, side, accept));
  }

  /** Take one's own request back. */
  async withdraw() {
    this.withdrawn = true;
    await this.answer(false);
  }

  /** Tell whoever asked what became of it. @param {Table} old @param {Table} table @param {boolean} rewritten */
  heard(old, table, rewritten) {
    const { request } = old;
    if (!request || table.request || !isMine(old, request.by)) return;
    const others = (request.waiting ?? []).join(" and ") || "The other side";
    if (rewritten && table.version <= request.to) toast(`Yes: ${others} agreed to take back.`);
    else if (rewritten || table.revision !== old.revision) toast("The game went on; nothing was taken back.");
    else if (!this.withdrawn) toast(`No: ${others} refused to take back.`, "refusal");
    this.withdrawn = false;
  }

  /** Look after questions and answers whenever the table changes. */
  follow() {
    this.question().catch(complain);
  }
}
