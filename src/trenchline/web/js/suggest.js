/** What the general would do: asked by whoever plays against the computer. */

import * as api from "./api.js";
import { percent } from "./analysis.js";
import { h, icon } from "./dom.js";
import { complain, dialog } from "./notices.js";
import { deciding, verbLabel } from "./store.js";

/** Whether nobody but the computer is on the other side; at a hot seat there may be two people. @param {import("./types.js").Table} table */
const againstComputer = (table) => Object.entries(table.seats).every(([name, seat]) => seat.kind === "computer" || (seat.side ?? name) === table.you);

export class Suggest {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.thinking = false;
  }

  /** @param {import("./store.js").Sitting} now */
  button(now) {
    if (!deciding(now) || !againstComputer(now.table) || this.table.plan.on || this.table.coach) return null;
    return h("button", { class: "suggest", title: "What would the general do?", disabled: this.thinking || now.busy, onclick: () => this.ask() },
      icon("help"), h("span", {}, this.thinking ? "The general thinks …" : "Suggest"));
  }

  async ask() {
    const { store, side } = this.table;
    const { table } = store.now;
    if (this.thinking || !side) return;
    this.thinking = true;
    this.table.bar.draw(store.now);
    try {
      const advice = await api.advice(this.table.id, side, table.version);
      this.thinking = false;
      this.table.bar.draw(store.now);
      // He may have gone on without it.
      if (store.now.table.version !== table.version || this.table.gone) return;
      const chosen = await dialog("The general", [this.told(advice)],
        [{ value: advice.courses[0].choice, label: `Do it: ${this.words(advice.courses[0].choice)}`, primary: true }], "advice");
      if (!chosen || store.now.table.version !== table.version) return;
      const [verb, argument = ""] = chosen.split(" ");
      await this.table.hand.choose(verb, argument, true);
    } catch (error) {
      complain(error);
    } finally {
      this.thinking = false;
      this.table.bar.draw(store.now);
    }
  }

  /** @param {import("./types.js").AdviceData} advice */
  told(advice) {
    return h("div", { class: "courses" },
      h("p", { class: "small" }, `Your chance to win as it stands: ${percent(advice.now)}. Each was tried out ${advice.tries} times with the same luck, until the act was over.`),
      h("ol", {}, advice.courses.map((course, n) => h("li", { class: n ? "" : "best" },
        h("h3", {}, n ? "" : h("i", {}, "He would: "), this.words(course.choice), " ", h("span", {}, percent(course.chance))),
        course.reasons.map((line) => h("p", {}, line)),
        course.words.length ? h("details", {}, h("summary", {}, "How it might go"), h("ul", {}, course.words.map((line) => h("li", {}, line)))) : null))));
  }

  /** A choice as people say it. @param {string} choice */
  words(choice) {
    const { table } = this.table.store.now;
    const [verb, argument = ""] = choice.split(" ");
    const label = verbLabel(table, verb);
    if (!argument) return label;
    const takes = table.verbs[verb]?.takes;
    if (takes === "unit") return `${label}: ${this.table.piece(argument)?.name ?? argument}`;
    if (takes === "hex") return `${label} ${this.table.map.places.name(argument)}`;
    return `${label} ${table.verbs[verb]?.words?.[argument] ?? argument.replaceAll("_", " ")}`;
  }
}
