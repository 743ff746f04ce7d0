/** The position editor: counters are put where one likes, the server says what is wrong, and one plays on from there. */

import * as api from "./api.js";
import { signIn } from "./account.js";
import { Board } from "./board.js";
import { loose, title } from "./counters.js";
import { fill, h, icon } from "./dom.js";
import { EditorPanel } from "./editor_panel.js";
import * as notation from "./notation.js";
import { complain, toast } from "./notices.js";
import { SupplyLayers } from "./supply.js";

/** @typedef {import("./types.js").PositionData} PositionData */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Hex} Hex */

/** Counters smaller than this on the screen are hard to read. */
const COUNTER_PIXELS = 30;
/** As many positions can be gone back to. */
const KEPT = 100;

/**
 * Open the editor with a position, or with the beginning of a scenario; the answer is what to call on leaving.
 *
 * @param {HTMLElement} app
 * @param {string} name
 * @param {URLSearchParams} query
 */
export async function openEditor(app, name, query) {
  fill(app, h("main", { class: "loading", "aria-busy": "true" }, h("p", {}, "Laying out the map …")));
  const game = (await api.games()).find((one) => one.name === name);
  if (!game) throw new Error("There is no game of this name.");
  const text = query.get("p") ?? (await api.startOf(name, query.get("scenario"))).text;
  const told = await look(name, text);
  const editor = new Editor(app, game, await api.board(name, told.scenario, told.sheets), told);
  return () => editor.leave();
}

/** What the server was asked last. @type {Promise<unknown>} */
let asked = Promise.resolve();

/**
 * Ask for something once the last answer is there: the server looks at one position of each person at a time.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
function inTurn(ask) {
  const mine = asked.then(ask);
  asked = mine.catch(() => {});
  return mine;
}

/** What the server says of a position. @param {string} game @param {string} text @param {{attack?: string, supply?: boolean}} [wish] */
function look(game, text, wish) {
  return inTurn(() => api.survey(game, text.trim() || "?", wish));
}

