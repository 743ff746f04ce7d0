/** What an analysis has found, to be looked at: in the page, and in a report that stands alone. */

import { fill, h, s } from "./dom.js";
import { chart, lines } from "./curves.js";
import { filmOf } from "./film.js";

/** @typedef {import("./types.js").AnalysisData} AnalysisData */
/** @typedef {AnalysisData["turning"][number]} Turning */

const LUCKIEST = 5;

/** A chance as people say it. @param {number} chance */
export const percent = (chance) => (chance > 0 && chance < 0.01 ? "under 1%" : chance > 0.99 && chance < 1 ? "over 99%" : `${Math.round(100 * chance)}%`);

/** Points of the chance to win, with their sign. @param {number} luck */
const points = (luck) => `${luck < 0 ? "−" : "+"}${(100 * Math.abs(luck)).toFixed(1)}`;

/**
 * All of it.
 *
 * @param {AnalysisData} found
 * @param {((version: number) => void) | null} go shows a moment of the match, where there is one to show
 * @returns {HTMLElement}
 */
export function analysisOf(found, go) {
  const [first, second] = found.sides;
  return h("div", { class: "analysis" },
    h("div", { class: "said" }, found.summary.map((line) => h("p", {}, line))),
    h("section", {}, h("h3", {}, "The chance to win"),
      h("p", { class: "key" }, h("i", { class: "first" }), first, h("i", { class: "second" }), second, h("span", {}, h("i", { class: "lucky" }), ` luck, added up (above the middle it favours ${first})`)),
      chart(found, go),
      h("p", { class: "small" }, found.how)),
    turningPoints(found, go),
    luck(found, go),
    mistakes(found, go),
    found.film ? h("section", {}, h("h3", {}, "The front"), filmOf(found.film, found.sides)) : null,
    numbers(found),
    events(found));
}

/** A way to a moment. @param {string} words @param {number} version @param {((version: number) => void) | null} go */
function moment(words, version, go) {
  return go ? h("button", { class: "moment-link", "data-version": version, title: `Show the match after ${version} choices`, onclick: () => go(version) }, words) : h("span", {}, words);
}

/** @param {AnalysisData} found @param {((version: number) => void) | null} go */
function turningPoints(found, go) {
  const cards = found.turning.map((turn) => {
    const favours = turn.after > turn.before ? 0 : 1;
    const [was, came] = favours ? [1 - turn.before, 1 - turn.after] : [turn.before, turn.after];
    const dice = favours ? -turn.luck : turn.luck;
    return h("li", { class: "turning" },
      h("h4", {}, moment([turn.turn, turn.phase].filter(Boolean).join(" · "), turn.begins, go)),
      h("p", {}, `${found.sides[favours]}: `, h("b", {}, `${percent(was)} → ${percent(came)}`), dice ? `, of which the dice ${points(dice)}` : "", ` (${turn.side} acted)`),
      h("ul", { class: "told" }, turn.words.map((line) => h("li", {}, line))),
      turn.map.length ? h("div", { class: "maps" }, smallMap(found, turn, "before"), smallMap(found, turn, "after")) : null,
      go ? h("p", { class: "ways" }, moment("Before", turn.begins, go), moment("After", turn.ends, go)) : null);
  });
  return cards.length ? h("section", {}, h("h3", {}, "What turned the war"), h("ol", { class: "turnings" }, cards)) : null;
}

