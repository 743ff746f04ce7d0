/** The plan of a turn: laid out on the table that it would lead to, drawn as arrows, changed, and carried out. */

import * as api from "./api.js";
import { declared } from "./battle.js";
import { fill, s } from "./dom.js";
import { trail } from "./marks.js";
import { complain, toast } from "./notices.js";
import { deciding, isMine } from "./store.js";

/** @typedef {import("./types.js").Table} TableData */
/** @typedef {import("./types.js").ActData} ActData */

/** As many orders are sent at once. */
const AT_ONCE = 60;
/** What an act comes to that can be gone on from. */
const SOUND = new Set(["good", "reveals"]);

export class Plan {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    /** Whether choices go into the plan, and the table is the one that it leads to. */
    this.on = false;
    /** @type {ActData[]} */
    this.acts = [];
    /** Whose plan it is. @type {string | null} */
    this.side = null;
    /** The table as it is. @type {TableData | null} */
    this.real = null;
    /** The table as it would be. @type {TableData | null} */
    this.supposed = null;
    /** Of which moment the plan was last told. */
    this.moment = "";
    /** Counts what the plan has been; what was asked of one is not true of another. */
    this.stamp = 0;
    /** Called when something of it changes. @type {(() => void)[]} */
    this.listeners = [];
    this.drawn = s("g", { class: "arrows trails plan-ways" });
    table.map.lights.front.before(this.drawn);
    table.store.on((now, changed) => {
      if (changed.mode && changed.mode !== "live" && this.on) this.leave();
      if (changed.table && changed.table !== this.supposed) this.follow(now.table);
    });
  }

  // What the server says.

  /** The table has changed under the plan. @param {TableData} table */
  follow(table) {
    const { side } = this.table;
    this.real = table;
    if (this.side !== side) {
      // At one screen the other side must not see it.
      this.side = side;
      this.moment = "";
      this.on = false;
      this.hear([], null);
    }
    const moment = `${side} ${table.revision} ${table.version}`;
    const fresh = this.moment === "";
    if (!side || table.status !== "playing" || (!this.on && moment === this.moment)) return this.draw();
    this.moment = moment;
    if (fresh || this.on || this.acts.length) this.load().catch(complain);
    else this.draw();
  }

  async load() {
    const { side, id } = this.table;
    if (!side) return;
    try {
      this.take(await api.plan(id, side), side);
    } catch (error) {
      if (!(error instanceof api.ServerError && [403, 409].includes(error.status))) throw error;
    }
  }

  /** @param {import("./types.js").PlanData} told @param {string} side */
  take(told, side) {
    if (side !== this.table.side || this.table.gone) return;
    this.hear(told.acts, told.table);
    if (!this.on) return;
    const { supposed, real } = this;
    if (!supposed || !real || told.revision !== real.revision) this.leave();
    else this.show(supposed);
  }

  /** @param {ActData[]} acts @param {TableData | null} supposed */
  hear(acts, supposed) {
    this.acts = acts;
    this.supposed = supposed;
    this.stamp += 1;
    this.draw();
  }

  /** Lay a table out. @param {TableData} table */
  show(table) {
    this.table.store.set({ table, shown: table, verb: null, battle: table.odds ? declared(table.odds) : null });
  }

  // Planning.

  toggle() {
    if (this.on) this.leave();
    else this.enter();
  }

  enter() {
    if (!deciding(this.table.store.now)) {
      toast("A turn can be planned when it is yours.");
      return;
    }
    this.on = true;
    this.table.group.clear();
    if (this.supposed) this.show(this.supposed);
    else this.load().catch(complain);
    this.draw();
  }

  /** Back to the table as it is. */
  leave() {
    if (!this.on) return;
    this.on = false;
    const { real } = this;
    if (real) this.table.store.set({ table: real, verb: null, ...(this.table.store.now.mode === "live" ? { shown: real, battle: null } : {}) });
    this.draw();
  }

  /** Choices go into the plan: on with the act that is in hand, or a new one. @param {string[]} orders */
  async add(orders) {
    const { table } = this.table.store.now;
    const acts = this.acts.map((act) => [...act.orders]);
    const { units = [], hexes = [] } = table.focus ?? {};
    let open = Boolean(units.length + hexes.length) && SOUND.has(this.acts.at(-1)?.fate ?? "");
    const picks = (/** @type {string} */ order) => table.verbs[order.split(" ")[0]]?.means === "pick";
    // Who was taken up and sent nowhere is put down for another.
    if (this.justTaken && picks(orders[0]) && acts.at(-1)?.length === 1) acts.pop();
    for (const order of orders) {
      if (open && !picks(order)) acts.at(-1)?.push(order);
      else acts.push([order]);
      open = true;
    }
    await this.keep(acts);
  }

  /** Take the last choice out of the plan again; whether there was one. */
  async back() {
    const acts = this.acts.map((act) => [...act.orders]);
    const last = acts.at(-1);
    if (!last) return false;
    last.pop();
    await this.keep(acts.filter((act) => act.length));
    return true;
  }

  /** Whether the last thing planned was to take somebody up. */
  get justTaken() {
    const { table } = this.table.store.now;
    const order = this.acts.at(-1)?.orders.at(-1) ?? "";
    return table.verbs[order.split(" ")[0]]?.means === "pick" && Boolean(table.focus?.units.length);
  }

  /** An act goes before or after its neighbour. @param {number} n @param {number} by */
  async shift(n, by) {
    const acts = this.acts.map((act) => act.orders);
    const [act] = acts.splice(n, 1);
    acts.splice(n + by, 0, act);
    await this.keep(acts);
  }

  /** @param {number} n */
  async drop(n) {
    await this.keep(this.acts.filter((_, at) => at !== n).map((act) => act.orders));
  }

  async clear() {
    await this.keep([]);
  }

  /** Have it kept, and hear what would come of it. @param {string[][]} acts */
  async keep(acts) {
    const { side, id, store } = this.table;
    if (!side || store.now.busy) return;
    store.set({ busy: true });
    try {
      const told = await api.keepPlan(id, side, acts);
      store.set({ busy: false });
      this.take(told, side);
    } catch (error) {
      store.set({ busy: false });
      complain(error);
    }
  }

  // Carrying out.

  /** The acts that can be carried out now: as far as nobody rolls a die or has to answer. @param {number} [most] */
  ready(most = Infinity) {
    const found = [];
    for (const [n, act] of this.acts.entries()) {
      if (act.fate === "illegal") continue;
      if (act.fate === "untried" || found.length >= most) break;
      found.push(n);
      if (act.fate !== "good") break;
    }
    return found;
  }

  /** Do what is planned, all that can be done or the next act alone. @param {number} [most] */
  async carryOut(most) {
    const { hand, side, id, store } = this.table;
    const ready = this.ready(most);
    if (!side || !ready.length || store.now.busy) return;
    this.leave();
    const acts = this.acts.map((act) => [...act.orders]);
    this.table.takeBacks.chosen("");
    hand.ordering = true;
    this.acts = [];
    try {
      await hand.send(async () => {
        let { table } = store.now;
        for (const part of parts(ready, acts)) {
          const orders = part.flatMap((n) => acts[n]);
          const { carried, refused, table: after } = await api.order(id, side, orders, table.version);
          table = after;
          spend(part.map((n) => acts[n]), carried);
          if (refused) {
            toast(`${refused.choice}: ${refused.case === "-" ? "" : `${refused.case}, `}${refused.reason}`, "refusal");
            break;
          }
        }
        return table;
      });
    } finally {
      hand.ordering = false;
      await this.keep(acts.filter((act) => act.length));
    }
  }

  // Drawing.

  draw() {
    const { store } = this.table;
    const { table, mode } = store.now;
    const hidden = mode === "replay" || (this.side !== table.who && isMine(table, table.who));
    fill(this.drawn, ...(hidden ? [] : this.acts.flatMap((act, n) => this.arrows(act, n + 1))));
    this.table.screen?.classList.toggle("planning", this.on);
    for (const listener of this.listeners) listener();
    this.table.bar?.draw(store.now);
  }

  /** An act on the map, with its number where it ends. @param {ActData} act @param {number} n */
  arrows(act, n) {
    const { map } = this.table;
    const { unit } = map.data;
    const spot = (/** @type {string} */ place) => map.places.spot(place);
    const drawn = [];
    /** @type {{x: number, y: number} | null} */
    let end = null;
    for (const way of act.ways ?? []) {
      const spots = [way.start, ...way.legs.map((leg) => leg.place)].flatMap((place) => spot(place) ?? []);
      if (spots.length < 2) continue;
      drawn.push(trail("march planned", spots, unit));
      end = spots[spots.length - 1];
    }
    const target = act.target ? spot(act.target) : null;
    for (const place of target ? (act.attackers ?? []) : []) {
      const from = spot(place);
      if (from && target && place !== act.target) drawn.push(trail("attack planned", [from, target], unit));
      end = target;
    }
    if (act.fate === "illegal") {
      const [from, to] = this.wanted(act).map(spot);
      if (from && to) drawn.push(trail("march planned refused", [from, to], unit));
      end = to ?? end;
    }
    if (end) {
      drawn.push(s("g", { class: "plan-number", "data-fate": act.fate, transform: `translate(${end.x + unit * 0.5} ${end.y - unit * 0.5}) scale(${unit / 40})` },
        s("circle", { r: 10 }), s("text", { y: 4.5 }, n)));
    }
    return drawn;
  }

  /** From where to where an act would have gone. @param {ActData} act */
  wanted(act) {
    const { table } = this.table.store.now;
    const words = act.orders.map((order) => order.split(" "));
    const taking = (/** @type {string} */ takes) => words.findLast(([verb]) => table.verbs[verb]?.takes === takes)?.[1];
    const from = table.pieces.find((piece) => piece.key === taking("unit"))?.place;
    const to = taking("hex");
    return from && to && from !== to ? [from, to] : [];
  }
}

/** Acts in portions that may be sent at once. @param {number[]} ready @param {string[][]} acts */
function parts(ready, acts) {
  /** @type {number[][]} */
  const found = [];
  let size = AT_ONCE;
  for (const n of ready) {
    size += acts[n].length;
    if (size > AT_ONCE) {
      found.push([]);
      size = acts[n].length;
    }
    found[found.length - 1].push(n);
  }
  return found;
}

/** Take the orders that were carried out from their acts. @param {string[][]} acts @param {number} carried */
function spend(acts, carried) {
  let left = carried;
  for (const act of acts) left -= act.splice(0, left).length;
}
