/** Several maps on one table: their pictures, and buttons that bring each of them into sight. */

import { h } from "./dom.js";
import { Ground } from "./ground.js";

/** @typedef {import("./types.js").MapData} MapData */

/** The pictures of all maps; one is fetched when the map comes into sight. */
export class Grounds {
  /** @param {MapData[]} maps @param {() => {left: number, top: number, right: number, bottom: number}} sight */
  constructor(maps, sight) {
    this.sight = sight;
    this.painted = maps.flatMap((map) => (map.background ? [{ map, ground: new Ground(map.background) }] : []));
    this.element = h("div", {}, this.painted.map(({ ground }) => ground.element));
  }

  /** See to it that what is in sight is sharp at a scale. @param {number} scale @param {boolean} byHand */
  show(scale, byHand) {
    const { left, top, right, bottom } = this.sight();
    for (const { map, ground } of this.painted) {
      const near = map.x < right && map.y < bottom && map.x + map.width > left && map.y + map.height > top;
      if (near) ground.show(scale, byHand);
    }
  }
}

/** A button for each map. @param {MapData[]} maps @param {import("./camera.js").Camera} camera */
export function mapSwitch(maps, camera) {
  return h("nav", { class: "mapswitch", "aria-label": "Maps" }, maps.map((map) =>
    h("button", { title: [map.title, map.scale].filter(Boolean).join(", "), onclick: () => camera.look(map) }, map.title)));
}
