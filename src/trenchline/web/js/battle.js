/** The battle: exact odds with every modifier and its case, the roll in the table, then what follows. */

import * as api from "./api.js";
import { meanLosses } from "./attacks.js";
import { isComposed, makeUp, picks } from "./composing.js";
import { die, fill, h } from "./dom.js";
import { folded, isDetail, lively, namedIn, written } from "./notes.js";
import { caseChip, count, total } from "./words.js";

/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./store.js").Battle} Battle */

const STAGES = [["declare", "Odds"], ["roll", "Die"], ["losses", "Losses"], ["retreat", "Retreat"], ["advance", "Advance"]];

/** More columns than this are printed small. */
const MANY_COLUMNS = 9;
/** More units and modifiers than this are folded. */
const MANY = 6;
/** A result that is longer does not fit beside its rod. */
const SHORT = 5;
/** And if there is something to decide or to read above them, more than this. */
const FEW = 3;

/** The lines of an entry that belong to the battle: up to the next heading. @param {Entry} entry */
function battleLines(entry) {
  const end = entry.lines.findIndex((note, n) => n > 0 && !isDetail(note));
  return end < 0 ? entry.lines : entry.lines.slice(0, end);
}

/**
 * The odds of the table that a choice rolls on; all of them if it does not say.
 *
 * @param {Odds} odds
 * @param {string | null} choice
 * @returns {Odds}
 */
function rolledBy(odds, choice) {
  const found = [odds, ...(odds.others ?? [])].find((one) => one.verb && one.verb === choice);
  return found ? { ...found, others: [] } : odds;
}

/** An attack that is declared, with its odds. @param {Odds} odds @returns {Battle} */
export const declared = (odds) => ({ odds, hex: "", dice: [], lines: [], stage: "declare", result: "", over: false });

/**
 * The battle after one more choice.
 *
 * @param {Battle | null} battle
 * @param {Table | null} before the position before it, if that is known
 * @param {Table} table the position after it
 * @param {Entry} entry
 * @returns {Battle | null}
 */
export function battleAfter(battle, before, table, entry) {
  const stage = table.focus?.battle ?? "";
  if (table.odds) return declared(table.odds);
  const lines = entry.dice.length ? battleLines(entry) : [];
  // The enemy may have something to say between the choice of a table and the die.
  const odds = before?.odds ?? (battle && !battle.over && !battle.dice.length ? battle.odds : null);
  const fought = before?.focus?.battle ? before.focus.hexes[0] ?? "" : "";
  const fresh = !battle || battle.over || !battle.dice.length;
  if ((odds || (fought && fresh)) && (entry.dice.length || stage)) {
    return { odds: odds && rolledBy(odds, entry.choice), hex: fought, dice: entry.dice, lines, stage: stage || "roll",
      result: table.focus?.result ?? "", over: entry.dice.length > 0 && !stage };
  }
  if (!battle || fresh) return null;
  return { ...battle, odds: battle.odds && rolledBy(battle.odds, entry.choice), dice: [...battle.dice, ...entry.dice], lines: [...battle.lines, ...battleLines(entry)],
    stage: stage || battle.stage, result: table.focus?.result || battle.result, over: !stage };
}

/**
 * The battle that is going on in a match just opened.
 *
 * @param {string} id
 * @param {string | null} side
 * @param {Table} table
 * @param {Entry[]} log
 * @returns {Promise<Battle | null>}
 */
export async function recallBattle(id, side, table, log) {
  if (table.odds) return declared(table.odds);
  if (!table.focus?.battle || table.focus.battle === "declare") return null;
  const roll = log.findLast((entry) => entry.dice.length > 0);
  if (!roll || roll.version < 1) return null;
  const before = await api.at(id, roll.version - 1, side);
  const since = log.filter((entry) => entry.version > roll.version);
  return since.reduce((battle, entry) => battleAfter(battle, null, table, entry), battleAfter(null, before, table, roll));
}

