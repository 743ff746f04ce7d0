/** Beside the map of the editor: turn and phase, counters off the map, what is wrong, what may be chosen, odds, and playing on. */

import { loose, title } from "./counters.js";
import { fill, h, icon } from "./dom.js";
import { swatch } from "./marks.js";
import * as notation from "./notation.js";
import { complain } from "./notices.js";
import { caseParts, count } from "./words.js";

/** @typedef {import("./types.js").Piece} Piece */

export class EditorPanel {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    const { game } = editor;
    const setMoment = () => editor.change(notation.setMoment(editor.text, this.turn.value, this.phase.value)).catch(complain);
    this.scenario = h("select", { "aria-label": "Scenario", onchange: () => {
      location.hash = `#/editor/${encodeURIComponent(game.name)}?scenario=${encodeURIComponent(this.scenario.value)}`;
    } }, game.scenarios.map((one) => h("option", { value: one.name }, one.title)));
    this.undo = h("button", { onclick: () => editor.back().catch(complain), "data-edit": "back" }, icon("undo"), "Back");
    this.turn = h("input", { type: "text", onchange: setMoment, "data-edit": "turn" });
    this.phase = h("select", { onchange: setMoment, "data-edit": "phase" });
    this.verdict = h("div", { class: "verdict", role: "status" });
    this.hand = h("div", { class: "in-the-hand" });
    this.nation = h("select", { "aria-label": "Counters of", onchange: () => this.drawTray(), "data-edit": "nation" });
    this.tray = h("div", { class: "off-map" });
    this.choices = h("div", { class: "may-choose" });
    this.odds = h("div", { class: "odds-here" });
    this.layers = h("div", { class: "layers" });
    this.text = h("textarea", { rows: 12, spellcheck: "false", "aria-label": "The position as text", "data-edit": "text" });
    const apply = h("button", { onclick: () => editor.change(this.text.value).catch(complain), "data-edit": "apply" }, "Read the text");
    this.side = h("select", { "data-edit": "side" }, game.sides.map((side) => h("option", { value: side }, side)));
    this.level = h("select", { "data-edit": "level" }, game.players.map((level) => h("option", { value: `computer:${level.name}`, selected: level.usual }, level.title)),
      h("option", { value: "me" }, "nobody: I play both sides"));
    this.begin = h("button", { class: "primary", "data-edit": "play", onclick: () => this.play() }, "Play on from here");
    const part = (/** @type {string} */ name, /** @type {(Node | null)[]} */ ...inside) => h("section", {}, h("h2", {}, name), inside);
    this.element = h("aside", { class: "editor-side", tabindex: 0, "aria-label": "The position" },
      h("div", { class: "at-hand" }, this.verdict, this.hand),
      part("When", h("label", { class: "field" }, "Scenario", this.scenario), h("label", { class: "field" }, "Turn", this.turn), h("label", { class: "field" }, "Phase", this.phase)),
      part("Off the map", h("label", { class: "field" }, "Counters of", this.nation), this.tray),
      part("What may be chosen", this.choices),
      part("Odds", this.odds),
      part("Layers", h("div", { class: "layers" }, editor.supply.element), this.layers),
      part("Play", h("label", { class: "field" }, "I play", this.side), h("label", { class: "field" }, "against", this.level), this.begin),
      part("As text", this.text, h("div", { class: "acts" }, apply, this.undo, h("button", { onclick: () => editor.share(), "data-edit": "share" }, icon("link"), "Copy the link"))));
  }

  draw() {
    const { editor } = this;
    const { told, text, busy } = editor;
    const { turn, phase } = notation.moment(text);
    this.scenario.value = told.scenario;
    this.turn.value = turn;
    fill(this.phase, ...[...new Set([...told.phases, phase])].map((one) => h("option", { value: one, selected: one === phase }, one)));
    if (document.activeElement !== this.text || this.text.value.trim() !== text.trim()) this.text.value = text;
    this.undo.disabled = busy || !editor.before.length;
    this.begin.disabled = busy || Boolean(told.wrong) || told.broken.length > 0 || told.over;
    this.element.setAttribute("aria-busy", String(busy));
    this.drawVerdict();
    this.drawHand();
    this.drawTray();
    this.drawChoices();
    this.drawOdds();
    this.drawLayers();
  }

  drawVerdict() {
    const { told } = this.editor;
    const bad = Boolean(told.wrong) || told.broken.length > 0;
    this.verdict.classList.toggle("bad", bad);
    fill(this.verdict,
      told.wrong ? h("p", {}, h("b", {}, told.wrong.line === null ? "It cannot be read: " : `Line ${told.wrong.line}: `), told.wrong.reason) : null,
      told.broken.map((one) => h("p", {}, caseParts(one, () => {}))),
      bad ? null : h("p", {}, h("b", {}, told.over ? "The game is over here." : "It can be played."), ` ${told.turn} · ${told.phase}`));
  }

  drawHand() {
    const { editor } = this;
    const piece = editor.piece(editor.held);
    const { attackers } = editor;
    fill(this.hand, attackers
      ? [h("span", {}, attackers.length ? `${attackers.join(", ")}: choose the hex that is attacked` : "Choose who attacks"), h("button", { onclick: () => editor.letGo() }, "Let it be")]
      : piece ? [loose(piece, editor.board.nations), h("span", {}, `${title(piece, editor.board.nations)}: choose its hex`),
        editor.map.hexes.has(piece.place) ? h("button", { onclick: () => editor.remove(), "data-edit": "remove" }, "Off the map") : null,
        h("button", { onclick: () => editor.letGo() }, "Let go")]
        : h("span", { class: "small" }, "Choose a counter, then its hex; or drag it there."));
  }

  drawTray() {
    const { told, map, board } = this.editor;
    const off = told.pieces.filter((piece) => !map.hexes.has(piece.place));
    const nations = [...new Set(off.map((piece) => piece.nation))];
    const { value } = this.nation;
    fill(this.nation, ...nations.map((code) => h("option", { value: code, selected: code === value }, board.nations[code]?.name ?? code)));
    fill(this.tray, ...off.filter((piece) => piece.nation === this.nation.value).map((piece) => {
      const name = `${title(piece, board.nations)}, ${piece.place}`;
      return h("button", { class: "pick", title: name, "aria-label": name, "data-key": piece.key, "aria-pressed": String(piece.key === this.editor.held),
        onclick: () => this.editor.take(piece.key) }, loose(piece, board.nations));
    }));
  }

  drawChoices() {
    const { told } = this.editor;
    const named = (/** @type {string} */ verb) => told.verbs[verb]?.label ?? verb;
    fill(this.choices, told.wrong ? null : h("p", {}, told.who ? h("b", {}, `${told.who}: `) : null, told.prompt),
      told.wrong ? null : Object.entries(told.choices).map(([verb, words]) => words[0] === "" ? h("p", {}, named(verb))
        : h("details", {}, h("summary", {}, `${named(verb)}: ${count(words.length, "choice")}`), h("p", { class: "small" }, words.map((word) => told.verbs[verb]?.words?.[word] ?? word).join(", ")))));
  }

  drawOdds() {
    const { editor } = this;
    const { odds, no_odds: none, wrong } = editor.told;
    fill(this.odds, h("button", { disabled: Boolean(wrong), "data-edit": "odds", onclick: () => {
      editor.held = "";
      editor.attackers = [];
      editor.draw();
    } }, icon("battle"), "Odds of an attack"),
    none ? h("p", { class: "why" }, none) : null,
    odds ? [h("p", {}, h("b", {}, `${odds.act ?? ""} ${odds.title} `), odds.column, odds.hidden?.length ? `, ${odds.hidden.join(", ")}` : ""),
      h("ul", { class: "plain-odds" }, odds.results.map((one) => h("li", {}, h("b", {}, `${(100 * one.probability).toFixed(1)} %`), ` ${one.result} `, h("small", {}, one.meaning))))] : null);
  }

  drawLayers() {
    const { editor } = this;
    const { overlays, lines } = editor.told;
    fill(this.layers, ...Object.keys(overlays).flatMap((name, n) => {
      if (!overlays[name].length && !lines[name]?.length) return [];
      const input = h("input", { type: "checkbox", checked: editor.layers.has(name), onchange: () => {
        if (input.checked) editor.layers.add(name);
        else editor.layers.delete(name);
        editor.draw();
      } });
      return [h("label", {}, input, swatch(n, name in lines), h("span", {}, name[0].toUpperCase() + name.slice(1)))];
    }));
  }

  play() {
    const { game } = this.editor;
    const me = this.side.value;
    const seats = Object.fromEntries(game.sides.map((side) => [side, side === me ? "me" : this.level.value]));
    this.editor.play(seats).catch(complain);
  }
}
