/** Where things are on a map: its hexes and boxes, by name and by point. */

/** @typedef {import("./types.js").BoardData} BoardData */
/** @typedef {import("./types.js").Hex} Hex */
/** @typedef {import("./camera.js").Point} Point */

export class Places {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    /** @type {Map<string, Hex>} */
    this.hexes = new Map(data.hexes.map((hex) => [hex.label, hex]));
    /** @type {Map<string, import("./types.js").Box>} */
    this.boxes = new Map(data.boxes.map((box) => [box.name, box]));
    /** @type {Map<string, Hex[]>} hexes by square of the map, for finding the one under the pointer */
    this.squares = new Map();
    for (const hex of data.hexes) {
      const square = this.square(hex.x, hex.y);
      this.squares.set(square, [...(this.squares.get(square) ?? []), hex]);
    }
  }

  /** @param {number} x @param {number} y */
  square(x, y) {
    const side = this.data.unit * 2;
    return `${Math.floor(x / side)},${Math.floor(y / side)}`;
  }

  /** The hex at a point of the map. @param {Point} at @returns {Hex | null} */
  hexAt(at) {
    const side = this.data.unit * 2;
    let best = null;
    let nearest = this.data.unit * 0.95;
    for (let dx = -side; dx <= side; dx += side) {
      for (let dy = -side; dy <= side; dy += side) {
        for (const hex of this.squares.get(this.square(at.x + dx, at.y + dy)) ?? []) {
          const away = Math.hypot(hex.x - at.x, hex.y - at.y);
          if (away < nearest) [best, nearest] = [hex, away];
        }
      }
    }
    return best;
  }

  /** Where a place is on the map, if it is. @param {string} place @returns {Point | null} */
  spot(place) {
    const hex = this.hexes.get(place);
    if (hex) return { x: hex.x, y: hex.y };
    const box = this.boxes.get(place);
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** What to call a hex. @param {string} label */
  name(label) {
    const named = this.hexes.get(label)?.places.find((place) => place.name);
    return named ? `${label} ${named.name}` : label;
  }

  /** The neighbour of a hex in a direction, if there is one. @param {Hex} here @param {number} dx @param {number} dy @returns {Hex | null} */
  beside(here, dx, dy) {
    let best = null;
    let score = Infinity;
    for (const hex of this.data.hexes) {
      const x = hex.x - here.x;
      const y = hex.y - here.y;
      const away = Math.hypot(x, y);
      if (hex === here || away > this.data.unit * 1.9) continue;
      const along = (x * dx + y * dy) / away;
      if (along > 0.3 && away - along * 20 < score) [best, score] = [hex, away - along * 20];
    }
    return best;
  }
}
