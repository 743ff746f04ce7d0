/** Carrying a counter over the map with the pointer: taken up where it lies, put down where it is to go. */

import { loose } from "./counters.js";
import { fill, h } from "./dom.js";
import { complain } from "./notices.js";
import { deciding } from "./store.js";

/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./camera.js").Point} Point */

export class Carry {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.element = h("div", { class: "carried", hidden: true, "aria-hidden": "true" });
    /** Who is carried. @type {string[]} */
    this.keys = [];
    /** What takes them up, until it is done. @type {Promise<unknown>} */
    this.taking = Promise.resolve();
    /** Whether they were taken up by this very hand, and are put back if they go nowhere. */
    this.fresh = false;
  }

  /**
   * Take a counter up; whether it can be carried. A mouse takes any that may be chosen, a finger only those
   * in hand: it moves the map by them else.
   *
   * @param {string} key
   * @param {PointerEvent} event
   */
  grab(key, event) {
    const { now } = this.table.store;
    const { hand, group } = this.table;
    if (!deciding(now) || now.busy) return false;
    const held = now.table.focus?.units.includes(key) ?? false;
    const picked = group.keys.includes(key);
    const verb = hand.offered("unit").find((name) => now.table.choices[name].includes(key));
    const other = hand.another(key);
    if (!held && !picked && (event.pointerType !== "mouse" || (!verb && !other))) return false;
    this.keys = held ? (now.table.focus?.units ?? []) : picked ? group.keys : [key];
    this.fresh = !held && !picked;
    if (this.fresh && verb && now.table.focus?.units.length) {
      // Whoever joins those in hand is carried with them.
      this.keys = [...(now.table.focus?.units ?? []), key];
    }
    this.taking = this.fresh ? (verb ? hand.choose(verb, key) : hand.order([`${other} ${key}`])) : Promise.resolve();
    this.taking.catch(complain);
    const pieces = now.table.pieces.filter((piece) => this.keys.includes(piece.key));
    fill(this.element, pieces[0] ? loose(pieces[0], now.board.nations) : null, pieces.length > 1 ? h("b", {}, pieces.length) : null);
    this.element.hidden = false;
    this.table.card.hide();
    return true;
  }

  /** @param {Point} at @param {Hex | null} hex */
  move(at, hex) {
    const box = this.table.frame.getBoundingClientRect();
    this.element.style.transform = `translate(${Math.round(at.x - box.left)}px, ${Math.round(at.y - box.top)}px)`;
    this.table.preview.hover(hex, null);
  }

  /** Put them down. @param {Hex | null} hex */
  async drop(hex) {
    const { hand, group, preview } = this.table;
    const { keys, fresh } = this;
    this.element.hidden = true;
    this.keys = [];
    preview.clear();
    await this.taking;
    const { now } = this.table.store;
    const home = hex !== null && now.table.pieces.some((piece) => keys.includes(piece.key) && piece.place === hex.label);
    if (hex && !home && deciding(now)) {
      if (group.keys.length && (await group.send(hex))) return;
      const verb = hand.offered("hex").find((name) => now.table.choices[name].includes(hex.label));
      if (verb) {
        await hand.choose(verb, hex.label);
        return;
      }
      await hand.refuse(hex, null);
    }
    // Who was only taken up for this is put back.
    if (fresh && !home) await hand.letGo();
  }

  /** Let go of them where they were. */
  cancel() {
    if (this.keys.length) this.drop(null).catch(complain);
  }
}
