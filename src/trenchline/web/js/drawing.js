/** What is drawn on the map besides counters: tints, ruins, markers, and the ways of moves and attacks. */

import { fill, s } from "./dom.js";
import { arrow, marker, ruin, strand, tint, trail } from "./marks.js";

export class Drawing {
  /** @param {import("./types.js").BoardData} data @param {import("./places.js").Places} places */
  constructor(data, places) {
    this.data = data;
    this.places = places;
    this.hexes = places.hexes;
    this.tints = s("g", { class: "tints" });
    this.strands = s("g", { class: "strands" });
    this.ruins = s("g", { class: "ruins" });
    this.markers = s("g", { class: "markers" });
    this.arrows = s("g", { class: "arrows" });
    /** Above the counters. */
    this.trails = s("g", { class: "arrows trails" });
    /** Above the counters too: what waits to be confirmed. */
    this.plans = s("g", { class: "arrows trails plans" });
  }

  /** Tint sets of hexes, each in its own hatching. @param {[number, string[]][]} sets */
  tinted(sets) {
    fill(this.tints, ...sets.map(([n, labels]) =>
      tint(n, labels.flatMap((label) => this.hexes.get(label) ?? []), this.data)));
  }

  /** Draw lines from place to place, each kind with its own stroke. @param {[number, string[]][]} sets */
  lined(sets) {
    fill(this.strands, ...sets.map(([n, stretches]) =>
      strand(n, stretches.flatMap((stretch) => {
        const [a, b] = stretch.split(">").map((place) => this.places.spot(place));
        return a && b ? [/** @type {[import("./marks.js").Spot, import("./marks.js").Spot]} */ ([a, b])] : [];
      }), this.data.unit)));
  }

  /** Cross out places that no longer stand. @param {Record<string, string[]>} overlays */
  standing(overlays) {
    const gone = [];
    for (const [name, labels] of Object.entries(overlays)) {
      const kind = /^intact (\w+?)s?$/.exec(name)?.[1];
      if (!kind) continue;
      const intact = new Set(labels);
      for (const hex of this.data.hexes) {
        if (!intact.has(hex.label) && hex.places.some((place) => place.kind === kind)) gone.push(ruin(hex, this.data.unit));
      }
    }
    fill(this.ruins, ...gone);
  }

  /** Draw what lies in hexes besides counters. @param {Record<string, string[]>} markers */
  marked(markers) {
    fill(this.markers, ...Object.entries(markers).flatMap(([kind, labels]) =>
      labels.flatMap((label) => this.hexes.get(label) ?? []).map((hex) => marker(kind, hex, this.data))));
  }

  /** Draw moves. @param {[string, string][]} moves */
  moves(moves) {
    fill(this.arrows, ...moves.map(([from, to]) => {
      const a = this.places.spot(from);
      const b = this.places.spot(to);
      return a && b ? arrow(a, b) : null;
    }));
  }

  /** Draw what is planned or proposed: retreats, bombardments. @param {import("./types.js").Arrow[]} arrows */
  planned(arrows) {
    fill(this.plans, ...arrows.map(({ kind, start, end, chosen }) => {
      const [a, b] = [this.places.spot(start), this.places.spot(end)];
      return a && b ? trail(chosen ? kind : `${kind} open`, [a, b], this.data.unit) : null;
    }));
  }

  /**
   * Draw what just happened: marches along their ways, attacks into their hex.
   *
   * @param {string[][]} marches
   * @param {string[][]} attacks
   */
  trail(marches, attacks) {
    const drawn = (/** @type {string} */ kind, /** @type {string[]} */ places) => {
      const spots = places.map((place) => this.places.spot(place)).filter((spot) => spot !== null);
      return spots.length > 1 ? trail(kind, spots, this.data.unit) : null;
    };
    fill(this.trails, ...marches.map((places) => drawn("march", places)), ...attacks.map((places) => drawn("attack", places)));
  }
}
