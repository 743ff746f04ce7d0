/** The lobby: the games, a new match, my matches, watching, and records to replay. */

import * as api from "./api.js";
import { accountCorner, signIn } from "./account.js";
import { lessonDoor } from "./college.js";
import { fill, h, icon, s } from "./dom.js";
import { easiestFirst, gameFor, scenarioFor, startOf } from "./audience.js";
import * as lots from "./lots.js";
import { complain, toast } from "./notices.js";
import { sitter } from "./store.js";
import { ago } from "./words.js";
import { LIMITS, isStudy, takeIn } from "./study.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Summary} Summary */

const LOOK_EVERY = 15000;
/** Older matches are folded away. */
const FEW = 4;

/** @param {HTMLElement} app @returns {Promise<() => void>} */
export async function lobby(app) {
  document.title = "Trenchline";
  const mine = h("section", { class: "mine" });
  const watch = h("section", { class: "watch" });
  const shelf = h("section", { class: "shelf" });
  const corner = h("span", {});
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt,.record,application/x-ndjson", hidden: true, onchange: () => open(file) });
  fill(app, h("div", { class: "lobby" },
    h("header", { class: "masthead" },
      h("div", {}, h("h1", {}, "Trenchline"), h("p", {}, "Board wargames of the First World War, each by its whole rulebook.")),
      h("div", { class: "doors" }, corner, h("a", { class: "button ghost", href: "#/college" }, icon("rules"), "Staff college"),
        h("button", { class: "ghost", onclick: () => file.click() }, icon("replay"), "Open a record"), file)),
    h("main", {}, mine, shelf, watch)));
  fill(shelf, h("h2", {}, "Games"), h("p", { class: "coming" }, "The games are being laid out …"));
  const refresh = async () => {
    try {
      const list = await api.matches();
      drawMine(mine, list);
      const known = new Set(list.map((match) => match.id));
      const others = (await api.allMatches()).filter((match) => !known.has(match.id));
      drawWatch(watch, others);
    } catch (error) {
      complain(error);
    }
  };
  const lay = async () => {
    const games = easiestFirst(await api.games());
    fill(shelf, h("h2", {}, "Games"), h("div", { class: "cards" }, games.map((game) => card(game, game === games[0] && games.length > 1))));
  };
  const sign = async () => corner.replaceWith(await accountCorner(refresh));
  // None of them waits for another.
  await Promise.all([lay(), refresh(), sign()]);
  const timer = setInterval(() => !document.hidden && refresh(), LOOK_EVERY);
  return () => clearInterval(timer);
}

/** Where to sit down at one of my matches. @param {Summary} match */
function seatOf(match) {
  const sides = Object.entries(match.seats).flatMap(([name, seat]) => (seat.kind === "me" ? [seat.side ?? name] : []));
  const side = sides.includes(match.who) ? match.who : sides[0];
  return `#/match/${match.id}${side ? `?side=${encodeURIComponent(side)}` : ""}`;
}

/** @param {HTMLElement} area @param {Summary[]} list */
function drawMine(area, list) {
  const order = [...list].sort((a, b) => Number(a.over) - Number(b.over) || Number(b.my_turn) - Number(a.my_turn) || b.changed - a.changed);
  const folded = !area.classList.contains("all") && order.length > FEW + 1;
  fill(area, list.length ? h("h2", {}, "My matches") : null,
    h("ul", { class: "matches" }, (folded ? order.slice(0, FEW) : order).map((match) => h("li", { class: match.my_turn && !match.over ? "my-turn" : "" },
      h("a", { href: seatOf(match) },
        h("span", { class: "flag" }, match.over ? "Over" : match.my_turn ? "Your turn" : "Waiting"),
        h("span", { class: "what" }, h("b", {}, match.title), h("small", {}, `${match.turn} · ${match.phase}${match.origin ? ` · from move ${match.origin.split("@")[1]} of another match` : ""}`)),
        h("span", { class: "people" }, people(match)),
        h("time", {}, ago(match.changed)))))),
    folded ? h("button", { class: "more", onclick: () => {
      area.classList.add("all");
      drawMine(area, list);
    } }, `All ${order.length} matches`) : null);
}

