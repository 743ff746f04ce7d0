/** A film of the front: who holds which hex, turn by turn. */

import { fill, h, icon } from "./dom.js";

/** @typedef {NonNullable<import("./types.js").AnalysisData["film"]>} Film */

const STEP = 700;
/** Nobody's, the land of the sides, and where their units stand. */
const COLOURS = ["#d9cfb8", "#a9bfd6", "#d8aca0", "#2f5d8e", "#9b3a2a"];

/** @param {Film} film @param {string[]} sides @returns {HTMLElement} */
export function filmOf(film, sides) {
  const across = film.cells.map(([x]) => x), down = film.cells.map(([, y]) => y);
  const [left, top] = [Math.min(...across) - 1, Math.min(...down) - 1];
  const [wide, high] = [Math.max(...across) - left + 1, Math.max(...down) - top + 1];
  const scale = Math.min(1100 / wide, 800 / high, 40);
  const canvas = h("canvas", { width: Math.round(wide * scale), height: Math.round(high * scale), role: "img", "aria-label": "The front" });
  const turn = h("output", {});
  const slider = h("input", { type: "range", min: "0", max: String(film.frames.length - 1), value: "0", "aria-label": "Turn", oninput: () => show(Number(slider.value)) });
  let timer = 0;
  const play = h("button", { type: "button", class: "round", "aria-label": "Play or pause the film", onclick: () => (timer ? stop() : start()) }, icon("play"));

  /** @param {number} number */
  function show(number) {
    const [name, held] = film.frames[number];
    const pen = canvas.getContext("2d");
    turn.value = name;
    slider.value = String(number);
    canvas.setAttribute("aria-label", `The front, ${name}`);
    if (!pen) return;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    film.cells.forEach(([x, y], n) => {
      pen.fillStyle = COLOURS[Number(held[n])];
      pen.beginPath();
      for (let corner = 0; corner < 6; corner += 1) {
        const angle = (Math.PI / 3) * corner + (film.flat ? 0 : Math.PI / 6);
        pen.lineTo((x - left + 0.97 * Math.cos(angle)) * scale, (y - top + 0.97 * Math.sin(angle)) * scale);
      }
      pen.fill();
    });
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    fill(play, icon("play"));
  }

  function start() {
    if (Number(slider.value) === film.frames.length - 1) show(0);
    timer = setInterval(() => {
      const next = Number(slider.value) + 1;
      if (next >= film.frames.length || !canvas.isConnected) stop();
      else show(next);
    }, STEP);
    fill(play, icon("pause"));
  }

  show(0);
  return h("div", { class: "film" }, canvas, h("div", { class: "film-bar" }, play, slider, turn),
    h("p", { class: "key" }, h("i", { class: "first" }), sides[0], h("i", { class: "second" }), sides[1], h("span", {}, "dark where units stand")));
}
