/** Phases in which one thing is asked after another: whoever wants none of it is done with all of them by one press. */

import { h } from "./dom.js";
import { keep, settings } from "./settings.js";
import { deciding, verbLabel, verbsTaking } from "./store.js";

/** @typedef {import("./types.js").Table} TableData */

/** More than a phase ever asks. */
const MOST = 40;

/** What ends what is asked now, if there is one thing that does. @param {TableData} table */
export function ender(table) {
  const [verb, ...more] = verbsTaking(table, "nothing").filter((name) => table.verbs[name]?.ends ?? name === "done");
  return more.length ? "" : verb ?? "";
}

/** @param {TableData} table */
function named(table) {
  return `${table.game} ${table.phase}`;
}

/** Whether a side that was asked something is still asked in the same phase. @param {TableData} before @param {TableData} now */
function goesOn(before, now) {
  return now.you === now.who && now.you === before.you && now.phase === before.phase && now.turn === before.turn;
}

export class Stages {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** What the side was asked last. @type {TableData | null} */
    this.last = null;
    table.store.on((_, changed) => {
      if (changed.table) this.follow(changed.table);
    });
  }

  /** Learn which phases go on when something in them is done. @param {TableData} now */
  follow(now) {
    const { last } = this;
    this.last = now.you === now.who ? now : null;
    const ended = last && now.version === last.version + 1 && now.last?.choice === ender(last);
    if (!ended || !goesOn(last, now) || !ender(now) || settings().stages.includes(named(now))) return;
    keep({ stages: [...settings().stages, named(now)] });
  }

  /** The button that ends all of them. @param {import("./store.js").Sitting} now */
  button({ table, busy }) {
    if (this.table.plan.on || table.focus?.units.length || !ender(table) || !settings().stages.includes(named(table))) return null;
    return h("button", { class: "all-stages", disabled: busy, title: `${verbLabel(table, ender(table))} with all that is asked in this phase: ${table.phase}`,
      onclick: () => this.pass() }, "On to the next phase");
  }

  /** Be done with one thing after the other while the phase lasts; what would be lost is asked about. */
  async pass() {
    const { store, hand } = this.table;
    const begun = store.now.table;
    for (let n = 0; n < MOST; n++) {
      const { table } = store.now;
      const verb = ender(table);
      if (!verb || !deciding(store.now) || !goesOn(begun, table) || table.focus?.units.length) return;
      await hand.choose(verb, "", !table.ending?.lost.length);
      if (store.now.table.version === table.version) return;
    }
  }
}
