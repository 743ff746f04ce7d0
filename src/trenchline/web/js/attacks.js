/** The best attack on every hex that can be attacked now: at a glance on the map, and as a list to sort. */

import * as api from "./api.js";
import { fill, h, s } from "./dom.js";
import { complain, toast } from "./notices.js";
import { keep, settings } from "./settings.js";
import { deciding, verbLabel } from "./store.js";

/** @typedef {import("./types.js").ProspectData} Prospect */

/** @typedef {"best" | "place" | "column" | "attacker" | "defender" | "ground"} Order */

/** What the list can be sorted by. @type {[Order, string, string][]} */
const COLUMNS = [
  ["place", "Hex", "By the number of the hex"],
  ["column", "Odds", "The best odds first"],
  ["attacker", "You lose", "The cheapest first, on average"],
  ["defender", "They lose", "What costs the enemy most first, on average"],
  ["ground", "Driven out", "The likeliest to drive the enemy from his hex first"],
];

export class Attacks {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** @type {Order} */
    this.order = "best";
    /** The moment that was asked about. */
    this.moment = "";
    /** @type {import("./types.js").AttacksData | null} */
    this.found = null;
    /** Above the counters; whoever does not see them has the list. */
    this.badges = s("g", { class: "best-attacks", "aria-hidden": "true" });
    this.element = h("section", { class: "panel attacks" });
    table.map.lights.front.after(this.badges);
    table.store.on((now, changed) => {
      if (changed.table || changed.mode) this.look(now).catch(complain);
    });
  }

  /** Ask what can be attacked, if one may attack now. @param {import("./store.js").Sitting} now */
  async look(now) {
    const { table } = now;
    const { id, side } = this.table;
    // Of a position that is only planned nothing is asked.
    const moment = deciding(now) && table.attacks && side && !this.table.plan?.on ? `${table.version} ${table.revision}` : "";
    if (moment === this.moment) return;
    this.moment = moment;
    this.found = null;
    this.draw();
    if (!moment || !side) return;
    try {
      const found = await api.attacks(id, side, table.version);
      if (this.moment !== moment || this.table.gone) return;
      this.found = found;
      this.draw();
    } catch (error) {
      // The game may have moved on, or the server has no time: there is just no list.
      if (!(error instanceof api.ServerError && [409, 422, 429, 503].includes(error.status))) throw error;
    }
  }

  /** The best attack on a hex. @param {string} place */
  on(place) {
    return this.found?.prospects.find((one) => one.place === place) ?? null;
  }

  /** Compose an attack; it can still be changed, and nothing is rolled. @param {Prospect} one */
  async compose(one) {
    await this.table.hand.order(one.orders);
    const { table } = this.table.store.now;
    const [verb, place] = (one.declares ?? "").split(" ");
    if (verb && table.choices[verb]?.includes(place)) {
      toast(`The force is in hand: choose ${this.name(place)} to attack it.`);
    }
  }

  draw() {
    const listed = this.found ? this.found.prospects.length + (this.found.unseen?.length ?? 0) : 0;
    this.table.tabs?.offer("attacks", listed > 0, { shown: false });
    this.drawBadges();
    this.drawList();
  }

  drawBadges() {
    const { map } = this.table;
    const seen = new Set();
    const all = settings().attacks ? (this.found?.prospects ?? []).filter(promises) : [];
    fill(this.badges, ...all.flatMap((one) => {
      const hex = map.hexes.get(one.place);
      if (!hex || seen.has(one.place)) return [];
      seen.add(one.place);
      const made = badge(one, hex, map.data.unit, this.words(one));
      // The map below neither moves nor is tapped.
      made.addEventListener("pointerdown", (event) => event.stopPropagation());
      made.addEventListener("click", () => this.compose(one).catch(complain));
      return [made];
    }));
  }

  drawList() {
    const { found } = this;
    if (!found) {
      fill(this.element);
      return;
    }
    const sorted = [...found.prospects].sort(ORDERS[this.order]);
    const unit = found.prospects.find((one) => one.losses_in)?.losses_in;
    // In some games no table says who is driven out.
    const columns = COLUMNS.filter(([order]) => order !== "ground" || found.prospects.some((one) => one.ground));
    const hasty = found.prospects.some((one) => !one.searched);
    const box = h("input", { type: "checkbox", checked: settings().attacks, onchange: () => {
      keep({ attacks: box.checked });
      this.drawBadges();
    } });
    fill(this.element,
      h("header", {}, h("h2", {}, "Best attacks"), h("label", {}, box, h("span", {}, "On the map"))),
      h("p", { class: "hint" }, "One press composes an attack; you can still change it, and nothing is rolled.",
        unit ? ` Losses are means, in ${unit}.` : ""),
      sorted.length ? h("table", { class: "best-list" },
        h("thead", {}, h("tr", {}, columns.map(([order, label, tip]) => h("th", { scope: "col", "aria-sort": this.order === order ? "descending" : null },
          h("button", { type: "button", title: tip, "data-order": order, "aria-pressed": String(this.order === order), onclick: () => this.sort(order) }, label))))),
        h("tbody", {}, sorted.map((one) => this.row(one, columns.length === COLUMNS.length)))) : null,
      hasty ? h("p", { class: "small" }, "~ with everybody who can: there was no time to try fewer.") : null,
      found.unseen?.length ? h("p", { class: "small unseen" }, `No time to look at ${found.unseen.map((place) => this.name(place)).join(", ")}.`) : null,
      h("p", { class: "small" }, "Sorted by the enemy's part of all losses and the chance to drive him out, unless you choose otherwise. "
        + "Attackers are added one by one, whoever helps most; there may be a better force."));
  }

  /** @param {Order} order */
  sort(order) {
    this.order = this.order === order ? "best" : order;
    this.drawList();
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-order="${order}"]`))?.focus();
  }

  /** @param {Prospect} one @param {boolean} ground whether it is told who is driven out */
  row(one, ground) {
    const words = this.words(one);
    return h("tr", { "data-place": one.place },
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "compose", title: words, "aria-label": `${words} Compose it.`, onclick: () => this.compose(one).catch(complain),
        onmouseenter: () => this.table.map.ping(one.place),
      }, this.name(one.place), one.verb === "attack" ? null : h("small", {}, verbLabel(this.table.store.now.table, one.verb)))),
      h("td", {}, one.searched ? null : h("span", { title: "with everybody who can" }, "~ "), one.column, one.strengths ? h("small", {}, one.strengths) : null),
      h("td", {}, number(one.attacker)), h("td", {}, number(one.defender)),
      ground ? h("td", {}, one.attacker === undefined ? "?" : one.ground ? `${Math.round(100 * one.ground)}%` : "–") : null);
  }

  /** An attack in words. @param {Prospect} one */
  words(one) {
    const { table } = this.table.store.now;
    const who = one.units.map((key) => table.pieces.find((piece) => piece.key === key)?.name ?? key).join(", ");
    const means = one.attacker === undefined || one.defender === undefined ? one.hidden?.length ? `, ${one.hidden.join(", ")}` : ""
      : `: you lose ${number(one.attacker)}, they lose ${number(one.defender)} ${one.losses_in ?? ""}${one.ground ? `, driven out in ${Math.round(100 * one.ground)}%` : ""}`;
    return `${this.name(one.place)} at ${one.column}${means}.${who ? ` With ${who}.` : ""}`;
  }

  /** @param {string} place */
  name(place) {
    return this.table.map.places.name(place);
  }
}

/** @type {Record<Order, (a: Prospect, b: Prospect) => number>} */
const ORDERS = {
  best: () => 0,
  place: (a, b) => a.place.localeCompare(b.place),
  column: (a, b) => ratio(b.column) - ratio(a.column),
  attacker: (a, b) => (a.attacker ?? Infinity) - (b.attacker ?? Infinity),
  defender: (a, b) => (b.defender ?? -1) - (a.defender ?? -1),
  ground: (a, b) => (b.ground ?? 0) - (a.ground ?? 0),
};

/** Odds as a number: 3:1, 1:2, +4, 150%. @param {string} column */
function ratio(column) {
  const [, one, other] = /(-?[\d.]+)(?::([\d.]+))?/.exec(column.replace("−", "-")) ?? [];
  return one === undefined ? -Infinity : Number(one) / Number(other ?? 1);
}

/** @param {number | undefined} mean */
function number(mean) {
  return mean === undefined ? "?" : mean.toFixed(1);
}

/** What a side loses, without a sign if it is nothing. @param {number | undefined} mean */
function loss(mean) {
  return mean !== undefined && mean < 0.05 ? "0" : `−${number(mean)}`;
}

/** Whether anything is to be had from an attack. @param {Prospect} one */
function promises(one) {
  return one.defender === undefined || one.defender >= 0.05 || Boolean(one.ground);
}

/**
 * What an attack promises, in the hex that it is on.
 *
 * @param {Prospect} one
 * @param {import("./types.js").Hex} hex
 * @param {number} unit
 * @param {string} words
 */
function badge(one, hex, unit, words) {
  const known = one.attacker !== undefined && one.defender !== undefined;
  const column = one.column.replace("at best ", "≤ ").replace(/ or more$/, "+").replace(/ or less$/, "−");
  const losses = known ? `${loss(one.attacker)} ⚔ ${loss(one.defender)}` : "?";
  const width = Math.max(column.length * 6.6, losses.length * 4.5) + 8;
  const half = width / 2;
  // Between this hex's counter and the next one's, with a tip that says whose it is.
  return s("g", {
    class: known ? "best" : "best unknown", "data-place": one.place,
    transform: `translate(${hex.x} ${hex.y + unit * 0.8}) scale(${unit / 40})`,
  }, s("title", {}, words),
  s("path", { d: `M${-half} -9H-5L0 -14L5 -9H${half}V12H${-half}z` }),
  s("text", { class: "column", y: 1 }, column), s("text", { class: "losses", y: 10 }, losses));
}

/**
 * What a battle costs both sides on average, as its odds tell.
 *
 * @param {import("./types.js").Odds} odds
 */
export function meanLosses(odds) {
  if (!odds.results.length || odds.results.some((result) => !result.cost)) return null;
  const mean = (/** @type {"attacker" | "defender" | "ground"} */ what) => odds.results.reduce((sum, { probability, cost }) => sum + probability * (cost?.[what] ?? 0), 0);
  const ground = mean("ground");
  return h("p", { class: "means" }, "On average the attacker loses ", h("b", {}, mean("attacker").toFixed(1)), ", the defender ", h("b", {}, mean("defender").toFixed(1)),
    ` ${odds.losses_in ?? ""}`, ground ? [", and is driven out in ", h("b", {}, `${Math.round(100 * ground)}%`)] : null, ".");
}
