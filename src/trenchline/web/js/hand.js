/** The player's hand: what clicks on the map mean, choices sent, minds changed, and why something cannot be chosen. */

import * as api from "./api.js";
import { title } from "./counters.js";
import { h } from "./dom.js";
import { complain, dialog, toast } from "./notices.js";
import { deciding, plainVerbs, takesUp, verbsTaking } from "./store.js";
import { caseParts, count } from "./words.js";

/** @typedef {import("./types.js").Table} TableData */
/** @typedef {import("./types.js").Hex} Hex */

/** As many units that could still act are named. */
const NAMED = 8;

export class Hand {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.store = table.store;
    /** The choices that were on offer before the last one, to change one's mind with a click. */
    this.before = /** @type {TableData | null} */ (null);
    /** Verbs seen in this phase, to ask why about. @type {{hex: string, unit: string}} */
    this.asked = { hex: "", unit: "" };
    /** The unit that was next the last time. */
    this.lastNext = "";
    /** Whether choices of one's own come in numbers, and are not shown one by one. */
    this.ordering = false;
    /** Who could be taken up when somebody could last, and by which verb. @type {{verb: string, keys: Set<string>, phase: string}} */
    this.others = { verb: "", keys: new Set(), phase: "" };
    /** Where units went last: by which verb, from and to where. @type {{verb: string, from: string, to: string, phase: string} | null} */
    this.went = null;
  }

  /** Make a choice; what ends a phase asks first unless one is sure. @param {string} verb @param {string} argument @param {boolean} [sure] */
  async choose(verb, argument, sure = false) {
    const { table, busy } = this.store.now;
    const planning = this.table.plan.on;
    if (this.table.coach?.refuses([argument ? `${verb} ${argument}` : verb])) return;
    if (busy || !this.table.side || !(sure || planning || (await this.sure(table, verb)))) return;
    this.table.card.hide();
    this.before = table;
    const choice = argument ? `${verb} ${argument}` : verb;
    this.noteWay([choice], table);
    if (planning) return this.table.plan.add([choice]);
    this.table.takeBacks.chosen(choice);
    await this.send(() => api.choose(this.table.id, /** @type {string} */ (this.table.side), choice, table.version));
  }

  /** Make several choices, as far as they can be made. @param {string[]} orders @param {boolean} [quietly] whether nobody needs to hear what could not be */
  async order(orders, quietly = false) {
    const { table, busy } = this.store.now;
    const { side, id } = this.table;
    if (busy || !side || !orders.length || this.table.coach?.refuses(orders)) return;
    this.table.card.hide();
    this.before = orders.length === 1 ? table : null;
    this.noteWay(orders, table);
    if (this.table.plan.on) return this.table.plan.add(orders);
    this.table.takeBacks.chosen("");
    this.ordering = true;
    try {
      await this.send(async () => {
        const { refused, table: after } = await api.order(id, side, orders, table.version);
        if (refused && !quietly) toast(`${refused.choice}: ${refused.case === "-" ? "" : `${refused.case}, `}${refused.reason}`, "refusal");
        return after;
      });
    } finally {
      this.ordering = false;
    }
  }

  /** Bring all of these units in, one after the other; who finds no room any more is passed over. @param {string} verb @param {string[]} keys */
  async bringAll(verb, keys) {
    for (let left = keys; left.length;) {
      await this.order(left.map((key) => `${verb} ${key}`), true);
      const { table } = this.store.now;
      if (this.table.plan.on || !deciding(this.store.now)) return;
      const open = new Set(table.choices[verb] ?? []);
      const rest = left.filter((key) => open.has(key));
      if (rest.length === left.length) return;
      left = rest;
    }
  }

  /** Remember where units are sent. @param {string[]} orders @param {TableData} table */
  noteWay(orders, table) {
    const [verb, to] = (orders.at(-1) ?? "").split(" ");
    const first = orders.length > 1 ? orders[0].split(" ")[1] : table.focus?.units[0];
    const from = table.pieces.find((piece) => piece.key === first)?.place;
    if (table.verbs[verb]?.takes === "hex" && to && from && from !== to) this.went = { verb, from, to, phase: table.phase };
  }

  /** Who would go the way that was gone last: those in hand, else the next of the same stack. */
  next() {
    const { now } = this.store;
    const { went } = this;
    if (!deciding(now) || !went || went.phase !== now.table.phase) return null;
    const { table } = now;
    if (table.focus?.units.length) return table.choices[went.verb]?.includes(went.to) ? { orders: [`${went.verb} ${went.to}`], to: went.to } : null;
    const [verb] = plainVerbs(table, "unit");
    const key = verb && this.table.map.stacks.stack(went.from).findLast((piece) => table.choices[verb].includes(piece.key))?.key;
    return key ? { orders: [`${verb} ${key}`, `${went.verb} ${went.to}`], to: went.to } : null;
  }

  /** Send the next unit where the last one went. */
  async repeat() {
    const next = this.next();
    if (next) await this.order(next.orders);
    else toast("There is nobody to go the same way.");
  }

  /** The verb by which another unit is taken up when those in hand have had their move. @param {string} key */
  another(key) {
    const { table } = this.store.now;
    const rests = verbsTaking(table, "nothing").some((name) => table.verbs[name]?.means === "idle" && !table.verbs[name]?.ends);
    const { verb, keys, phase } = this.others;
    return rests && table.focus?.units.length && !this.taken() && phase === table.phase && keys.has(key) ? verb : "";
  }

  /** Ending a phase asks first while something would be lost or somebody could still act. @param {TableData} table @param {string} verb */
  async sure(table, verb) {
    if (!(table.verbs[verb]?.ends ?? verb === "done")) return true;
    const { lost = [], could = {} } = table.ending ?? {};
    const open = Object.entries(could).filter(([, who]) => who.length);
    if (!lost.length && !open.length) return true;
    const answer = await dialog(
      "End it now?",
      [
        ...lost.map((line) => h("p", { class: "would-be-lost" }, caseParts(line, this.table.links.case, this.table.glossary.line()))),
        ...open.map(([what, who]) => h("p", {}, h("b", {}, `${this.counted(table, who)} could still ${what}: `),
          who.slice(0, NAMED).map((key) => this.called(table, key)).join("; "),
          who.length > NAMED ? ` and ${who.length - NAMED} more.` : ".")),
      ],
      [{ value: "", label: "Go on" }, { value: "end", label: "End the phase", primary: true }],
      "ending",
    );
    return answer === "end";
  }

  /** How many units, or hexes. @param {TableData} table @param {string[]} who */
  counted(table, who) {
    return count(who.length, table.pieces.some((piece) => piece.key === who[0]) ? "unit" : "hex",
      table.pieces.some((piece) => piece.key === who[0]) ? "units" : "hexes");
  }

  /** A unit by its whole name and where it stands, or a hex. @param {TableData} table @param {string} key */
  called(table, key) {
    const { places } = this.table.map;
    const piece = table.pieces.find((one) => one.key === key);
    if (!piece) return places.name(key);
    const name = title(piece, this.store.now.board.nations).split(",")[0];
    return places.hexes.has(piece.place) ? `${name} (${places.name(piece.place)})` : name;
  }

  /** @param {() => Promise<TableData>} act */
  async send(act) {
    if (this.store.now.busy) return;
    this.store.set({ busy: true });
    let table = null;
    try {
      table = await act();
    } catch (error) {
      if (error instanceof api.ServerError && error.status === 422 && error.reason) {
        toast(`${error.case}: ${error.reason}`, "refusal");
      } else if (error instanceof api.ServerError && error.status === 409) {
        toast("The game has moved on; this is how it stands now.");
        this.table.arrivals.lookAgain = true;
      } else complain(error);
    }
    this.store.set({ busy: false });
    if (table) await this.table.arrivals.arrive(table).catch(complain);
    if (this.table.arrivals.lookAgain) {
      this.table.arrivals.lookAgain = false;
      await this.table.arrivals.look();
    }
  }

  /** The verbs that a click may mean now: the chosen one alone, or all but those that want to be chosen. @param {string} takes */
  offered(takes) {
    const { table, verb } = this.store.now;
    return verb && verbsTaking(table, takes).includes(verb) ? [verb] : plainVerbs(table, takes);
  }

  /** What a click on a hex, or on a counter in it, would choose. @param {Hex | null} hex @param {string | null} key @returns {[string, string] | null} */
  meant(hex, key) {
    const { table, verb } = this.store.now;
    const there = hex ? this.offered("hex").find((name) => table.choices[name].includes(hex.label)) : undefined;
    const unit = (/** @type {string} */ one) => this.offered("unit").find((name) => table.choices[name].includes(one));
    // Whoever has said that he means a place means that of the counter.
    if (hex && there && (!key || there === verb)) return [there, hex.label];
    for (const one of key ? [key] : this.table.map.stacks.stack(hex?.label ?? "").map((piece) => piece.key)) {
      const by = unit(one);
      if (by) return [by, one];
    }
    return hex && there ? [there, hex.label] : null;
  }

  /** @param {Hex} hex @param {PointerEvent} [event] */
  async clickHex(hex, event) {
    if (!deciding(this.store.now)) {
      this.table.card.pin(hex);
      return;
    }
    if (this.table.group.keys.length) {
      if (this.looksFirst(hex, null, event)) return;
      if (await this.table.group.send(hex)) return;
    }
    const meant = this.meant(hex, null);
    if (meant) return this.click(meant, hex, null, event);
    if (await this.rather(hex.label)) return;
    await this.refuse(hex, null);
  }

  /** @param {string} key @param {Hex | null} hex @param {PointerEvent} [event] */
  async clickPiece(key, hex, event) {
    if (!deciding(this.store.now)) {
      if (hex) this.table.card.pin(hex);
      return;
    }
    const { group } = this.table;
    if (event?.shiftKey && (await group.toggle(key))) return;
    if (hex && group.goals().has(hex.label)) {
      if (this.looksFirst(hex, key, event)) return;
      if (await group.send(hex)) return;
    }
    const meant = this.meant(hex, key);
    if (meant) return this.click(meant, hex, key, event);
    const other = this.another(key);
    if (other) return this.order([`${other} ${key}`]);
    if ((await this.rather(key)) || (hex && (await this.rather(hex.label)))) return;
    if (hex) await this.refuse(hex, key);
  }

  /** Attack a hex with everybody who can, as far as the rules let them. @param {string} verb @param {string} label */
  async attackWithAll(verb, label) {
    await this.choose(verb, label);
    const { table } = this.store.now;
    const joins = verbsTaking(table, "unit").find((name) => table.verbs[name]?.means === "join");
    if (deciding(this.store.now) && joins && table.focus?.hexes.includes(label)) await this.bringAll(joins, table.choices[joins]);
  }

  /** Whether a finger looks ahead first. @param {Hex | null} hex @param {string | null} key @param {PointerEvent} [event] */
  looksFirst(hex, key, event) {
    return event !== undefined && event.pointerType !== "mouse" && hex !== null && !this.table.preview.tapped(hex, key);
  }

  /** What a click chooses. @param {[string, string]} meant @param {Hex | null} hex @param {string | null} key @param {PointerEvent} [event] */
  async click(meant, hex, key, event) {
    if (this.looksFirst(hex, key, event)) return;
    if (event?.shiftKey && this.store.now.table.verbs[meant[0]]?.means === "attack") return this.attackWithAll(...meant);
    await this.choose(...meant);
  }

  /**
   * Change one's mind: if the last choice only took something in hand, a click on another (or the same)
   * puts it back first.
   *
   * @param {string} argument
   */
  async rather(argument) {
    const taken = this.taken();
    if (!taken?.before.choices[taken.verb]?.includes(argument)) return false;
    await this.send(() => this.table.takeBacks.undo(taken.before.version));
    if (argument !== taken.had && this.store.now.table.version === taken.before.version) await this.choose(taken.verb, argument);
    return true;
  }

  /** What the last choice took in hand, if it did nothing else. */
  taken() {
    const { table } = this.store.now;
    const { before } = this;
    const [verb, had] = (table.last?.choice ?? "").split(" ");
    if (!before || !this.table.side || before.version !== table.version - 1) return null;
    if (table.can_undo_to === null || table.can_undo_to > before.version) return null;
    if (!["unit", "hex"].includes(before.verbs[verb]?.takes)) return null;
    if (JSON.stringify(before.pieces) !== JSON.stringify(table.pieces)) return null;
    return { before, verb, had };
  }

  /** Put down what was just taken in hand, if nothing was begun with it. @returns {Promise<boolean>} */
  async letGo() {
    if (this.table.plan.on) return this.table.plan.justTaken && this.table.plan.back();
    const taken = this.taken();
    const { units = [], hexes = [] } = taken?.before.focus ?? {};
    if (!taken || !deciding(this.store.now) || units.length || hexes.length) return false;
    this.before = null;
    await this.send(() => this.table.takeBacks.undo(taken.before.version));
    return true;
  }

  /** Say why something cannot be chosen. @param {Hex} hex @param {string | null} key */
  async refuse(hex, key) {
    if (!this.table.side) return;
    const place = this.offered("hex")[0] ?? this.asked.hex;
    const unit = this.offered("unit")[0] ?? this.asked.unit;
    const choice = key && unit && (this.offered("unit").length || !place) ? `${unit} ${key}` : place ? `${place} ${hex.label}` : "";
    if (!choice) {
      this.shown(hex);
      return;
    }
    try {
      const why = await api.why(this.table.id, this.table.side, choice, this.table.plan.on);
      if (why.legal) this.shown(hex);
      else if (!this.table.coach?.refused(why)) this.table.card.refuse(hex, why);
    } catch (error) {
      if (error instanceof api.ServerError && error.status === 400) this.shown(hex);
      else complain(error);
    }
  }

  /** Nothing was to be chosen there: its card tells what it is, and a coach what to do instead. @param {Hex} hex */
  shown(hex) {
    this.table.coach?.refused(null);
    this.table.card.pin(hex);
  }

  /** Take the next unit that has not acted in hand. @param {number} by */
  async nextUnit(by) {
    const { now } = this.store;
    if (!deciding(now)) return;
    const held = now.table.focus?.units[0] ?? "";
    if (this.table.plan.on && this.table.plan.justTaken) await this.table.plan.back();
    let { table } = now;
    const earlier = this.before;
    if (!takesUp(table) && earlier && earlier.version === table.version - 1 &&
      table.last?.choice?.endsWith(` ${held}`)) table = earlier;
    const verb = takesUp(table);
    if (!verb) {
      toast("No unit is to be chosen now.");
      return;
    }
    const places = new Map(table.pieces.map((piece) => [piece.key, piece.place]));
    const keys = [...table.choices[verb]].sort((a, b) => (places.get(a) ?? "").localeCompare(places.get(b) ?? ""));
    const at = keys.indexOf(held || this.lastNext || "");
    const key = keys[(at + by + keys.length) % keys.length];
    this.lastNext = key;
    this.table.map.seek([places.get(key) ?? ""]);
    if (table === earlier) await this.rather(key);
    else await this.choose(verb, key);
  }

  /** Remember what may be asked about. @param {TableData} table */
  note(table) {
    const [hex] = plainVerbs(table, "hex");
    const [unit] = plainVerbs(table, "unit");
    if (unit && !table.focus?.units.length) this.others = { verb: unit, keys: new Set(table.choices[unit]), phase: table.phase };
    if (hex) this.asked.hex = hex;
    if (unit) this.asked.unit = unit;
  }
}
