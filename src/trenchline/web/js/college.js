/** The staff college: the lessons of all games in their order, and which of them this browser has seen to their end. */

import * as api from "./api.js";
import { signIn } from "./account.js";
import { beGuided } from "./adviser.js";
import { easiestFirst, roughly } from "./audience.js";
import { fill, h, icon } from "./dom.js";
import { complain } from "./notices.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Lesson} Lesson */

const KEY = "trenchline.learnt";

/** The lessons that were learnt here, as `game/lesson`. @returns {Set<string>} */
export function learnt() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** Remember that a lesson was learnt. @param {string} game @param {string} lesson */
export function noteLearnt(game, lesson) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...learnt().add(`${game}/${lesson}`)]));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

/** Begin a match; where there are accounts, one needs one. @param {Parameters<typeof api.create>[0]} wish */
function begin(wish) {
  return api.create(wish).catch(async (error) => {
    if (error instanceof api.ServerError && error.status === 401 && (await signIn())) return api.create(wish);
    throw error;
  });
}

/** Sit down at a lesson. @param {string} game @param {Lesson} lesson */
export async function learn(game, lesson) {
  try {
    const match = await begin({ game, lesson: lesson.name, seats: {} });
    location.hash = `#/match/${match.id}?side=${encodeURIComponent(lesson.side)}&lesson=${encodeURIComponent(lesson.name)}`;
  } catch (error) {
    complain(error);
  }
}

/** Begin a whole game with an adviser. @param {Game} game */
async function playGuided(game) {
  const { guided } = game;
  if (!guided) return;
  const { scenario, side, level } = guided;
  try {
    const seats = Object.fromEntries(game.sides.map((one) => [one, one === side ? "me" : `computer:${level}`]));
    const match = await begin({ game: game.name, scenario, seats });
    beGuided(match.id);
    location.hash = `#/match/${match.id}?side=${encodeURIComponent(side)}`;
  } catch (error) {
    complain(error);
  }
}

/** What the card of a game says of its lessons: the next one, and where all of them are. @param {Game} game */
export function lessonDoor(game) {
  const lessons = game.lessons ?? [];
  if (!lessons.length) return null;
  const done = learnt();
  const left = lessons.filter((lesson) => !done.has(`${game.name}/${lesson.name}`));
  const next = left[0] ?? lessons[0];
  return [
    h("button", { class: "lesson-door", "data-lesson": next.name, title: next.summary, onclick: () => learn(game.name, next) },
      icon("play"), h("span", {}, `Lesson: ${next.title}`), h("small", {}, count(next.minutes, "minute"))),
    lessons.length > 1 ? h("a", { class: "small all-lessons", href: `#/college/${encodeURIComponent(game.name)}` },
      `All ${lessons.length} lessons${left.length < lessons.length ? `, ${lessons.length - left.length} learnt` : ""}`) : null,
  ];
}

/** @param {HTMLElement} app @param {string} [name] the game to look at first */
export async function college(app, name) {
  document.title = "Staff college · Trenchline";
  const games = easiestFirst(await api.games()).filter((game) => game.lessons?.length);
  const done = learnt();
  fill(app, h("div", { class: "lobby" },
    h("header", { class: "masthead" },
      h("div", {}, h("h1", {}, "Staff college"), h("p", {}, "Short lessons on the real table, by the real rules. Begin with the first of a game; take the others as you meet them.")),
      h("div", { class: "doors" }, h("a", { class: "button ghost", href: "#/" }, icon("home"), "To the lobby"))),
    h("main", {}, games.map((game) => h("section", { class: "course", id: `course-${game.name}` },
      h("h2", {}, game.title, " ", h("small", {}, progress(game, done))),
      h("ol", {}, (game.lessons ?? []).map((lesson) => row(game, lesson, done.has(`${game.name}/${lesson.name}`))), guidedRow(game)))))));
  if (name) document.getElementById(`course-${name}`)?.scrollIntoView();
  return () => {};
}

/** How far one has come. @param {Game} game @param {Set<string>} done */
function progress(game, done) {
  const lessons = game.lessons ?? [];
  const known = lessons.filter((lesson) => done.has(`${game.name}/${lesson.name}`)).length;
  return known ? `${known} of ${lessons.length} learnt` : count(lessons.length, "lesson");
}

/** @param {Game} game @param {Lesson} lesson @param {boolean} known */
function row(game, lesson, known) {
  return h("li", {}, h("button", { class: known ? "known" : "", "data-lesson": lesson.name, onclick: () => learn(game.name, lesson) },
    h("span", { class: "tick", role: "img", "aria-label": known ? "learnt" : "not yet learnt" }, known ? "✓" : ""),
    h("span", {}, h("b", {}, lesson.title), h("small", {}, lesson.summary)),
    h("small", { class: "minutes" }, `${lesson.minutes} min`)));
}

/** A whole first game, with an adviser. @param {Game} game */
function guidedRow(game) {
  const scenario = game.scenarios.find((one) => one.name === game.guided?.scenario);
  if (!scenario) return null;
  return h("li", {}, h("button", { class: "guided", "data-guided": game.name, onclick: () => playGuided(game) },
    h("span", { class: "tick" }, icon("play")),
    h("span", {}, h("b", {}, `A guided first game: ${scenario.title}`),
      h("small", {}, `As ${game.guided?.side}, against the easiest computer; an adviser speaks up when something is new.`)),
    h("small", { class: "minutes" }, roughly(scenario.minutes ?? 0))));
}
