/** The rulebook's cases in our own words, searchable. */

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { complain } from "./notices.js";
import { caseParts } from "./words.js";

/** @typedef {import("./types.js").Rule} Rule */

export class Rulebook {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** @type {Rule[] | null} */
    this.rules = null;
    this.search = h("input", { type: "search", placeholder: "Search cases and words", "aria-label": "Search the rulebook",
      oninput: () => this.draw(this.search.value) });
    this.list = h("dl", { class: "rules" });
    this.element = h("section", { class: "panel rulebook" }, h("div", { class: "search" }, this.search), this.list);
    // Fetched when first looked at.
    new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.load()).observe(this.element);
  }

  async load() {
    if (this.rules) return;
    this.rules = [];
    try {
      this.rules = await api.rules(this.table.store.now.board.game);
      this.draw(this.search.value);
      if (this.wanted) this.open(this.wanted);
    } catch (error) {
      this.rules = null;
      complain(error);
    }
  }

  /** @param {string} words */
  draw(words) {
    const wanted = words.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = (this.rules ?? []).filter((rule) => {
      const text = `${rule.case} ${rule.title} ${rule.summary}`.toLowerCase();
      return wanted.every((word) => /^\d+([.-]\d*)?$/.test(word) ? rule.case.toLowerCase().startsWith(word) : text.includes(word));
    });
    fill(this.list,
      found.length ? null : h("p", { class: "empty" }, "No case has these words."),
      found.map((rule) => h("div", { class: `rule ${rule.kind}`, "data-case": rule.case },
        h("dt", {}, h("b", {}, rule.case), " ", rule.title),
        h("dd", {}, caseParts(rule.summary, this.table.links.case)))));
  }

  /** Show a case. @param {string} name */
  open(name) {
    this.wanted = name;
    if (!this.rules?.length) {
      this.load();
      return;
    }
    this.wanted = "";
    this.search.value = "";
    this.draw("");
    const at = (/** @type {string} */ wanted) => this.list.querySelector(`[data-case="${CSS.escape(wanted)}"]`);
    // [8.61a] stands under 8.61, and 5.3 under 5.0, if it has no entry of its own.
    const rule = at(name) ?? at(name.replace(/[a-z]$/, "")) ?? at(`${name.split(".")[0]}.0`) ?? at(name.split("-")[0]);
    rule?.classList.add("open");
    requestAnimationFrame(() => rule?.scrollIntoView({ block: "center" }));
  }
}
