/** The card on which somebody teaches at the table, and how it points at things on the map. */

import { h } from "./dom.js";

/** A card above the map. @param {string} title @param {string} label what it is */
export function teachingCard(title, label) {
  const words = h("p", { class: "lesson-words", "aria-live": "polite" });
  const hint = h("p", { class: "lesson-hint", role: "alert", hidden: true });
  const buttons = h("div", { class: "lesson-buttons" });
  const progress = h("small", {});
  const element = h("section", { class: "lesson popover", "aria-label": label },
    h("header", {}, h("h2", {}, title), progress), words, hint, buttons);
  return { element, words, hint, buttons, progress };
}

/** The corners of the map in which a card may stand, best first, by what is said of it in the style sheet. */
const CORNERS = [[], ["right"], ["low"], ["right", "low"]];
/** What is pointed at is dearer than a counter. */
const DEAR = 20;

/**
 * Stand where least is covered, and stay where one stands if nowhere is better.
 *
 * @param {import("./table.js").TableScreen} table @param {HTMLElement} element @param {string[]} places what is pointed at
 */
function standAside({ map, store }, element, places) {
  const worth = new Map(places.map((place) => [place, DEAR]));
  for (const { place } of store.now.table.pieces) worth.set(place, (worth.get(place) ?? 0) + 1);
  const covered = (/** @type {string[]} */ corner) => {
    for (const word of ["right", "low"]) element.classList.toggle(word, corner.includes(word));
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element;
    const around = map.data.unit * map.camera.scale;
    let sum = 0;
    for (const [place, value] of worth) {
      const spot = map.places.spot(place);
      if (!spot) continue;
      const { x, y } = map.camera.toFrame(spot);
      if (x > offsetLeft - around && x < offsetLeft + offsetWidth + around && y > offsetTop - around && y < offsetTop + offsetHeight + around) sum += value;
    }
    return sum;
  };
  const now = ["right", "low"].filter((word) => element.classList.contains(word));
  const tried = [now, ...CORNERS].map((corner) => ({ corner, sum: covered(corner) }));
  covered(tried.reduce((best, one) => (one.sum < best.sum ? one : best)).corner);
}

/** Point at hexes, and at the hexes of units, with the card out of the way. @param {import("./table.js").TableScreen} table @param {string[]} points @param {HTMLElement} element */
export function pointAt(table, points, element) {
  const { map, store } = table;
  const places = points.map((point) => store.now.table.pieces.find((piece) => piece.key === point)?.place ?? point)
    .filter((place) => map.hexes.has(place));
  if (places.length && !map.sees(places)) map.seek(places);
  standAside(table, element, places);
  map.pointOut(places);
  for (const place of places) map.ping(place);
}
