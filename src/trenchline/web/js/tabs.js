/** The side panel's tabs; on a small screen they are a sheet that slides up. */

import { h, icon } from "./dom.js";
import { keep, settings } from "./settings.js";

/** @typedef {{name: string, label: string, icon: string, body: HTMLElement}} Tab */

export class Tabs {
  /** @param {Tab[]} tabs */
  constructor(tabs) {
    this.tabs = tabs;
    this.current = "log";
    /** What to go back to when a battle is over. */
    this.earlier = "log";
    this.buttons = new Map(tabs.map((tab) => [tab.name, h("button", {
      role: "tab", id: `tab-${tab.name}`, "aria-controls": `panel-${tab.name}`, onclick: () => this.press(tab.name),
    }, icon(tab.icon), h("span", {}, tab.label))]));
    for (const tab of tabs) {
      Object.assign(tab.body, { id: `panel-${tab.name}` });
      tab.body.setAttribute("role", "tabpanel");
      // Whoever has no mouse scrolls it by the arrow keys.
      tab.body.tabIndex = 0;
      tab.body.setAttribute("aria-labelledby", `tab-${tab.name}`);
    }
    const strip = h("div", { class: "tabs", role: "tablist", onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) },
      [...this.buttons.values()]);
    this.folder = h("button", { class: "folder", "aria-controls": "panels", onclick: () => this.fold() }, icon("skip"));
    this.panels = h("div", { class: "panels", id: "panels" }, tabs.map((tab) => tab.body));
    this.element = h("aside", { class: "side" }, h("div", { class: "strip" }, strip, this.folder), this.panels);
    /** Told when a sheet has come up. */
    this.opened = () => {};
    this.fold(settings().folded);
    this.offer("battle", false);
    this.offer("attacks", false);
    this.offer("analysis", false);
    this.offer("study", false);
    this.select("log");
  }

  /** @param {string} name */
  press(name) {
    if (this.current === name && this.element.classList.contains("open")) this.close();
    else this.show(name);
  }

  /** Fold the panel away, or open it. @param {boolean} [away] */
  fold(away = !this.element.classList.contains("folded")) {
    this.element.classList.toggle("folded", away);
    const words = away ? "Open the panel (F)" : "Fold the panel away (F)";
    this.folder.title = words;
    this.folder.setAttribute("aria-label", words);
    this.folder.setAttribute("aria-expanded", String(!away));
    keep({ folded: away });
  }

  /** Show a tab, and open the sheet where there is one. @param {string} name */
  show(name) {
    this.select(name);
    if (this.element.classList.contains("folded")) this.fold(false);
    this.element.classList.add("open");
    this.opened();
  }

  /** How much of a frame lies under the sheet; nothing where the panels stand beside it. @param {HTMLElement} frame */
  covers(frame) {
    if (!this.element.classList.contains("open") || getComputedStyle(this.panels).position !== "absolute") return 0;
    return Math.max(0, frame.getBoundingClientRect().bottom - this.panels.getBoundingClientRect().top);
  }

  /** @param {string} name */
  select(name) {
    this.current = name;
    for (const tab of this.tabs) {
      const on = tab.name === name;
      tab.body.hidden = !on;
      this.buttons.get(tab.name)?.setAttribute("aria-selected", String(on));
      this.buttons.get(tab.name)?.setAttribute("tabindex", on ? "0" : "-1");
    }
  }

  close() {
    this.element.classList.remove("open");
  }

  /** Offer a tab only while it has something to show; what comes by itself does not take the place of what somebody reads.
   * @param {string} name @param {boolean} on @param {{ shown?: boolean }} [how] */
  offer(name, on, { shown = true } = {}) {
    const button = this.buttons.get(name);
    if (!button || button.hidden === !on) return;
    button.hidden = !on;
    if (on && !shown) return;
    if (on) {
      this.earlier = this.current;
      this.select(name);
    } else if (this.current === name) this.select(this.earlier === name ? "log" : this.earlier);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    const names = this.tabs.map((tab) => tab.name).filter((name) => !this.buttons.get(name)?.hidden);
    const next = names[(names.indexOf(this.current) + by + names.length) % names.length];
    this.select(next);
    this.buttons.get(next)?.focus();
  }
}