/** @param {HTMLElement} area @param {Summary[]} list */
function drawWatch(area, list) {
  fill(area, list.length ? h("h2", {}, "Watch") : null,
    h("ul", { class: "matches" }, list.map((match) => h("li", {},
      h("a", { href: `#/match/${match.id}` },
        h("span", { class: "flag" }, icon("eye")),
        h("span", { class: "what" }, h("b", {}, match.title), h("small", {}, `${match.turn} · ${match.phase}`)),
        h("span", { class: "people" }, people(match)),
        h("time", {}, ago(match.changed)))))));
}

/** @param {Summary} match */
function people(match) {
  return Object.entries(match.seats).map(([name, seat]) =>
    h("span", { class: (seat.side ?? name) === match.who && !match.over ? "to-move" : "" }, h("b", {}, name), " ", sitter(seat)));
}

/** @param {Game} game @param {boolean} first whether it is the one to begin with */
function card(game, first) {
  const picture = game.picture
    ? h("img", { src: `${game.picture}&width=960`, srcset: [480, 740, 960].map((width) => `${game.picture}&width=${width} ${width}w`).join(", "),
      sizes: "(max-width: 760px) 94vw, 360px", alt: "", loading: "lazy" })
    : s("svg", { viewBox: "0 0 320 130", preserveAspectRatio: "xMidYMid slice", class: "cover-art" },
      s("path", { d: "M0 100l40-22 30 12 46-40 34 26 40-36 36 30 44-22 50 34v60H0z" }));
  const form = h("div", { class: "new-match", hidden: true });
  const start = h("button", { class: "primary", "data-new": game.name, onclick: () => {
    start.hidden = true;
    form.hidden = false;
    if (!form.childElementCount) form.append(newMatch(game));
  } }, "New match");
  return h("article", { class: "game" }, h("div", { class: "picture" }, picture),
    h("div", { class: "words" }, h("h3", {}, game.title, " ", h("span", { class: "year" }, game.year)), h("p", {}, game.summary),
      gameFor(game, first),
      game.edition ? h("p", { class: "small" }, h("b", {}, `Edition: ${game.edition}. `)) : null,
      game.provenance ? h("details", { class: "small origins" }, h("summary", {}, "What is reconstructed"), h("p", {}, game.provenance)) : null,
      lessonDoor(game),
      h("div", { class: "doors" }, start, game.guide ? h("a", { class: "button", href: game.guide }, icon("rules"), "Guide") : null,
        h("a", { class: "button", href: `#/editor/${encodeURIComponent(game.name)}`, "data-editor": game.name }, icon("edit"), "Position editor")), form));
}

