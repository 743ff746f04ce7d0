/** The log: one readable line an act, indented details, dice; a click shows the board at that moment. */

import { die, fill, h } from "./dom.js";
import { folded, isDetail, isHeading, leadingDie, written } from "./notes.js";

/** @typedef {import("./types.js").Entry} Entry */

export class LogPanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "log" });
    this.element = h("section", { class: "panel" }, this.list);
    /** @type {Entry[]} */
    this.drawn = [];
    /** The turn whose heading was written last. */
    this.turn = "";
    /** Whether the end is to be kept in sight. */
    this.following = true;
    this.tall = 0;
    this.element.addEventListener("scroll", () => {
      if (this.tall) this.following = this.atEnd();
    });
    // It opens at its end, or where the moment is that is shown.
    new ResizeObserver(() => this.opened()).observe(this.element);
    table.store.on((now, changed) => {
      if (!changed.log && !changed.shown && !changed.mode) return;
      // What is still to be shown is not told before.
      this.draw(now.mode === "news" ? now.log.filter((entry) => entry.version <= now.shown.version) : now.log);
    });
  }

  /** @param {Entry[]} log */
  draw(log) {
    const same = this.drawn.length <= log.length && this.drawn.every((entry, n) =>
      entry.version === log[n].version && entry.choice === log[n].choice && entry.lines.length === log[n].lines.length);
    const fresh = same ? log.slice(this.drawn.length) : log;
    if (!same) {
      fill(this.list);
      this.turn = "";
    }
    if (!same) this.following = true;
    for (const entry of fresh) this.list.append(...this.entry(entry));
    this.drawn = log;
    requestAnimationFrame(() => this.toEnd());
  }

  /** The panel has come into sight, or gone, or has another size. */
  opened() {
    const { clientHeight } = this.element;
    if (clientHeight && !this.tall) this.following = true;
    this.tall = clientHeight;
    const shown = this.list.querySelector(".shown");
    if (shown) shown.scrollIntoView({ block: "nearest" });
    else this.toEnd();
  }

  toEnd() {
    if (this.following && !this.list.querySelector(".shown")) this.element.scrollTop = this.element.scrollHeight;
  }

  atEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    return scrollHeight - scrollTop - clientHeight < 60;
  }

  /** @param {Entry} entry */
  entry(entry) {
    /** @type {HTMLLIElement[]} */
    const items = [];
    // A new turn's heading stands before the lines that belong to it, and instead of its own line.
    const turn = entry.turn && entry.turn !== this.turn ? entry.turn : "";
    const start = turn ? entry.lines.findIndex((note) => note.rank === "turn") : -1;
    const before = turn ? entry.lines.slice(0, Math.max(0, start)) : entry.lines;
    const after = turn ? entry.lines.slice(start + 1) : [];
    this.item(items, entry, before);
    if (turn) {
      this.turn = turn;
      items.push(h("li", { class: "turn" }, turn));
    }
    this.item(items, entry, after);
    return items;
  }

  /** @param {HTMLLIElement[]} items @param {Entry} entry @param {import("./types.js").Note[]} notes */
  item(items, entry, notes) {
    if (!notes.length) return;
    const lines = folded(notes).map((note) => {
      const rolled = leadingDie(note);
      return h("div", { class: isDetail(note) ? "detail" : isHeading(note) ? "phase" : "act" },
        rolled ? die(Number(rolled.of[0])) : null, written(note, this.table.links));
    });
    items.push(h("li", {
      "data-version": entry.version, "data-side": entry.side ?? "", tabindex: 0, title: "Show the board at this moment",
      onclick: () => this.table.replay.enter(entry.version),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        event.stopPropagation();
        this.table.replay.enter(entry.version);
      },
    }, lines));
  }

  /** Light the moment that is shown. @param {number} version */
  mark(version) {
    this.list.querySelector(".shown")?.classList.remove("shown");
    const item = this.list.querySelector(`[data-version="${version}"]`);
    item?.classList.add("shown");
    item?.scrollIntoView({ block: "nearest" });
  }
}
