/**
 * The number that this browser adds to the seed of the dice: drawn and pledged when one sits down, shown when everybody
 * has pledged his, and compared with what the server says in the end (docs/table.md, The dice).
 */

import * as api from "./api.js";
import { h } from "./dom.js";
import { complain, dialog, toast } from "./notices.js";
import { sha256 } from "./sha256.js";
import { seatsOf } from "./store.js";

/** What is kept of it. @typedef {{number: string, commitment?: string, pledges?: Record<string, string>}} Lot */
/** @typedef {import("./types.js").Table} Table */

/** @param {string} number */
const pledgeOf = (number) => sha256(`trenchline lot:${number}`);
/** @param {string} match @param {string} side */
const key = (match, side) => `trenchline.lot.${match}.${side}`;

/** A fresh number and its pledge; nothing where the browser would forget it. @returns {{number: string, pledge: string} | null} */
export function draw() {
  try {
    localStorage.setItem("trenchline.lot", "");
    localStorage.removeItem("trenchline.lot");
  } catch {
    return null;
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const number = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { number, pledge: pledgeOf(number) };
}

/** Keep the number for a side. @param {string} match @param {string} side @param {Lot} lot */
export function keep(match, side, lot) {
  localStorage.setItem(key(match, side), JSON.stringify(lot));
}

/** @param {string} match @param {string} side @returns {Lot | null} */
function kept(match, side) {
  try {
    return JSON.parse(localStorage.getItem(key(match, side)) ?? "null");
  } catch {
    return null;
  }
}

/** The seats of the one who looks, at the side he looks from. @param {Table} table */
function ownSeats(table) {
  return seatsOf(table, table.you ?? "").filter(([, seat]) => seat.kind === "me").map(([name]) => name);
}

/** Looks after the number of one who sits at a table. */
export class Lots {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** Whether the number is on its way, or is not asked about again. */
    this.busy = false;
    this.told = false;
  }

  /** Do what is to be done when the table has changed. */
  follow() {
    const { table } = this.table.store.now;
    const seat = ownSeats(table).find((name) => table.dice?.waits.includes(name));
    if (seat) this.show(table, seat).catch(complain);
    else if (table.status === "over" && table.you) this.compare(table);
  }

  /** Show the number of a seat, once nobody can choose his any more. @param {Table} table @param {string} seat */
  async show(table, seat) {
    if (this.busy || Object.values(table.seats).some(({ kind }) => kind === "open")) return;
    this.busy = true;
    const lot = kept(table.id, seat);
    if (lot && lot.commitment !== table.commitment) {
      toast("The server has changed the seed of this match. Do not trust its dice.", "error");
      return;
    }
    if (!lot && !(await this.without())) return;
    if (lot) keep(table.id, seat, { ...lot, pledges: table.dice?.pledges });
    await this.table.arrivals.arrive(await api.lot(table.id, table.you ?? "", lot ? lot.number : null));
    this.busy = false;
  }

  /** Ask whether to go on without a number that is not here. */
  async without() {
    const answer = await dialog("The dice wait for your number", [
      h("p", {}, "You sat down in another browser. It drew a number for the dice, which only it knows. Open this match there, " +
        "or go on without that number: the record will show that it was promised and not given."),
    ], [{ value: "", label: "Wait" }, { value: "on", label: "Go on without it", primary: true }], "lot");
    return answer === "on";
  }

  /** Compare what the server says in the end with what it said in the beginning. @param {Table} table */
  compare(table) {
    const [seat] = ownSeats(table);
    const lot = kept(table.id, seat ?? "");
    if (this.told || !lot?.pledges || !table.seed) return;
    this.told = true;
    const same = sha256(`trenchline:${table.seed}`) === lot.commitment && table.commitment === lot.commitment &&
      table.dice?.lots[seat] === lot.number &&
      Object.entries(lot.pledges).every(([side, pledge]) => table.dice?.pledges[side] === pledge);
    if (!same) toast("The dice of this match were not rolled from the numbers that were pledged. Do not trust them.", "error");
  }
}
