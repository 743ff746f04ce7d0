/** Keys, and the sheet that lists them. */

import { h } from "./dom.js";
import { complain, dialog } from "./notices.js";
import { deciding } from "./store.js";

/** @typedef {import("./table.js").TableScreen} TableScreen */

const SHEET = [
  ["Click", "Choose a unit, then a highlighted target; click something else to change your mind"],
  ["Enter", "Confirm: the highlighted button, or the hex under the cursor"],
  ["Ctrl-Z, Ctrl-Shift-Z", "Take back; do again"],
  ["Esc", "Close what is open, else put down what is in hand"],
  ["Drag", "A counter that may act, to where it is to go; the ground, to move the map"],
  ["Shift-click, A", "Pick several units, or the whole stack, to go together"],
  ["Shift-click a target", "Attack it with everybody who can"],
  ["M", "Send the next unit where the last one went"],
  ["O", "Plan the turn: what is chosen goes into the plan, and is not sent; again to stop"],
  ["Right button", "Sketch on the map: drag an arrow, click a circle, with Alt measure a distance; once more to take it away"],
  ["E, X", "Sketch from hex to hex under the cursor; wipe the sketch out"],
  ["N, Shift-N", "Next or previous unit that has not acted"],
  ["1 … 9", "Only this way of moving; again for all"],
  ["Arrows", "Move the cursor on the map; with Shift, the map"],
  ["+ − 0", "Zoom in, out, whole map; also wheel and pinch"],
  ["I", "Everything about the hex under the cursor"],
  ["C", "Hide the counters"],
  ["B K G T S H R L", "Battle, best attacks, log, turn, state, charts, rules, layers"],
  ["F", "Fold the side panel away, or open it"],
  ["P", "Replay; then ← → Home End, Space plays"],
  ["Space → End", "While something is shown: pause, the next act, skip to now"],
  ["< >", "Show it slower or faster"],
  ["?", "This sheet"],
];

export function showKeys() {
  return dialog("Keys", [h("dl", { class: "keys" }, SHEET.flatMap(([keys, what]) => [
    h("dt", {}, keys.split(/[, ]+/).filter(Boolean).map((key) => h("kbd", {}, key))), h("dd", {}, what)]))],
  [{ value: "", label: "Close", primary: true }]);
}

/** Listen to keys for a table; the answer stops it. @param {TableScreen} table */
export function listen(table) {
  const press = (/** @type {KeyboardEvent} */ event) => key(table, event);
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, string>} */
const TABS = { b: "battle", k: "attacks", g: "log", s: "state", t: "turn", h: "charts", r: "rules", l: "layers" };

/** @param {TableScreen} table @param {KeyboardEvent} event */
function key(table, event) {
  const { target } = event;
  if (document.querySelector("dialog[open], .cover")) return;
  if (target instanceof HTMLInputElement && !["range", "checkbox"].includes(target.type)) return;
  if (target instanceof HTMLSelectElement) return;
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key.toLowerCase() === "z") {
    event.preventDefault();
    if (event.shiftKey) table.takeBacks.redo();
    else table.takeBacks.last();
    return;
  }
  if (control && event.key.toLowerCase() === "y") {
    event.preventDefault();
    table.takeBacks.redo();
    return;
  }
  if (control || event.altKey) return;
  if (act(table, event)) event.preventDefault();
}