export class BattlePanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "panel battle" });
    table.store.on((now, changed) => {
      if (["battle", "shown", "table", "mode"].some((name) => name in changed)) this.draw(now);
    });
    /** What was asked last, to begin at the top when something else is. */
    this.asked = "";
  }

  /** @param {import("./store.js").Sitting} now */
  draw(now) {
    const { battle, shown, board } = now;
    this.follow(shown);
    const chosen = picks(this.table, now);
    const made = makeUp(this.table, shown.panels);
    if (!battle) {
      fill(this.element, isComposed(shown) ? h("header", {}, h("h2", {}, this.place(shown))) : null, chosen, made);
      return;
    }
    const { odds, dice } = battle;
    const rolled = dice[0];
    const heading = odds ? lively(odds.title, odds.marks, this.table.links) : this.table.map.places.name(battle.hex);
    fill(this.element,
      h("header", {}, h("div", {}, h("p", { class: "kicker" }, odds?.act ?? "Attack on"), h("h2", {}, heading)), this.standing(battle)),
      odds?.act && odds.act !== "Attack on" ? null : this.stages(battle),
      chosen,
      rolled ? this.rolled(battle) : null,
      rolled ? made : null,
      odds ? this.odds(odds, battle, board.charts, rolled ? null : made, Boolean(rolled || chosen)) : rolled ? null : made);
  }

  /** Begin at the top when something else is asked: somebody else, another stage, by another case. @param {Table} shown */
  follow(shown) {
    const asked = [shown.who, shown.focus?.battle, /\[[^\]]*\]$/.exec(shown.prompt)?.[0]].join(" ");
    if (asked !== this.asked) this.element.scrollTop = 0;
    this.asked = asked;
  }

  /** How it stands, in sight however far one reads. @param {Battle} battle */
  standing({ odds, dice, result }) {
    if (!odds || odds.hidden?.length) return null;
    return h("output", { class: "standing", "aria-label": dice.length ? "Result" : "Odds" }, dice.length ? result || odds.column : odds.column);
  }

  /** What it is about, as long as there are no odds. @param {Table} shown */
  place(shown) {
    const [hex] = shown.focus?.hexes ?? [];
    return hex ? this.table.map.places.name(hex) : shown.phase;
  }

  /**
   * What was to be expected.
   *
   * @param {Odds} odds
   * @param {Battle} battle
   * @param {import("./types.js").Chart[]} charts
   * @param {HTMLElement | null} made what makes the battle up
   * @param {boolean} brief whether there is much else to see
   */
  odds(odds, battle, charts, made, brief) {
    const rolled = battle.dice.at(odds.die ?? 0);
    const hidden = odds.hidden ?? [];
    const strength = total(odds.attack);
    return [
      h("div", { class: "forces" }, this.force("Attack", odds.attack, [], brief),
        h("div", { class: "against" }, h("b", {}, hidden.length ? "?" : odds.column === strength ? "vs" : odds.column)),
        odds.defence.length || hidden.length || odds.act === "Attack on" ? this.force("Defence", odds.defence, hidden, brief) : null),
      odds.notes.length ? h("ul", { class: "notes" }, odds.notes.map((note) =>
        h("li", {}, note.what, " ", caseChip(note.case, this.table.links.case)))) : null,
      hidden.length ? h("p", { class: "unseen" }, "Not everything shows: ", h("b", {}, odds.column), ".") : this.tables(odds, battle),
      rolled === undefined && !odds.others?.length ? meanLosses(odds) : null,
      made,
      ...[odds, ...(odds.others ?? [])].map((one) => litChart(charts, one, rolled)),
    ].flat();
  }

  /** The chances on each table that may be chosen. @param {Odds} odds @param {Battle} battle */
  tables(odds, battle) {
    const others = odds.others ?? [];
    if (!others.length) return this.chances(odds, battle);
    return [odds, ...others].map((one) => h("section", { class: "one-table", "data-verb": one.verb ?? "" },
      h("h3", {}, one.chart || one.title), this.chances(one, battle), battle.dice.length ? null : meanLosses(one)));
  }

  /** What one die brings, or two: each by itself, then every pair of them. @param {Odds} odds @param {Battle} battle */
  chances(odds, { dice, result }) {
    if (!odds.shares?.length) return [this.bars(odds.results, dice.at(odds.die ?? 0), result)];
    return [
      ...odds.shares.map((share, n) => h("section", { class: "share-of" }, h("h4", {}, share.title), this.bars(share.results, dice[n]))),
      odds.pairs?.length ? pairTable(odds.pairs, dice) : null,
    ];
  }

  /** @param {Battle} battle */
  stages(battle) {
    const at = STAGES.findIndex(([name]) => name === battle.stage);
    return h("ol", { class: "stages" }, STAGES.map(([name, label], n) => h("li", {
      class: battle.over || n < at ? "done" : n === at ? "now" : "", "aria-current": n === at && !battle.over ? "step" : null,
    }, label)));
  }

  /** @param {Battle} battle */
  rolled(battle) {
    // The modifiers stand below; what the die brought is told from its line on.
    const lines = battle.lines.filter(isDetail);
    const from = Math.max(0, lines.findIndex((note) => namedIn(note, "die").length));
    return h("div", { class: "rolled" }, h("div", { class: "thrown" }, battle.dice.map(die)),
      h("ul", {}, folded(lines.slice(from)).map((note) => h("li", {}, written(note, this.table.links)))));
  }

  /** @param {string} name @param {import("./types.js").Modifier[]} modifiers @param {string[]} [hidden] what adds to it unseen @param {boolean} [brief] */
  force(name, modifiers, hidden = [], brief = false) {
    const all = total(modifiers);
    const list = h("ul", {}, modifiers.map((modifier) => h("li", {},
      h("span", {}, lively(modifier.what, modifier.marks, this.table.links), " ", caseChip(modifier.case, this.table.links.case)),
      h("b", {}, total([modifier])))),
      hidden.map((what) => h("li", { class: "unseen" }, h("span", {}, what), h("b", {}, "?"))));
    // A host would push the odds out of sight.
    return h("div", { class: "force" }, h("h3", {}, name, h("b", {}, hidden.length ? `${all} + ?` : all)),
      modifiers.length > (brief ? FEW : MANY) ? h("details", {}, h("summary", {}, count(modifiers.length, "entry", "entries")), list) : list);
  }

  /** @param {import("./types.js").Result[]} results @param {number | undefined} rolled @param {string} [came] the result, where the die alone does not tell */
  bars(results, rolled, came = "") {
    const worded = results.some((result) => result.result.length > SHORT);
    return h("table", { class: worded ? "bars worded" : "bars" }, h("caption", { class: "sr-only" }, "Exact odds"),
      results.map((result) => {
        const hit = came ? result.result === came : rolled !== undefined && result.rolls.includes(rolled);
        const bar = h("i", {});
        bar.style.width = `${100 * result.probability}%`;
        return h("tr", { class: hit ? "hit" : rolled === undefined ? "" : "missed" },
          h("th", { scope: "row" }, result.result),
          h("td", { class: "share" }, h("div", { class: "rod" }, bar),
            h("span", {}, `${(100 * result.probability).toFixed(result.probability * 100 % 1 ? 1 : 0)}%`)),
          h("td", { class: "came" }, h("span", { class: "rolls" }, result.rolls.map(die)),
            result.meaning ? h("span", { class: "meaning" }, result.meaning) : null));
      }));
  }
}

