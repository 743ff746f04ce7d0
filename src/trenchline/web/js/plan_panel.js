/** The panel of the plan: its acts in order, what would come of each, and what can be done with them. */

import { fill, h, icon } from "./dom.js";
import { complain } from "./notices.js";
import { deciding, verbLabel } from "./store.js";
import { caseParts, count } from "./words.js";

/** @typedef {import("./types.js").ActData} ActData */

/** What an act comes to, in words. @type {Record<string, string>} */
const FATES = {
  good: "", reveals: "Shows something that is hidden now", die: "The die decides", waits: "Another side decides then",
  meant: "Begun, not gone through with", illegal: "", untried: "Cannot be foreseen from here",
};
/** As many results are told. */
const TOLD = 3;

export class PlanPanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    const { plan } = table;
    this.list = h("ol", { class: "plan-acts" });
    this.none = h("p", { class: "hint" });
    this.toggle = h("button", { "data-plan": "toggle", title: "Plan the turn (O)", onclick: () => {
      plan.toggle();
      // On a small screen the sheet makes way for the map.
      if (plan.on) table.tabs.close();
    } });
    this.all = h("button", { class: "primary", "data-plan": "all", onclick: () => plan.carryOut().catch(complain) }, "Carry out");
    this.next = h("button", { "data-plan": "next", onclick: () => plan.carryOut(1).catch(complain) }, "Next order");
    this.clear = h("button", { "data-plan": "clear", onclick: () => plan.clear().catch(complain) }, "Drop the plan");
    this.element = h("section", { class: "panel plan" },
      h("header", {}, h("h2", {}, "Plan"), h("div", { class: "acts" }, this.toggle)), this.none, this.list,
      h("div", { class: "acts" }, this.all, this.next, this.clear));
    plan.listeners.push(() => this.draw());
    table.store.on((_, changed) => {
      if (changed.table || changed.mode || changed.busy !== undefined) this.draw();
    });
  }

  draw() {
    const { plan, store } = this.table;
    const { acts } = plan;
    const still = store.now.busy || store.now.mode !== "live";
    const mine = plan.on || deciding(store.now);
    this.toggle.disabled = still || !mine;
    this.toggle.setAttribute("aria-pressed", String(plan.on));
    this.toggle.textContent = plan.on ? "Stop planning" : "Plan the turn";
    this.none.textContent = plan.on ? "Choose on the map as ever: it goes into the plan, and nothing is sent. Only you see it."
      : acts.length ? "" : "Lay out moves and attacks before any of them is made. Only you see the plan.";
    const ready = plan.ready().length;
    this.all.textContent = ready > 1 ? `Carry out ${count(ready, "order")}` : "Carry out";
    for (const button of [this.all, this.next]) button.disabled = still || !mine || !ready;
    this.next.hidden = ready < 2;
    this.clear.disabled = still;
    for (const button of [this.all, this.clear]) button.hidden = !acts.length;
    fill(this.list, ...acts.map((act, n) => this.act(act, n, still)));
  }

  /** @param {ActData} act @param {number} n @param {boolean} still */
  act(act, n, still) {
    const { plan } = this.table;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => Promise<void>} */ go, off = false) => h("button", {
      class: "small-act", disabled: still || off, title: label, "aria-label": `${label}: ${n + 1}`, "data-act": name, onclick: () => go().catch(complain) }, icon(name));
    const shift = (/** @type {number} */ by) => () => plan.shift(n, by);
    const words = FATES[act.fate];
    return h("li", { "data-fate": act.fate },
      h("div", { class: "what" }, h("b", {}, this.said(act)),
        act.fate === "illegal" ? h("p", { class: "why" }, "✗ ", caseParts(`${act.case && act.case !== "-" ? `[${act.case}] ` : ""}${act.reason ?? ""}`, this.table.links.case)) : null,
        words ? h("p", { class: "fate" }, words) : null, this.supply(act), this.odds(act)),
      h("div", { class: "tools" }, button("up", "Earlier", shift(-1), n === 0), button("lower", "Later", shift(1), n === plan.acts.length - 1),
        button("close", "Leave out", () => plan.drop(n))));
  }

  /** An act as people say it: who, and what they do. @param {ActData} act */
  said(act) {
    const { table } = this.table.store.now;
    const { hand, map } = this.table;
    const who = [];
    const what = [];
    for (const order of act.orders) {
      const [verb, word = ""] = order.split(" ");
      const { takes = "nothing", means = "", words = {} } = table.verbs[verb] ?? {};
      if (takes === "unit" && ["pick", "join"].includes(means)) who.push(hand.called(table, word).replace(/ \([^()]*\)$/, ""));
      else if (takes === "unit") what.push(`${verbLabel(table, verb)} ${hand.called(table, word)}`);
      else if (takes === "hex") what.push(means === "pick" ? map.places.name(word) : `${verbLabel(table, verb)} ${map.places.name(word)}`);
      else what.push(`${verbLabel(table, verb)} ${words[word] ?? word}`.trim());
    }
    return [who.join(", "), what.join(", ")].filter(Boolean).join(": ");
  }

  /** @param {ActData} act */
  supply(act) {
    const way = act.ways?.at(-1);
    return way?.cut_off ? h("p", { class: "why" }, way.supply) : null;
  }

  /** What the die would bring. @param {ActData} act */
  odds(act) {
    const { odds } = act;
    if (!odds) return null;
    const best = [...odds.results].sort((a, b) => b.probability - a.probability).slice(0, TOLD);
    return h("p", { class: "plan-odds" }, odds.column ? h("b", {}, odds.column) : null,
      odds.hidden?.length ? ` ${odds.hidden.join(", ")}` : null,
      best.map((one) => h("span", { title: one.meaning }, `${Math.round(one.probability * 100)} % ${one.result}`)));
  }
}
