/** The bar while news are shown: what happens, how far they are, and what may be done about it. */

import { fill, h, icon } from "./dom.js";
import { isDetail, leadingDie, lively, written } from "./notes.js";
import { settings } from "./settings.js";

/** @typedef {import("./store.js").Sitting} Sitting */

export class NewsBar {
  /** @param {import("./news.js").News} news */
  constructor(news) {
    this.news = news;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { class: "round", title: label, "aria-label": label, "data-news": name, onclick: act }, icon(name));
    this.who = h("span", { class: "who" });
    this.line = h("p", { class: "prompt" });
    this.progress = h("output", { class: "progress" });
    this.pauseButton = button("pause", "Pause (Space)", () => news.pause());
    this.slower = button("minus", "Slower (<)", () => news.faster(-1));
    this.speed = h("output", { class: "speed", "aria-label": "Speed" });
    this.faster = button("plus", "Faster (>)", () => news.faster(1));
    // Kept while the news go on, so that a button in focus stays in focus.
    this.element = h("div", { class: "question news" }, this.who, this.line,
      h("div", { class: "news-controls", role: "group", "aria-label": "What happened" }, this.progress,
        this.pauseButton, button("forward", "Next (→)", () => news.next()),
        h("span", { class: "speeds" }, this.slower, this.speed, this.faster),
        h("button", { class: "primary", "data-skip": "", title: "Skip to now (Esc)", onclick: () => news.skip() }, icon("skip"), "Skip")));
  }

  /** @param {Sitting} now */
  draw(now) {
    const { news } = this;
    const side = now.caption?.side || now.shown.who;
    const { links } = news.table;
    const note = now.caption ? gist(now.caption) : null;
    this.element.dataset.version = String(now.caption?.version ?? "");
    this.who.textContent = side;
    fill(this.line, note ? written(note, links) : now.caption ? null : lively(now.shown.prompt, now.shown.marks, links));
    this.progress.value = `${news.done} of ${news.done + news.queue.length}${now.table.thinking ? " …" : ""}`;
    const words = news.paused ? "Go on (Space)" : "Pause (Space)";
    fill(this.pauseButton, icon(news.paused ? "play" : "pause"));
    this.pauseButton.title = words;
    this.pauseButton.setAttribute("aria-label", words);
    this.pauseButton.setAttribute("aria-pressed", String(news.paused));
    this.speed.value = `${settings().speed}×`;
  }
}

/** The line that says most: the act itself, else what the die brought. @param {import("./types.js").Entry} entry */
function gist(entry) {
  const { lines, dice } = entry;
  const act = lines.find((note) => !isDetail(note));
  return act ?? (dice.length ? lines.find((note) => leadingDie(note)) : null) ?? lines[0] ?? null;
}
