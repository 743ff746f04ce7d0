/** Several units in hand at once: picked one by one or by the stack, and sent to one hex together. */

import * as api from "./api.js";
import { complain, toast } from "./notices.js";
import { deciding, plainVerbs } from "./store.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Hex} Hex */

/** From so many places ways are shown beforehand. */
const SHOWN = 4;

export class Group {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** Who is picked, in order. @type {string[]} */
    this.keys = [];
    /** Where all of them can go, once that is known. @type {import("./types.js").GroupData | null} */
    this.known = null;
    table.store.on((_, changed) => {
      if (this.keys.length && (changed.table || changed.mode)) this.clear();
    });
  }

  /** Who of some units can be picked now: not while somebody else is in hand. @param {string[]} keys */
  pickable(keys) {
    const { now } = this.table.store;
    if (!deciding(now) || now.table.focus?.units.length) return [];
    const [verb] = plainVerbs(now.table, "unit");
    return verb ? keys.filter((key) => now.table.choices[verb].includes(key)) : [];
  }

  /** Pick a unit, or let it go again. @param {string} key */
  async toggle(key) {
    if (!this.pickable([key]).length) return false;
    await this.set(this.keys.includes(key) ? this.keys.filter((one) => one !== key) : [...this.keys, key]);
    return true;
  }

  /** Pick all units of a stack that can act. @param {string} place */
  async stack(place) {
    const keys = this.pickable(this.table.map.stacks.stack(place).map((piece) => piece.key));
    if (!keys.length) toast("Nobody in this hex is to be chosen now.");
    else await this.set(keys);
  }

  /** @param {string[]} keys */
  async set(keys) {
    const { table, id, side } = { table: this.table.store.now.table, id: this.table.id, side: this.table.side };
    this.keys = keys;
    this.known = null;
    this.show();
    if (!keys.length || !side) return;
    try {
      const found = await api.group(id, side, keys, table.version, this.table.plan.on);
      if (this.keys !== keys) return;
      this.known = found;
      const places = Object.values(found.goals).reduce((sum, hexes) => sum + hexes.length, 0);
      this.table.announce(`${count(keys.length, "unit")} together, ${count(places, "hex", "hexes")} to go to`);
      this.show();
    } catch (error) {
      this.clear();
      complain(error);
    }
  }

  clear() {
    if (!this.keys.length) return;
    this.keys = [];
    this.known = null;
    this.show();
  }

  show() {
    this.table.preview.clear();
    this.table.point();
    this.table.bar.draw(this.table.store.now);
  }

  /** The hexes to which all can go. */
  goals() {
    const { verb } = this.table.store.now;
    const goals = this.known?.goals ?? {};
    return new Set(verb && goals[verb] ? goals[verb] : Object.values(goals).flat());
  }

  /** By which verb all of them would go to a hex. @param {Hex} hex */
  verb(hex) {
    const { goals = {} } = this.known ?? {};
    const wanted = this.table.store.now.verb;
    const verbs = Object.keys(goals).filter((verb) => goals[verb].includes(hex.label));
    return wanted && verbs.includes(wanted) ? wanted : verbs[0];
  }

  /** What takes a party in hand, one for each place from which somebody would set out. */
  leaders() {
    const places = new Map(this.table.store.now.table.pieces.map((piece) => [piece.key, piece.place]));
    const start = (/** @type {string[]} */ party) => places.get(party[0]?.split(" ")[1] ?? "");
    const parties = this.known?.parties ?? [];
    return parties.filter((party, n) => parties.findIndex((other) => start(other) === start(party)) === n).slice(0, SHOWN);
  }

  /** Send all of them to a hex; whether they can go there. @param {Hex} hex */
  async send(hex) {
    const { known } = this;
    const verb = this.verb(hex);
    if (!known || !verb) return false;
    const orders = known.parties.flatMap((party) => [...party, `${verb} ${hex.label}`]);
    await this.table.hand.order(orders);
    return true;
  }
}
