/** The panel of a study: what is pinned to the moment on the table, and how it is passed on. */

import * as api from "./api.js";
import { isOver } from "./analysis_panel.js";
import { fill, h, icon } from "./dom.js";
import { complain, toast } from "./notices.js";
import { LIMITS, Study, fromLink, lessonOf } from "./study.js";

/** Whose marks they are on the map. */
const BY = "The study";

export class StudyPanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.study = new Study();
    /** My matches that go on from this one. @type {import("./types.js").Summary[]} */
    this.lines = [];
    this.title = h("input", { type: "text", "aria-label": "Title of the study", placeholder: "Title", maxLength: 200, oninput: () => (this.study.title = this.title.value) });
    this.where = h("h3", {});
    this.words = h("textarea", { rows: 5, "aria-label": "Words about this moment", placeholder: "What is to be seen here?", maxLength: 4000, oninput: () => this.change({ words: this.words.value }) });
    this.marks = h("div", { class: "acts" });
    this.list = h("ol", { class: "pins" });
    this.element = h("section", { class: "panel study-panel" },
      h("header", {}, h("h2", {}, "Study")), this.title, this.where, this.words, this.marks, this.list,
      h("div", { class: "acts" },
        h("button", { class: "primary", "data-study": "link", onclick: () => this.link().catch(complain) }, icon("link"), "Link"),
        h("button", { "data-study": "file", onclick: () => this.save().catch(complain) }, icon("down"), "File"),
        h("button", { "data-study": "lesson", onclick: () => this.lesson().catch(complain) }, icon("rules"), "As a lesson")),
      h("p", { class: "small" }, "Words, arrows (sketch them on the map) and variations (play on from a moment) are kept in the link or the file, nowhere else."));
    table.store.on((now, changed) => {
      if (changed.table || changed.shown || changed.mode) this.follow(now);
    });
  }

  get at() {
    return this.table.store.now.shown.version;
  }

  /** Show the study that the address carries. @param {string | null} carried */
  open(carried) {
    if (!carried) return;
    try {
      this.study = fromLink(carried);
      this.title.value = this.study.title;
      this.table.tabs.show("study");
      const [first] = this.study.pins;
      if (first) this.table.replay.enter(first.at);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {import("./store.js").Sitting} now */
  follow({ table }) {
    const over = isOver(table);
    this.table.tabs.offer("study", over, { shown: false });
    if (!over) return;
    if (document.activeElement !== this.words) this.words.value = this.study.pin(this.at)?.words ?? "";
    this.draw();
  }

  /** @param {Partial<import("./study.js").Pin>} change */
  change(change) {
    this.study.set(this.at, change);
    this.draw();
  }

  draw() {
    const { sketch, store } = this.table;
    const pin = this.study.pin(this.at);
    this.where.textContent = `After ${this.at} of ${store.now.table.version} choices · ${store.now.shown.turn}`;
    if (pin?.marks.length) sketch.hear(BY, pin.marks);
    else if (sketch.others.has(BY)) sketch.hear(BY, []);
    const here = this.lines.filter((match) => match.origin === `${this.table.id}@${this.at}` && !pin?.variations.includes(match.id));
    fill(this.marks,
      h("button", { "data-study": "marks", onclick: () => this.takeMarks() }, icon("pen"), "Pin the sketch"),
      pin?.marks.length ? h("button", { "data-study": "unmark", onclick: () => this.change({ marks: [] }) }, "Take the arrows off") : null,
      here.map((match) => h("button", { "data-study": "variation", onclick: () => this.vary(match.id) }, icon("plus"), `My match from here (${match.version} choices)`)),
      h("button", { "data-study": "matches", title: "Look for matches of mine that go on from this moment", onclick: () => this.look().catch(complain) }, "Variations …"));
    fill(this.list, this.study.pins.map((one) => h("li", { class: one.at === this.at ? "here" : "", "data-at": one.at },
      h("button", { class: "moment-link", onclick: () => this.table.replay.enter(one.at) }, `After ${one.at}`),
      h("p", {}, one.words),
      one.variations.map((id, n) => h("a", { class: "variation", href: `#/match/${id}` }, `Variation ${n + 1}`)))));
  }

  /** A match of mine belongs to this moment. @param {string} match */
  vary(match) {
    if (this.study.full) toast(LIMITS);
    else this.change({ variations: [...(this.study.pin(this.at)?.variations ?? []), match] });
  }

  /** The sketch on the map belongs to this moment now. */
  takeMarks() {
    const { sketch } = this.table;
    if (!sketch.marks.length) {
      toast("Sketch arrows and circles on the map first: with the right button, or with the pen.");
      return;
    }
    const marks = [...new Set([...(this.study.pin(this.at)?.marks ?? []), ...sketch.marks])];
    sketch.clear();
    this.change({ marks });
  }

  async look() {
    this.lines = (await api.matches()).filter((match) => match.origin?.startsWith(`${this.table.id}@`));
    const here = this.lines.some((match) => match.origin === `${this.table.id}@${this.at}`);
    if (!here) toast("No match of yours goes on from this moment: play on from it first.");
    this.draw();
  }

  async link() {
    if (!this.study.fits(this.table.id)) {
      toast("This study is too long for a link; save it as a file.");
      return;
    }
    await this.table.menu.share(this.study.address(this.table.id), "Anyone with this link may read the study.");
  }

  async save() {
    download(`${this.table.id}.study.json`, await this.study.file(this.table.id), "application/json");
  }

  async lesson() {
    download("lesson.toml", await lessonOf(this.table.id, this.study), "application/toml");
  }
}

/** @param {string} name @param {string} text @param {string} type */
function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