/** Who stood where. @param {AnalysisData} found @param {Turning} turn @param {"before" | "after"} when */
function smallMap(found, turn, when) {
  const across = turn.map.map((one) => one.x), down = turn.map.map((one) => one.y);
  const box = [Math.min(...across) - 1.1, Math.min(...down) - 1.1, Math.max(...across) - Math.min(...across) + 2.2, Math.max(...down) - Math.min(...down) + 2.2];
  const flat = found.film?.flat ?? true;
  const corners = (/** @type {{x: number, y: number}} */ { x, y }) => [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = (Math.PI / 3) * n + (flat ? 0 : Math.PI / 6);
    return `${(x + Math.cos(angle)).toFixed(2)},${(y + Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
  const counters = turn.map.flatMap((hex) => {
    const all = hex[when] ?? [];
    return all.slice(0, 3).map((unit, n) => {
      const [side, nation] = unit.split("|");
      const more = n === Math.min(all.length, 3) - 1 && all.length > 1 ? all.length : "";
      const shift = 0.12 * n;
      return s("g", { class: side === found.sides[0] ? "first" : "second" },
        s("rect", { x: hex.x - 0.5 + shift, y: hex.y - 0.5 - shift, width: 0.95, height: 0.95, rx: 0.12, fill: found.colours[nation] ?? "#9a9384" }),
        s("text", { x: hex.x - 0.02 + shift, y: hex.y + 0.18 - shift, "text-anchor": "middle" }, more || nation));
    });
  });
  return h("figure", {}, s("svg", { viewBox: box.map((n) => n.toFixed(2)).join(" "), role: "img", "aria-label": `The map ${when}` },
    turn.map.map((hex) => s("polygon", { points: corners(hex), class: hex.here ? "hex here" : "hex" })), counters,
    turn.map.filter((hex) => hex.name).map((hex) => s("text", { x: hex.x, y: hex.y + 0.82, class: "name", "text-anchor": "middle" }, hex.name ?? ""))),
  h("figcaption", {}, when === "before" ? "Before" : "After"));
}

/** @param {AnalysisData} found @param {((version: number) => void) | null} go */
function luck(found, go) {
  if (!found.rolls.length) return null;
  const greatest = [...found.rolls].sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck)).slice(0, LUCKIEST).filter((roll) => Math.abs(roll.luck) >= 0.0005);
  const [first, second] = found.sides;
  const estimated = found.rolls.filter((roll) => !roll.exact).length;
  return h("section", {}, h("h3", {}, "Luck"),
    h("p", {}, "What each die made of the chance to win, against the mean of all its faces, in points of a hundred."),
    h("ul", { class: "told" },
      h("li", {}, `The dice ${first} rolled brought ${first} `, h("b", {}, points(found.luck[first] ?? 0)), "."),
      h("li", {}, `The dice ${second} rolled brought ${second} `, h("b", {}, points(found.luck[second] ?? 0)), "."),
      estimated ? h("li", {}, `${estimated} of ${found.rolls.length} throws have too many dice to try every way they could fall; these were estimated.`) : null),
    greatest.length ? h("table", { class: "greatest" }, h("tbody", {}, greatest.map((roll) => {
      const favours = roll.luck > 0 ? first : second;
      return h("tr", {}, h("td", {}, moment(roll.dice.join(" "), roll.version, go)), h("td", {}, roll.what || "before the first choice"),
        h("td", {}, `${points(Math.abs(roll.luck))} ${favours}`));
    }))) : null);
}

/** @param {AnalysisData} found @param {((version: number) => void) | null} go */
function mistakes(found, go) {
  const rows = found.mistakes.map((one) => h("li", { class: "mistake" },
    h("h4", {}, moment([one.turn, one.phase].filter(Boolean).join(" · "), one.version, go)),
    h("p", {}, h("b", {}, `${one.side}: ${one.choice}`), ` gave away ${(100 * one.gave).toFixed(1)} points (± ${(100 * one.error).toFixed(1)}).`),
    h("p", {}, "The staff: ", h("b", {}, one.better), "."),
    one.words.length ? h("ul", { class: "told" }, one.words.map((line) => h("li", {}, line))) : null));
  const looked = `${found.looked_at === 1 ? "One decision was" : `${found.looked_at} decisions were`} held against what the staff would have done, both tried out until the act was over.`;
  return h("section", {}, h("h3", {}, "What was given away"), h("p", { class: "small" }, looked),
    rows.length ? h("ol", { class: "mistakes" }, rows) : h("p", {}, found.looked_at ? "None of them was clearly worse." : "There was no time to look at any."));
}

/** What the game counts, turn by turn. @param {AnalysisData} found */
function numbers(found) {
  const names = [...new Set(found.turns.flatMap((turn) => Object.keys(turn.numbers)))];
  if (!names.length || found.turns.length < 2) return null;
  return h("section", {}, h("h3", {}, "Turn by turn"),
    h("div", { class: "small-charts" }, names.map((name) => h("figure", {}, h("figcaption", {}, name[0].toUpperCase() + name.slice(1)),
      lines(found.turns.map((turn) => ({ name: turn.name, values: turn.numbers[name] ?? [] })), found.sides)))));
}

/** @param {AnalysisData} found */
function events(found) {
  if (!found.events.length) return null;
  const names = new Map(found.turns.map((turn) => [turn.turn, turn.name]));
  const list = h("ul", { class: "told" });
  fill(list, found.events.map((event) => h("li", {}, h("b", {}, names.get(event.turn) ?? ""), ` ${event.what}`)));
  return h("section", {}, h("h3", {}, "What people remember"), list);
}
