/** The decision bar: what is asked, of whom, by which case, and the buttons that answer. */

import { loose, title } from "./counters.js";
import { fill, h, icon } from "./dom.js";
import { deciding, isMine, playerName, seatsOf, takesUp, verbLabel, verbsTaking } from "./store.js";
import { ender } from "./stages.js";
import { Thinking } from "./thinking.js";
import { lively } from "./notes.js";
import { count } from "./words.js";

/** @typedef {import("./table.js").TableScreen} TableScreen */
/** @typedef {import("./store.js").Sitting} Sitting */

/** As many amounts are shown as buttons; more become a slider. */
const FEW = 14;

export class DecisionBar {
  /** @param {TableScreen} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "decision", "aria-label": "Decision" });
    this.thinking = new Thinking();
    /** What Enter does now, if there is one thing it can mean. @type {(() => void) | null} */
    this.primary = null;
    table.store.on((now, changed) => {
      const relevant = ["table", "shown", "mode", "verb", "busy", "caption", "playing"];
      if (relevant.some((name) => name in changed)) this.draw(now);
      if (changed.table) table.takeBacks.follow();
      if (changed.table) table.lots.follow();
    });
  }

  /** @param {Sitting} now */
  draw(now) {
    this.primary = null;
    const { table } = this;
    this.element.classList.toggle("yours", deciding(now));
    this.element.classList.toggle("busy", now.busy);
    if (now.mode === "replay") fill(this.element, table.replay.element);
    else if (now.mode === "news") this.news(now);
    else if (now.table.over) fill(this.element, this.ending(now));
    else if (deciding(now)) fill(this.element, this.planning(), this.request(), this.question(now), this.answers(now));
    else fill(this.element, this.request(), this.waiting(now));
    if (now.mode === "live") {
      table.announce(`${deciding(now) ? "Your decision" : now.table.who}: ${now.table.prompt}`);
    }
  }

  /** @param {Sitting} now */
  question(now) {
    const { table } = now;
    return h("div", { class: "question" },
      h("span", { class: "who" }, table.who),
      this.inHand(now),
      h("p", { class: "prompt", "data-asked": table.prompt }, lively(table.prompt, table.marks, this.table.links)),
      h("div", { class: "acts" }, this.undoButton(now), this.redoButton(now), this.sameButton(), this.nextButton(now), this.table.suggest.button(now), this.choosesAmount(now) ? null : this.plain(now)));
  }

  /** That nothing is sent just now. */
  planning() {
    const { plan } = this.table;
    if (!plan.on) return null;
    return h("div", { class: "plan-bar" }, h("b", {}, "Planning"), h("span", {}, "nothing is sent"),
      h("button", { "data-plan": "stop", onclick: () => plan.leave() }, "Stop planning"));
  }

  /** The unit the question is about. @param {Sitting} now */
  inHand(now) {
    const { table, board } = now;
    const [key, ...more] = table.focus?.units ?? [];
    const piece = more.length ? undefined : table.pieces.find((one) => one.key === key);
    return piece ? h("span", { class: "in-hand", title: title(piece, board.nations) }, loose(piece, board.nations)) : null;
  }

  /** Amounts and plain answers are alternatives and stand side by side. @param {Sitting} now */
  choosesAmount(now) {
    return verbsTaking(now.table, "amount").length > 0;
  }

  /** @param {Sitting} now */
  nextButton(now) {
    const verb = takesUp(now.table);
    if (!verb || !this.onMap(now, verb)) return null;
    return h("button", { class: "next-unit", title: "Next unit (N)", onclick: () => this.table.hand.nextUnit(1) },
      icon("next"), h("span", {}, "Next unit"));
  }

  /** The next unit goes where the last one went. */
  sameButton() {
    const next = this.table.hand.next();
    if (!next) return null;
    const name = this.table.map.places.name(next.to);
    return h("button", { class: "same-way", title: `Send the next one to ${name} too (M)`, onclick: () => this.table.hand.repeat() }, icon("again"), h("span", {}, `Also to ${name}`));
  }

  /** Those who are picked to go together. */
  together() {
    const { group } = this.table;
    if (!group.keys.length) return null;
    const places = group.goals().size;
    return h("div", { class: "together" }, h("b", {}, count(group.keys.length, "unit")),
      h("span", {}, !group.known ? "…" : places ? `choose where they go together (${count(places, "hex", "hexes")})` : "there is no hex to which all of them can go"),
      h("button", { onclick: () => group.clear() }, "Let them go"));
  }

  /** All who may join those in hand, at once. @param {Sitting} now */
  everybody({ table, busy }) {
    const verb = verbsTaking(table, "unit").find((name) => table.verbs[name]?.means === "join");
    const keys = verb ? table.choices[verb] : [];
    if (!verb || keys.length < 2) return null;
    return h("button", { class: "everybody", title: `${verbLabel(table, verb)}: everybody who can, as far as the rules let them`, disabled: busy,
      onclick: () => this.table.hand.bringAll(verb, keys) }, `${verbLabel(table, verb)}: all ${keys.length}`);
  }

  /** @param {Sitting} now */
  undoButton(now) {
    if (!this.table.side || !now.log.some((entry) => entry.side === this.table.side && entry.choice)) return null;
    return h("button", { class: "undo", title: "Take back (Ctrl-Z)", onclick: () => this.table.takeBacks.last() },
      icon("undo"), h("span", {}, "Take back"));
  }

  /** @param {Sitting} now */
  redoButton(now) {
    if (!this.table.takeBacks.canAgain(now.table)) return null;
    return h("button", { class: "undo redo", title: "Do again (Ctrl-Shift-Z)", onclick: () => this.table.takeBacks.redo() },
      icon("redo"), h("span", {}, "Do again"));
  }

  /** A request to take back that waits for an answer: one's own, or one that was put off. */
  request() {
    const { takeBacks } = this.table;
    const { table } = this.table.store.now;
    const { request } = table;
    if (!request || !this.table.side) return null;
    if (isMine(table, request.by) && !takeBacks.toAnswer()) {
      return h("div", { class: "request" }, h("p", {}, `You asked to take back. Waiting for ${(request.waiting ?? []).join(" and ") || "the other side"}.`),
        h("button", { onclick: () => takeBacks.withdraw() }, "Withdraw"));
    }
    if (!takeBacks.toAnswer()) return null;
    return h("div", { class: "request" }, h("p", {}, `${request.by} asks to take back.`),
      h("button", { onclick: () => takeBacks.answer(false) }, "Refuse"), h("button", { class: "primary", onclick: () => takeBacks.answer(true) }, "Agree"));
  }

  /** @param {Sitting} now */
  answers(now) {
    const { table } = now;
    const parts = [this.together(), this.everybody(now), this.modes(now), ...this.tray(now), this.choosesAmount(now) ? this.plain(now) : null, ...this.amounts(now), ...this.wordy(now), this.list(now)];
    const alone = verbsTaking(table, "nothing");
    const sums = verbsTaking(table, "amount").flatMap((verb) => table.choices[verb].map((n) => [verb, n]));
    if (alone.length === 1 && !sums.length) this.primary = () => this.table.hand.choose(alone[0], "");
    else if (!alone.length && sums.length === 1) this.primary = () => this.table.hand.choose(sums[0][0], sums[0][1]);
    const rolls = alone.filter((verb) => !(table.verbs[verb]?.ends ?? verb === "done"));
    if (!this.primary && rolls.includes("roll")) this.primary = () => this.table.hand.choose("roll", "");
    return h("div", { class: "answers" }, parts);
  }

  /** What may be done on the map; what a plain click never means comes last. @param {Sitting} now */
  ways(now) {
    const { table } = now;
    const verbs = [...verbsTaking(table, "hex"), ...verbsTaking(table, "unit").filter((v) => this.onMap(now, v))];
    const aside = (/** @type {string} */ name) => Number(Boolean(table.verbs[name]?.aside));
    return verbs.sort((a, b) => aside(a) - aside(b));
  }

  /** Ways of doing it on the map: a plain click means the first that fits. @param {Sitting} now */
  modes(now) {
    const { table, verb } = now;
    const verbs = this.ways(now);
    if (!verbs.length) return null;
    if (verbs.length === 1 && !table.verbs[verbs[0]]?.aside) {
      return h("span", { class: "hint" }, `${verbLabel(table, verbs[0])}: choose on the map`,
        h("small", {}, ` (${table.choices[verbs[0]].length} possible)`));
    }
    return h("div", { class: "modes", role: "group", "aria-label": "Ways" },
      verbs.map((name, n) => h("button", {
        class: table.verbs[name]?.aside ? "mode aside" : "mode", "aria-pressed": String(verb === name), title: `Only ${verbLabel(table, name).toLowerCase()} (${n + 1})`,
        "data-verb": name, onclick: () => this.table.store.set({ verb: verb === name ? null : name }),
      }, h("kbd", {}, n + 1), verbLabel(table, name), h("small", {}, table.choices[name].length))));
  }

  /** @param {Sitting} now @param {string} verb */
  onMap(now, verb) {
    const places = new Map(now.table.pieces.map((piece) => [piece.key, piece.place]));
    return now.table.choices[verb].some((key) => this.table.map.hexes.has(places.get(key) ?? ""));
  }

  /** Counters that may be chosen and are in no hex. @param {Sitting} now */
  tray(now) {
    const { table, board } = now;
    const trays = verbsTaking(table, "unit").map((verb) => [verb, table.choices[verb].flatMap((key) => {
      const piece = table.pieces.find((p) => p.key === key);
      if (!piece || this.table.map.hexes.has(piece.place)) return [];
      const name = `${verbLabel(table, verb)} ${title(piece, board.nations)}`;
      return [h("button", { class: "pick", title: name, "aria-label": name, "data-choice": `${verb} ${key}`,
        onclick: () => this.table.hand.choose(verb, key) }, loose(piece, board.nations))];
    })]);
    return trays.filter(([, counters]) => counters.length).map(([verb, counters]) =>
      h("div", { class: "tray" }, h("span", { class: "hint" }, verbLabel(table, /** @type {string} */ (verb))), counters));
  }

  /** @param {Sitting} now */
  amounts(now) {
    const { table } = now;
    return verbsTaking(table, "amount").map((verb) => {
      const numbers = table.choices[verb].map(Number).sort((a, b) => a - b);
      const label = verbLabel(table, verb);
      if (numbers.length <= FEW) {
        return h("div", { class: "amounts", role: "group", "aria-label": label }, h("span", {}, label),
          numbers.map((n) => h("button", { "data-choice": `${verb} ${n}`, onclick: () => this.table.hand.choose(verb, String(n)) }, table.verbs[verb]?.words?.[n] ?? n)));
      }
      const out = h("output", {}, numbers[0]);
      const slider = h("input", { type: "range", min: "0", max: String(numbers.length - 1), value: "0", "aria-label": label,
        oninput: () => (out.value = String(numbers[Number(slider.value)])) });
      return h("div", { class: "amounts" }, h("span", {}, label), slider, out,
        h("button", { class: "primary", onclick: () => this.table.hand.choose(verb, String(numbers[Number(slider.value)])) }, label));
    });
  }

  /** @param {Sitting} now */
  wordy(now) {
    const { table } = now;
    return verbsTaking(table, "word").map((verb) => h("div", { class: "amounts wordy" }, h("span", {}, verbLabel(table, verb)),
      table.choices[verb].map((word) => h("button", { "data-choice": `${verb} ${word}`, onclick: () => this.table.hand.choose(verb, word) },
        table.verbs[verb]?.words?.[word] ?? word))));
  }

  /** @param {Sitting} now */
  plain(now) {
    const { table } = now;
    const verbs = verbsTaking(table, "nothing");
    if (!verbs.length) return null;
    const sole = Object.values(table.choices).flat().length === 1;
    return h("div", { class: "plain-verbs" }, verbs.map((verb) => h("button", {
      class: sole || verb === "roll" || table.verbs[verb]?.main ? "primary" : "", "data-choice": verb, disabled: now.busy,
      onclick: () => this.table.hand.choose(verb, ""),
    }, verbLabel(table, verb))), this.rest(now), this.table.stages.button(now));
  }

  /** End a phase without being asked about those who could still act. @param {Sitting} now */
  rest({ table, busy }) {
    const verb = ender(table);
    const idle = Object.values(table.ending?.could ?? {}).flat().length;
    if (!verb || !idle || table.ending?.lost.length) return null;
    const title = `${verbLabel(table, verb)}: ${count(idle, "other")} could still act`;
    return h("button", { class: "others-stay", title, disabled: busy, onclick: () => this.table.hand.choose(verb, "", true) }, "The others stay");
  }

  /** Every choice as a button, for keyboards and readers. @param {Sitting} now */
  list(now) {
    const { table, board } = now;
    const verbs = [...verbsTaking(table, "hex"), ...verbsTaking(table, "unit")];
    if (!verbs.length) return null;
    const details = h("details", { class: "all-choices" }, h("summary", {}, "List"));
    details.addEventListener("toggle", () => {
      if (!details.open || details.childElementCount > 1) return;
      details.append(h("div", { class: "choice-list" }, verbs.map((verb) => h("div", {},
        h("h4", {}, verbLabel(table, verb)),
        table.choices[verb].map((argument) => {
          const piece = table.pieces.find((p) => p.key === argument);
          const place = piece?.place ?? argument;
          return h("button", {
            onfocus: () => this.table.map.hexes.has(place) && this.table.map.point(this.table.map.hexes.get(place) ?? null),
            onclick: () => this.table.hand.choose(verb, argument),
          }, piece ? `${title(piece, board.nations)}, ${this.table.map.places.name(place)}` : this.table.map.places.name(argument));
        })))));
    });
    return details;
  }

  /** Close the list of all choices; whether it was open. */
  fold() {
    const open = this.element.querySelector(".all-choices[open]");
    open?.removeAttribute("open");
    return open !== null;
  }

  /** @param {Sitting} now */
  waiting(now) {
    const { table } = now;
    const seat = seatsOf(table, table.who).find(([, one]) => one.kind !== "me" && one.kind !== "person")?.[1];
    const words = table.others_choose?.length ? `Waiting for ${table.others_choose.join(" and ")}.`
      : table.you === null ? `${table.who} (${playerName(table, table.who)}) decides.`
      : seat?.kind === "open" ? `Waiting for somebody to take the ${table.who} seat.`
      : seat?.kind === "computer" ? `The computer plays ${table.who} `
      : `Waiting for ${table.who} (${playerName(table, table.who)}).`;
    const invitation = seat?.invitation;
    return h("div", { class: "question" },
      h("span", { class: "who" }, table.you === null ? "Watching" : table.who),
      h("p", { class: "prompt", "data-asked": table.prompt }, table.thinking ? this.thinking.show(words, table.revision) : h("b", {}, words), " ",
        table.prompt === `${table.who} decides` ? null : lively(table.prompt, table.marks, this.table.links)),
      invitation ? h("button", { class: "primary", onclick: () => this.table.menu.invite() }, icon("link"), "Invitation") : null,
      table.you === null ? null : this.undoButton(now), table.you === null ? null : this.redoButton(now));
  }

  /** @param {Sitting} now */
  news(now) {
    const { bar } = this.table.news;
    bar.draw(now);
    if (this.element.firstChild !== bar.element) fill(this.element, bar.element);
  }

  /** @param {Sitting} now */
  ending(now) {
    const { outcome } = now.table;
    const scores = Object.entries(outcome?.scores ?? {}).map(([name, n]) => {
      const side = /^\d+$/.test(name) ? [...new Set(Object.entries(now.table.seats).map(([seat, { side }]) => side ?? seat))][Number(name)] : name;
      return h("span", { class: "score" }, `${side} `, h("b", {}, n));
    });
    return h("div", { class: "question ending" },
      h("span", { class: "who" }, "The end"),
      h("p", { class: "prompt" }, h("b", {}, outcome?.reason ?? "The game is over."), " ", scores),
      h("button", { class: "primary", onclick: () => this.table.replay.enter(0) }, icon("replay"), "Replay"),
      h("button", { "data-analysis": "open", onclick: () => this.table.analysis.show() }, icon("state"), "Analysis"));
  }
}