/**
 * The results table with the column of the odds and the row of the die lit.
 *
 * @param {import("./types.js").Chart[]} charts
 * @param {Odds} odds
 * @param {number | undefined} rolled
 */
function litChart(charts, odds, rolled) {
  const plain = odds.column.replace(/^\+/, "");
  const chart = charts.find((c) => (!odds.chart || c.title === odds.chart) &&
    (c.columns.includes(odds.column) || c.columns.includes(plain)));
  if (!chart) return null;
  const lit = Math.max(chart.columns.indexOf(odds.column), chart.columns.indexOf(plain));
  return h("figure", { class: "chart lit" }, h("figcaption", {}, chart.title), chartTable(chart, lit, rolled));
}

/**
 * Every pair of two dice, with what both bring; who must retreat stands out.
 *
 * @param {string[][]} pairs
 * @param {number[]} dice
 */
function pairTable(pairs, dice) {
  const [first, second] = dice;
  return h("figure", { class: "chart pairs" }, h("figcaption", {}, "Both dice: defender's loss / attacker's loss"),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "⚔ ╲ ↩"),
      pairs[0].map((_, n) => h("th", { scope: "col", class: second === n + 1 ? "lit" : "" }, die(n + 1))))),
    h("tbody", {}, pairs.map((row, m) => h("tr", { class: first === m + 1 ? "lit" : "" }, h("th", { scope: "row" }, die(m + 1)),
      row.map((cell, n) => h("td", { class: [cell.includes("R") ? "retreat" : "", first === m + 1 && (second ?? n + 1) === n + 1 ? "hit" : ""].join(" ").trim() }, cell)))))),
    pairs.flat().some((cell) => cell.includes("R")) ? h("p", { class: "small" }, "R: the defender must retreat. ⚔ is the attacker's die, ↩ the defender's answer.")
      : h("p", { class: "small" }, "⚔ is the attacker's die, ↩ the defender's answer."));
}

/**
 * A chart of the game.
 *
 * @param {import("./types.js").Chart} chart
 * @param {number} [lit] the column to light
 * @param {number} [rolled] the row to light
 */
export function chartTable(chart, lit = -1, rolled = undefined) {
  return h("div", { class: "scroll" }, h("table", { class: chart.columns.length > MANY_COLUMNS ? "many" : "" },
    h("thead", {}, h("tr", {}, chart.columns.map((name, n) => h("th", { scope: "col", class: n === lit ? "lit" : "" }, name)))),
    h("tbody", {}, chart.rows.map((row) => {
      const on = rolled !== undefined && row[0] === String(rolled);
      return h("tr", { class: on ? "lit" : "" }, row.map((cell, n) => n === 0
        ? h("th", { scope: "row" }, cell)
        : h("td", { class: [n === lit ? "lit" : "", n === lit && on ? "hit" : ""].join(" ").trim() }, cell)));
    }))));
}
