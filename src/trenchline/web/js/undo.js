/** Taking back: freely, against the computer, or with the opponent's consent. */

import * as api from "./api.js";
import { die, h } from "./dom.js";
import { dialog, toast } from "./notices.js";
import { count } from "./words.js";

/** @typedef {import("./table.js").TableScreen} TableScreen */

/** Take back this side's last choice. @param {TableScreen} table */
export async function undoLast(table) {
  const { now } = table.store;
  if (!table.side || now.mode !== "live") return;
  const mine = now.log.findLast((entry) => entry.side === table.side && entry.choice);
  if (!mine) {
    toast("There is nothing to take back.");
    return;
  }
  await askUndo(table, mine.version - 1);
}

/** Take back to a version, asking first if more than one's own free choices would go. @param {TableScreen} table @param {number} to */
export async function askUndo(table, to) {
  const { side } = table;
  const { now } = table.store;
  if (!side) return;
  const free = now.table.can_undo_to !== null && to >= now.table.can_undo_to;
  const lost = now.log.filter((entry) => entry.version > to);
  const dice = lost.flatMap((entry) => entry.dice);
  const others = lost.filter((entry) => entry.side !== side).length;
  if (!free) {
    const opponents = Object.entries(now.table.seats).filter(([s, seat]) => s !== side && seat.kind === "person");
    const words = opponents.length
      ? `${opponents.map(([s]) => s).join(" and ")} must agree.`
      : "Nobody else needs to agree.";
    const answer = await dialog(
      `Take back ${count(lost.length, "choice")}?`,
      [
        h("p", {}, words),
        others ? h("p", {}, `${count(others, "of them was", "of them were")} made by another side.`) : null,
        dice.length ? h("p", {}, `${count(dice.length, "die", "dice")} would be lost; the same numbers come again when they are rolled again.`) : null,
        dice.length ? h("p", { class: "dice-row" }, dice.slice(0, 24).map(die)) : null,
      ],
      [{ value: "", label: "Leave it" }, { value: "undo", label: opponents.length ? "Ask to take back" : "Take back", primary: true }],
    );
    if (answer !== "undo") return;
  }
  if (now.mode === "replay") table.replay.end();
  await table.hand.send(() => api.undo(table.id, side, to));
  if (table.store.now.table.request) toast("Asked. You go on as soon as it is answered.");
}

/** Let this side answer a request, if there is one for it. @param {TableScreen} table */
export async function answerRequest(table) {
  const { side } = table;
  const { request } = table.store.now.table;
  if (!side || !request || request.by === side || table.answering) return;
  if (table.store.now.table.seats[request.by]?.kind === "me") return;
  table.answering = true;
  const lost = table.store.now.table.version - request.to;
  const answer = await dialog(
    `${request.by} asks to take back ${count(lost, "choice")}`,
    [
      request.dice.length
        ? h("p", {}, `${count(request.dice.length, "die", "dice")} would be rolled again, with the same numbers:`)
        : h("p", {}, "No die was rolled since."),
      h("p", { class: "dice-row" }, request.dice.slice(0, 24).map(die)),
    ],
    [{ value: "no", label: "Refuse" }, { value: "yes", label: "Agree", primary: true }],
    "consent",
  );
  table.answering = false;
  if (answer) await table.hand.send(() => api.answerUndo(table.id, side, answer === "yes"));
}
