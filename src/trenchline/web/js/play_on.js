/** Another war: the same again, or on from a moment of one that is over. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { complain, dialog } from "./notices.js";

/** Where a match is played. @param {import("./types.js").Summary} match */
function address(match) {
  const mine = Object.entries(match.seats).find(([, seat]) => seat.kind === "me");
  return `#/match/${match.id}${mine ? `?side=${encodeURIComponent(mine[1].side ?? mine[0])}` : ""}`;
}

/** The same war again with the same players; whoever is no computer gets an invitation. @param {import("./table.js").TableScreen} screen */
export async function rematch(screen) {
  const { table } = screen.store.now;
  const seats = Object.fromEntries(Object.entries(table.seats).map(([name, seat]) =>
    [name, seat.kind === "computer" ? `computer:${seat.level}` : seat.kind === "me" ? "me" : "open"]));
  const [from, version] = (table.origin ?? (table.from_position ? `${screen.id}@0` : "")).split("@");
  const match = from ? await api.playOn(from, Number(version), seats)
    : await api.create({ game: table.game, scenario: table.scenario, options: table.options, seats });
  location.hash = address(match);
}

/** Play on from a moment against the computer, from either side. @param {import("./table.js").TableScreen} screen @param {number} version */
export async function playOn(screen, version) {
  try {
    const { table } = screen.store.now;
    const game = (await api.games()).find((one) => one.name === table.game);
    if (!game) return;
    const side = h("select", { name: "side", "aria-label": "You play" }, game.sides.map((one) => h("option", { value: one, selected: one === screen.side }, one)),
      h("option", { value: "" }, "Both sides"));
    const level = h("select", { name: "level", "aria-label": "The computer" }, game.players.map((one) =>
      h("option", { value: one.name, selected: one.usual }, one.title)));
    const alone = h("p", { class: "small", hidden: true }, "Nobody suggests anything where both sides are played by hand: there may be two of you. For the general's advice play one side against the computer.");
    side.onchange = () => {
      level.disabled = !side.value;
      alone.hidden = !level.disabled;
    };
    const said = await dialog("Play on from here", [
      h("p", {}, "A new match begins from this moment, with dice of its own."),
      h("label", { class: "field" }, "You play", side), h("label", { class: "field" }, "The computer", level), alone],
    [{ value: "begin", label: "Begin", primary: true }]);
    if (said !== "begin") return;
    const seats = Object.fromEntries(game.sides.map((one) => [one, !side.value || one === side.value ? "me" : `computer:${level.value}`]));
    location.hash = address(await api.playOn(screen.id, version, seats));
  } catch (error) {
    complain(error);
  }
}