export class Editor {
  /** @param {HTMLElement} app @param {import("./types.js").Game} game @param {import("./types.js").BoardData} board @param {PositionData} told */
  constructor(app, game, board, told) {
    this.game = game;
    this.board = board;
    this.told = told;
    this.text = told.text;
    /** Positions before this one. @type {string[]} */
    this.before = [];
    /** The counter in hand. */
    this.held = "";
    /** Who attacks, while odds are asked for; else null. @type {string[] | null} */
    this.attackers = null;
    /** What is shown of the layers. @type {Set<string>} */
    this.layers = new Set();
    this.busy = false;
    this.frame = h("div", { class: "map", tabindex: 0, role: "application",
      "aria-label": "The map. Arrow keys move the cursor, Enter takes a counter up or puts it down.", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    this.live = h("div", { class: "sr-only", "aria-live": "polite", role: "status" });
    this.carried = h("div", { class: "carried", hidden: true, "aria-hidden": "true" });
    this.map = new Board(this.frame, board, {
      hex: (hex) => this.click(hex, ""), piece: (key, hex) => this.click(hex, key),
      grab: (key, event) => this.grab(key, event), carry: (at) => this.carry(at), drop: (hex) => this.drop(hex),
      aims: () => this.held !== "", hover: () => {}, hold: () => {}, nothing: () => {},
    });
    this.supply = new SupplyLayers(this.map, game.sides, () => this.seeSupply().catch(complain));
    this.panel = new EditorPanel(this);
    this.screen = h("div", { class: "editor" },
      h("header", { class: "bar" },
        h("a", { class: "home", href: "#/", title: "To the lobby", "aria-label": "Lobby" }, icon("home")),
        h("div", { class: "heading" }, h("strong", {}, game.title), h("span", {}, "Position editor")),
        h("div", { class: "mapbuttons", role: "group", "aria-label": "The map" },
          [["plus", "Zoom in", () => this.map.camera.zoom(1.4)], ["minus", "Zoom out", () => this.map.camera.zoom(1 / 1.4)], ["fit", "Whole map", () => this.map.camera.fit()]]
            .map(([name, label, act]) => h("button", { class: "round", title: label, "aria-label": label, onclick: act }, icon(/** @type {string} */ (name)))))),
      h("main", { class: "stage" }, h("h1", { class: "sr-only" }, `${game.title}: position editor`), h("div", { class: "mapbox" }, this.frame, this.carried), this.live),
      this.panel.element);
    fill(app, this.screen);
    document.title = `${game.title}: position – Trenchline`;
    this.map.camera.fit(false);
    for (const part of [board, ...board.maps]) {
      if (part.overlay) api.drawing(part.overlay.url).then((drawn) => this.map.inlay(drawn, "x" in part ? part : undefined)).catch(complain);
    }
    this.escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") this.letGo();
    };
    document.addEventListener("keydown", this.escape);
    this.draw();
    this.map.seek(told.pieces.map((one) => one.place).filter((place) => this.map.hexes.has(place)), COUNTER_PIXELS);
  }

  leave() {
    document.removeEventListener("keydown", this.escape);
    this.map.stop();
    document.title = "Trenchline";
  }

  // What the hands do.

  /** @param {string} key */
  piece(key) {
    return this.told.pieces.find((one) => one.key === key);
  }

  /** @param {Hex | null} hex @param {string} key */
  click(hex, key) {
    if (this.attackers) {
      const side = this.piece(this.attackers[0] ?? key)?.side;
      if (key && this.piece(key)?.side === side) {
        const { attackers } = this;
        this.attackers = attackers.includes(key) ? attackers.filter((one) => one !== key) : [...attackers, key];
        this.draw();
      } else if (hex && this.attackers.length) this.odds(hex.label).catch(complain);
      return;
    }
    if (this.held && hex && this.piece(this.held)?.place !== hex.label) this.put(hex.label);
    else if (key && key !== this.held) this.take(key);
    else this.letGo();
  }

  /** Take a counter in hand. @param {string} key */
  take(key) {
    this.held = key;
    const piece = this.piece(key);
    if (piece) this.announce(`${title(piece, this.board.nations)} in hand`);
    this.draw();
  }

  letGo() {
    if (!this.held && !this.attackers) return;
    this.held = "";
    this.attackers = null;
    this.draw();
  }

  /** @param {string} hex */
  put(hex) {
    const piece = this.piece(this.held);
    if (!piece) return;
    this.held = "";
    this.change(notation.put(this.text, piece, hex)).catch(complain);
  }

  /** Take the counter in hand off the map. */
  remove() {
    const piece = this.piece(this.held);
    if (!piece) return;
    this.held = "";
    this.change(notation.remove(this.text, piece)).catch(complain);
  }

  /** @param {string} key @param {PointerEvent} event */
  grab(key, event) {
    if (this.attackers || (event.pointerType !== "mouse" && this.held !== key)) return false;
    this.take(key);
    const piece = this.piece(key);
    fill(this.carried, piece ? loose(piece, this.board.nations) : null);
    return Boolean(piece);
  }

  /** @param {import("./camera.js").Point} at */
  carry(at) {
    const box = this.frame.getBoundingClientRect();
    this.carried.hidden = false;
    this.carried.style.transform = `translate(${Math.round(at.x - box.left)}px, ${Math.round(at.y - box.top)}px)`;
  }

  /** @param {Hex | null} hex */
  drop(hex) {
    this.carried.hidden = true;
    if (hex && this.piece(this.held)?.place !== hex.label) this.put(hex.label);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (by) {
      const hex = this.map.step(by[0], by[1]);
      this.announce([this.map.places.name(hex.label), ...this.map.stacks.stack(hex.label).map((one) => title(one, this.board.nations))].join(", "));
    } else if (event.key === "Enter" && this.map.cursor) {
      this.click(this.map.cursor, this.held ? "" : this.map.stacks.stack(this.map.cursor.label).at(-1)?.key ?? "");
    } else if (event.key === "Delete" && this.held) this.remove();
    else return;
    event.preventDefault();
  }

  // What becomes of it.

  /** Another position. @param {string} text @param {boolean} [back] */
  async change(text, back = false) {
    if (this.busy) return;
    this.busy = true;
    this.panel.draw();
    try {
      const told = await look(this.game.name, text, this.wish());
      if (!back) this.before = [...this.before.slice(-KEPT + 1), this.text];
      const elsewhere = told.scenario !== this.told.scenario;
      this.told = told.wrong ? { ...this.told, wrong: told.wrong, broken: [], odds: null } : told;
      this.text = told.text;
      if (elsewhere && !told.wrong) {
        location.replace(this.link());
        return;
      }
      if (told.wrong) this.announce(told.wrong.reason);
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  async back() {
    const text = this.before.pop();
    if (text !== undefined) await this.change(text, true);
  }

  /** What is asked of every position besides. */
  wish() {
    return this.supply.on.size ? { supply: true } : {};
  }

  /** Another layer of supply was ticked: it is asked for once, and then with every change. */
  async seeSupply() {
    if (this.supply.on.size && !this.told.supply.length && !this.told.wrong) {
      const { text } = this;
      const { supply } = await look(this.game.name, text, { supply: true });
      // Whatever has come since was asked for with its supply.
      if (text === this.text) this.told = { ...this.told, supply };
    }
    this.draw();
  }

  /** @param {string} target */
  async odds(target) {
    const attack = `${(this.attackers ?? []).join(" ")} > ${target}`;
    this.told = { ...this.told, ...await look(this.game.name, this.text, { attack, ...this.wish() }) };
    this.attackers = null;
    this.draw();
  }

  /** The address of this position. */
  link() {
    return `#/editor/${encodeURIComponent(this.game.name)}?p=${encodeURIComponent(this.text)}`;
  }

  async share() {
    const url = new URL(this.link(), location.href).href;
    history.replaceState(null, "", this.link());
    try {
      await navigator.clipboard.writeText(url);
      toast("The link is copied: whoever opens it sees this position.");
    } catch {
      toast("The address of this page is now the link to this position.");
    }
  }

  /** Play on from here. @param {Record<string, string>} seats */
  async play(seats) {
    const wish = { game: this.game.name, options: {}, seats, position: this.text };
    const match = await inTurn(() => api.create(wish)).catch(async (error) => {
      if (error instanceof api.ServerError && error.status === 401 && (await signIn())) return api.create(wish);
      throw error;
    });
    const side = Object.keys(seats).find((one) => seats[one] === "me");
    location.hash = `#/match/${match.id}${side ? `?side=${encodeURIComponent(side)}` : ""}`;
  }

  draw() {
    const { told, map } = this;
    map.stacks.show(told.pieces.filter((one) => map.places.spot(one.place)), { animate: false, way: [] });
    map.drawing.standing(told.overlays);
    map.drawing.marked(told.markers ?? {});
    const names = Object.keys(told.overlays);
    const shown = names.flatMap((name, n) => (this.layers.has(name) ? [/** @type {[number, string[]]} */ ([n, told.overlays[name]])] : []));
    map.drawing.tinted(shown.filter(([n]) => !told.lines[names[n]]));
    map.drawing.lined(shown.flatMap(([n]) => (told.lines[names[n]] ? [/** @type {[number, string[]]} */ ([n, told.lines[names[n]]])] : [])));
    map.lights.show({ hexes: new Set(), units: new Set(), active: false, you: "", about: new Set(), held: new Set(this.attackers ?? (this.held ? [this.held] : [])) });
    this.supply.known = told.supply;
    this.supply.draw();
    this.panel.draw();
  }

  /** @param {string} text */
  announce(text) {
    this.live.textContent = text;
  }
}