/** Whether the key meant something. @param {TableScreen} table @param {KeyboardEvent} event */
function act(table, event) {
  const { now } = table.store;
  const { camera } = table.map;
  const onButton = event.target instanceof HTMLElement && event.target.matches("button, summary, a, [tabindex='0']:not(.map)");
  if (now.mode === "replay" && replayKey(table, event)) return true;
  if (now.mode === "news" && newsKey(table, event, onButton)) return true;
  if (event.key in ARROWS && !(event.target instanceof HTMLInputElement)) {
    const [dx, dy] = ARROWS[event.key];
    if (event.shiftKey) camera.pan(-dx * 120, -dy * 120);
    else {
      const hex = table.map.step(dx, dy);
      table.announce(table.map.places.name(hex.label));
      table.preview.point(hex).catch(complain);
    }
    return true;
  }
  switch (event.key) {
    case "Enter":
      return !onButton && enter(table);
    case "Escape":
      return escape(table);
    case "+": case "=":
      camera.zoom(1.4);
      return true;
    case "-":
      camera.zoom(1 / 1.4);
      return true;
    case "0":
      camera.fit();
      return true;
    case "?":
      showKeys();
      return true;
  }
  const letter = event.key.toLowerCase();
  if (letter === "o") planning(table);
  else if (letter === "e" && table.map.cursor) table.sketch.pointed(table.map.cursor.label);
  else if (letter === "x") table.sketch.clear();
  else if (letter === "m") table.hand.repeat();
  else if (letter === "a") whole(table);
  else if (letter === "n") table.hand.nextUnit(event.shiftKey ? -1 : 1);
  else if (letter === "f") table.tabs.fold();
  else if (letter === "c") table.layers.hideCounters(!table.layers.bare);
  else if (letter === "i" && table.map.cursor) table.card.pin(table.map.cursor);
  else if (letter === "p") table.replay.enter(now.table.version);
  else if (letter in TABS) table.tabs.press(TABS[letter]);
  else if (/^[1-9]$/.test(letter)) return way(table, Number(letter));
  else return false;
  return true;
}

/** @param {TableScreen} table @param {KeyboardEvent} event */
function replayKey(table, event) {
  const { replay } = table;
  const acts = {
    ArrowLeft: () => replay.by(-1), ArrowRight: () => replay.by(1), Home: () => replay.go(0),
    End: () => replay.go(replay.length), " ": () => replay.toggle(), Escape: () => replay.end(),
  };
  const found = acts[/** @type {keyof typeof acts} */ (event.key)];
  if (!found || event.shiftKey) return false;
  found();
  return true;
}

/** @param {TableScreen} table @param {KeyboardEvent} event @param {boolean} onButton */
function newsKey(table, event, onButton) {
  const { news } = table;
  const acts = {
    " ": () => news.pause(), ArrowRight: () => news.next(), End: () => news.skip(), Escape: () => news.skip(),
    "<": () => news.faster(-1), ",": () => news.faster(-1), ">": () => news.faster(1), ".": () => news.faster(1),
  };
  const found = acts[/** @type {keyof typeof acts} */ (event.key)];
  // Space on a button presses it.
  if (!found || (onButton && event.key === " ") || (event.shiftKey && event.key === "ArrowRight")) return false;
  found();
  return true;
}

/** @param {TableScreen} table */
function enter(table) {
  const { cursor } = table.map;
  if (cursor && deciding(table.store.now)) {
    table.map.point(null);
    table.hand.clickHex(cursor);
    return true;
  }
  if (!table.bar.primary) return false;
  table.bar.primary();
  return true;
}

/** Close what is open, else put down what is in hand; never take back a choice that was made. @param {TableScreen} table */
function escape(table) {
  if (!table.menu.list.hidden) table.menu.list.hidden = true;
  else if (!table.card.element.hidden && table.card.pinned) table.card.hide();
  else if (table.preview.armed) table.preview.clear();
  else if (table.group.keys.length) table.group.clear();
  else if (table.map.cursor) table.map.point(null);
  else if (table.map.stacks.fanned) table.map.stacks.fan(null);
  else if (table.bar.fold()) return true;
  else if (table.store.now.verb) table.store.set({ verb: null });
  else if (table.tabs.element.classList.contains("open") && matchMedia("(max-width: 900px)").matches) table.tabs.close();
  else table.hand.letGo();
  return true;
}

/** Begin or stop to plan. @param {TableScreen} table */
function planning(table) {
  if (!table.side) return;
  table.plan.toggle();
  if (table.plan.on) table.tabs.show("plan");
}

/** Pick the stack under the pointer or the cursor. @param {TableScreen} table */
function whole(table) {
  const place = table.map.cursor?.label ?? table.map.stacks.fanned ?? table.card.over?.label;
  if (place) table.group.stack(place);
}

/** Choose one of the ways of doing it. @param {TableScreen} table @param {number} n */
function way(table, n) {
  const { now } = table.store;
  if (!deciding(now)) return false;
  const verb = table.bar.ways(now)[n - 1];
  if (!verb) return false;
  table.store.set({ verb: now.verb === verb ? null : verb });
  return true;
}
