/** What a decision points at: what may be chosen stands in the light. */

import { fill, s } from "./dom.js";
import { hexPath, reticle } from "./marks.js";

/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./board.js").Board} Board */

/**
 * What a decision points at: hexes that may be chosen, units that may be chosen, units in hand,
 * hexes it is about, and the way travelled so far.
 *
 * @typedef {{hexes: Set<string>, units: Set<string>, held: Set<string>, about: Set<string>,
 *   you: string, active: boolean}} Highlights
 */

export class Lights {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** Under the counters. */
    this.targets = s("g", { class: "targets" });
    /** Above them. */
    this.front = s("g", { class: "front" });
    /** What may be chosen now. @type {Pick<Highlights, "hexes" | "units">} */
    this.open = { hexes: new Set(), units: new Set() };
  }

  /** Point out what may be chosen. @param {Highlights} marks */
  show(marks) {
    const { data, hexes, stacks, extent } = this.board;
    this.open = marks;
    stacks.mark(marks);
    const shape = (/** @type {Hex} */ hex, /** @type {number} */ grow) =>
      hexPath(hex, data.unit * grow, data.orientation);
    const chosen = [...marks.hexes].flatMap((label) => hexes.get(label) ?? []);
    /** @type {(SVGElement | null)[]} */
    const parts = [];
    if (chosen.length) {
      // Everything else lies in the shade: light and dark are told apart by every eye.
      const lit = [...chosen, ...this.lit(marks)].map((hex) => shape(hex, 1)).join("");
      parts.push(s("path", { class: "veil", "fill-rule": "evenodd", d: extent + lit }));
    }
    const occupied = new Set(stacks.pieces.map((piece) => piece.place));
    const hostile = new Set(stacks.pieces.filter((piece) => piece.side !== marks.you).map((piece) => piece.place));
    for (const hex of chosen) {
      const group = s("g", { class: occupied.has(hex.label) ? "target occupied" : "target", "data-hex": hex.label },
        s("path", { d: shape(hex, 0.93) }),
        occupied.has(hex.label) ? null : s("circle", { cx: hex.x, cy: hex.y, r: data.unit * 0.13 }));
      parts.push(group);
    }
    fill(this.targets, ...parts);
    fill(this.front,
      ...chosen.filter((hex) => hostile.has(hex.label)).map((hex) => reticle(hex, data.unit)),
      ...[...marks.about].flatMap((label) => hexes.get(label) ?? [])
        .map((hex) => s("path", { class: "about", d: shape(hex, 0.97) })));
  }

  /** Where there is something to choose. */
  choosablePlaces() {
    const { hexes, units } = this.open;
    return [...new Set([...hexes, ...[...units].map((key) => this.board.stacks.placeOf(key))])].filter(Boolean);
  }

  /** The counters that may be chosen, or stand where something may be, as boxes in the frame. */
  choosableBoxes() {
    return this.boxesOf(".counters .choosable .card, .counters .aimed .card, .counters .held .card, .counters .fanned .card");
  }

  /** The hexes that may be chosen, as boxes in the frame. */
  targetBoxes() {
    return this.boxesOf(".targets .target path");
  }

  /** @param {string} selector */
  boxesOf(selector) {
    const frame = this.board.frame.getBoundingClientRect();
    return [...this.board.world.querySelectorAll(selector)].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left: left - frame.left, top: top - frame.top, right: right - frame.left, bottom: bottom - frame.top };
    }).filter((box) => box.right > 0 && box.bottom > 0 && box.left < frame.width && box.top < frame.height);
  }

  /** The hexes of held units stay in the light. @param {Highlights} marks */
  lit(marks) {
    const { hexes, stacks } = this.board;
    const labels = new Set([...marks.about]);
    for (const key of marks.held) labels.add(stacks.placeOf(key));
    return [...labels].filter((label) => !marks.hexes.has(label)).flatMap((label) => hexes.get(label) ?? []);
  }
}