/** @param {Game} game */
function newMatch(game) {
  const summary = h("div", { class: "small" });
  const scenario = h("select", { name: "scenario", onchange: () => fill(summary, scenarioFor(game.scenarios.find((one) => one.name === scenario.value))) },
    game.scenarios.map((one) => h("option", { value: one.name, selected: one === startOf(game) }, one.title, one.start && game.scenarios.length > 1 ? " – start here" : "")));
  fill(summary, scenarioFor(startOf(game)));
  const options = game.options.map((option) => {
    const usual = option.default ?? option.values[0];
    const words = h("span", {}, option.title, h("small", {}, `${option.summary} (${option.case})`));
    if (option.values.length === 2 && option.values.includes("on")) {
      const box = h("input", { type: "checkbox", checked: usual === "on" });
      return { name: option.name, value: () => (box.checked ? "on" : "off"), row: h("label", { class: "option" }, box, words) };
    }
    const list = h("select", {}, option.values.map((value) => h("option", { value, selected: value === usual }, value)));
    return { name: option.name, value: () => list.value, row: h("label", { class: "option" }, words, list) };
  });
  const computers = game.players.map((level) => ({ value: `computer:${level.name}`, label: `Computer: ${level.title}`, hint: level.summary, usual: level.usual }));
  const seats = game.sides.map((side, n) => {
    const list = h("select", { name: `seat-${side}`, "aria-label": side },
      h("option", { value: "me" }, "Me"),
      computers.map((computer) => h("option", { value: computer.value, title: computer.hint }, computer.label)),
      h("option", { value: "open" }, "A friend, by invitation"));
    const usual = computers.find((computer) => computer.usual);
    if (n > 0 && usual) list.value = usual.value;
    return { side, list, shares: shares(game, side, list) };
  });
  const hint = h("p", { class: "small" });
  const explain = () => {
    const me = seats.filter(({ list }) => list.value === "me").length;
    hint.textContent = seats.some(({ list }) => list.value === "several") ? "Each friend gets a link; nobody moves another's armies."
      : me > 1 ? "Both seats are yours: the screen is covered when it changes hands."
      : seats.some(({ list }) => list.value === "open") ? "You get a link to send to your friend."
      : me === 0 ? "The computer plays itself; you watch."
      : computers.find(({ value }) => seats.some(({ list }) => list.value === value))?.hint ?? "";
  };
  for (const { list } of seats) list.addEventListener("change", explain);
  explain();
  return h("form", { onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement) event.submitter.disabled = true;
    const lot = lots.draw();
    const wish = {
      game: game.name, scenario: scenario.value, ...(lot ? { pledge: lot.pledge } : {}),
      options: Object.fromEntries(options.map((option) => [option.name, option.value()])),
      seats: Object.fromEntries(seats.flatMap(({ side, list, shares: shared }) => shared.wish() ?? [[side, list.value]])),
    };
    try {
      const match = await api.create(wish).catch(async (error) => {
        // Where there are accounts, one needs one to begin a match.
        if (error instanceof api.ServerError && error.status === 401 && (await signIn())) return api.create(wish);
        throw error;
      });
      for (const [side, seat] of Object.entries(match.seats)) {
        if (lot && seat.kind === "me") lots.keep(match.id, side, { number: lot.number, commitment: match.commitment });
      }
      location.hash = seatOf(match);
    } catch (error) {
      if (event.submitter instanceof HTMLButtonElement) event.submitter.disabled = false;
      complain(error);
    }
  } },
  h("label", { class: "field" }, "Scenario", scenario), summary,
  h("fieldset", {}, h("legend", {}, "Seats"), seats.flatMap(({ side, list, shares: shared }) => [h("label", { class: "field" }, side, list), shared.element]), hint),
  options.length ? h("details", {}, h("summary", {}, "Optional rules"), options.map((option) => option.row)) : null,
  h("button", { class: "primary", type: "submit" }, "Begin"));
}

/**
 * Whoever shares a side: each power is mine, or goes with one of the friends who are invited.
 * @param {Game} game @param {string} side @param {HTMLSelectElement} list
 */
function shares(game, side, list) {
  const powers = game.powers?.[side] ?? [];
  const several = h("option", { value: "several" }, "Several people");
  if (powers.length > 1) list.append(several);
  const friends = powers.map((_, n) => `Friend ${n + 1}`);
  const who = powers.map((power, n) => ({ power, pick: h("select", { "aria-label": `${side}: ${power}` },
    h("option", { value: "" }, "Me"), friends.map((friend, k) => h("option", { value: friend, selected: n > 0 && k === 0 }, friend))) }));
  const element = h("div", { class: "shares", hidden: true },
    who.map(({ power, pick }) => h("label", { class: "field" }, power, pick)),
    powers.length ? h("p", { class: "small" }, `${powers[0]} leads: whoever has it ends the phases.`) : null);
  list.addEventListener("change", () => { element.hidden = list.value !== "several"; });
  return { element, wish: () => {
    if (list.value !== "several") return null;
    /** @type {Map<string, string[]>} */
    const by = new Map();
    for (const { power, pick } of who) by.set(pick.value, [...(by.get(pick.value) ?? []), power]);
    return [...by].map(([friend, held]) => [`${side}: ${held.join(", ")}`, friend ? "open" : "me"]);
  } };
}

/** @param {HTMLInputElement} input */
async function open(input) {
  const [file] = input.files ?? [];
  input.value = "";
  if (!file) return;
  try {
    const text = await file.text();
    if (!isStudy(text)) {
      location.hash = `#/match/${(await api.replay(file)).id}`;
      return;
    }
    const { address, whole } = await takeIn(text);
    location.hash = address;
    if (!whole) toast(`Not all of this study was taken in. ${LIMITS}`);
  } catch (error) {
    complain(error);
  }
}
