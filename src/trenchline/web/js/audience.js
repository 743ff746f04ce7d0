/** For whom games and scenarios are: how long they take, how hard they are, what one learns by them. */

import { h } from "./dom.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Scenario} Scenario */

/** How hard a game can be. */
const HARDEST = 5;
const HOW_HARD = ["", "light", "easy", "middling", "demanding", "heavy"];

/** The scenario to begin with. @param {Game} game */
export function startOf(game) {
  return game.scenarios.find((one) => one.start) ?? game.scenarios[0];
}

/** Games by how hard it is to begin with them; those of which nobody has said it come last. @param {Game[]} games */
export function easiestFirst(games) {
  const rank = (/** @type {Game} */ game) => (startOf(game)?.complexity || HARDEST + 1) * 10000 + (startOf(game)?.minutes ?? 0);
  return [...games].sort((one, other) => rank(one) - rank(other));
}

/** Minutes as people say them. @param {number} minutes */
export function roughly(minutes) {
  if (minutes < 55) return `${minutes} minutes`;
  const halves = Math.round(minutes / 30);
  const whole = Math.floor(halves / 2);
  return halves % 2 ? `${whole}½ hours` : count(whole, "hour");
}

/** Dots of five. @param {number} complexity */
function dots(complexity) {
  return h("span", { class: "complexity", role: "img", "aria-label": `complexity ${complexity} of ${HARDEST}, ${HOW_HARD[complexity]}`, title: `Complexity ${complexity} of ${HARDEST}: ${HOW_HARD[complexity]}` },
    "●".repeat(complexity), h("i", {}, "○".repeat(HARDEST - complexity)));
}

/** What is said on the card of a game: how long and how hard it is, and what one learns where one begins. @param {Game} game @param {boolean} first */
export function gameFor(game, first) {
  const told = game.scenarios.filter((one) => one.complexity);
  if (!told.length) return null;
  const minutes = told.map((one) => one.minutes ?? 0);
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  const learns = startOf(game).learns;
  return [h("p", { class: "audience small" }, first ? h("b", { class: "start" }, "Start here") : null,
    dots(Math.min(...told.map((one) => one.complexity ?? 0))), " ",
    least === most ? `about ${roughly(least)}` : `${roughly(least)} to ${roughly(most)}`, " · ", count(game.scenarios.length, "scenario")),
    learns ? h("p", { class: "learns small" }, h("b", {}, "What you learn: "), learns) : null];
}

/** What is said of a scenario. @param {Scenario | undefined} scenario */
export function scenarioFor(scenario) {
  if (!scenario) return [];
  return [
    h("p", {}, scenario.summary),
    scenario.complexity ? h("p", { class: "audience" }, dots(scenario.complexity), ` about ${roughly(scenario.minutes ?? 0)} against the computer`) : null,
    scenario.learns ? h("p", {}, h("b", {}, "What you learn: "), scenario.learns) : null,
  ];
}
