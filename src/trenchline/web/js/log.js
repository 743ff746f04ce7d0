/** The log: one readable line an act, indented details, dice; a click shows the board at that moment. */

import { die, fill, h } from "./dom.js";
import { folded, isDetail, isHeading, leadingDie, namedIn, written } from "./notes.js";

/** @typedef {import("./types.js").Entry} Entry */

export class LogPanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "log" });
    /** Words by which entries are found: turn, side, units, places. */
    this.search = h("input", { type: "search", class: "logsearch", placeholder: "Find: March 1916 Verdun …", "aria-label": "Search the log",
      oninput: () => this.find() });
    this.none = h("p", { class: "dim", hidden: true }, "Nothing in the log has all these words.");
    this.element = h("section", { class: "panel" }, this.search, this.none, this.list);
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
    if (this.search.value) this.find();
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
    const named = notes.flatMap((note) => namedIn(note, "unit", "hex", "way"));
    const found = [this.turn, entry.side ?? "", ...notes.map((note) => note.text), ...named].join(" ").toLowerCase();
    items.push(h("li", {
      "data-found": found, "data-version": entry.version, "data-side": entry.side ?? "", tabindex: 0, title: "Show the board at this moment",
      onclick: () => this.table.replay.enter(entry.version),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter") return;
        event.stopPropagation();
        this.table.replay.enter(entry.version);
      },
    }, lines));
  }

  /** Leave what has all the words that are looked for, each under the heading of its turn. */
  find() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {HTMLElement | null} */
    let heading = null;
    let any = false;
    for (const item of /** @type {Iterable<HTMLElement>} */ (this.list.children)) {
      if (item.classList.contains("turn")) {
        heading = item;
        item.hidden = words.length > 0;
        continue;
      }
      item.hidden = !words.every((word) => (item.dataset.found ?? "").includes(word));
      if (item.hidden) continue;
      any = true;
      if (heading) heading.hidden = false;
    }
    this.none.hidden = any || !words.length;
  }

  /** Light the moment that is shown. @param {number} version */
  mark(version) {
    this.list.querySelector(".shown")?.classList.remove("shown");
    const item = this.list.querySelector(`[data-version="${version}"]`);
    item?.classList.add("shown");
    item?.scrollIntoView({ block: "nearest" });
  }
}
