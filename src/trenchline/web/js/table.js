/** The table: one match, its map, its panels, and the choices made at it. */

import * as api from "./api.js";
import { BattlePanel, battleAfter, declared, recallBattle } from "./battle.js";
import { Board } from "./board.js";
import { DecisionBar } from "./choices.js";
import { title } from "./counters.js";
import { fill, h, icon } from "./dom.js";
import { Flash } from "./flash.js";
import { cover } from "./handover.js";
import { HexCard } from "./hexcard.js";
import { listen } from "./keys.js";
import { Layers } from "./layers.js";
import { Live } from "./live.js";
import { LogPanel } from "./log.js";
import { Menu } from "./menu.js";
import { complain, dialog, toast } from "./notices.js";
import { ChartsPanel, StatePanel } from "./panels.js";
import { News } from "./news.js";
import { Replay } from "./replay.js";
import { Rulebook } from "./rulebook.js";
import { lastSeen, noteSeen, settings } from "./settings.js";
import { deciding, playerName, Store, verbsTaking } from "./store.js";
import { Tabs } from "./tabs.js";
import { askUndo, undoLast } from "./undo.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").Table} TableData */
/** @typedef {import("./types.js").Hex} Hex */

/** Counters smaller than this on the screen are hard to read. */
const COUNTER_PIXELS = 38;

/** More moves at once than this are a new position rather than an act. */
const MOST_TRAILS = 12;
/** The stages of a battle in which the units it is about are the attackers. */
const ATTACKING = new Set(["declare", "roll"]);

/** @type {Map<string, Promise<import("./types.js").BoardData>>} */
const boards = new Map();
/** @type {Map<string, Promise<string>>} */
const drawings = new Map();

/**
 * Sit down at a match, or watch it; the answer is what to call on leaving.
 *
 * @param {HTMLElement} app
 * @param {string} id
 * @param {string | null} side
 */
export async function openTable(app, id, side) {
  fill(app, h("main", { class: "loading", "aria-busy": "true" }, h("p", {}, "Setting up the table …")));
  const table = await api.table(id, side);
  const ground = `${table.game} ${table.scenario}`;
  if (!boards.has(ground)) boards.set(ground, api.board(table.game, table.scenario));
  const [board, log] = await Promise.all([
    /** @type {Promise<import("./types.js").BoardData>} */ (boards.get(ground)),
    api.log(id, 0, side),
  ]);
  const sitting = new TableScreen(app, id, side, board, table, log);
  await sitting.begin();
  return () => sitting.leave();
}

export class TableScreen {
  /**
   * @param {HTMLElement} app
   * @param {string} id
   * @param {string | null} side
   * @param {import("./types.js").BoardData} board
   * @param {TableData} table
   * @param {import("./types.js").Entry[]} log
   */
  constructor(app, id, side, board, table, log) {
    this.id = id;
    this.side = side;
    this.store = new Store({
      board, table, shown: table, log, mode: "live", verb: null, busy: false, playing: false,
      condition: "connecting", battle: null, caption: null, title: table.title || board.title,
    });
    /** The choices that were on offer before the last one, to change one's mind with a click. */
    this.before = /** @type {TableData | null} */ (null);
    /** @type {Promise<void>} */
    this.arriving = Promise.resolve();
    /** The moment whose trails are drawn. */
    this.trailed = "";
    /** Whether the table has been left. */
    this.gone = false;
    /** @type {Live | null} */
    this.line = null;
    /** Whether a request to take back is being answered. */
    this.answering = false;
    /** Verbs seen in this phase, to ask why about. @type {{hex: string, unit: string}} */
    this.asked = { hex: "", unit: "" };

    this.frame = h("div", {
      class: "map", tabindex: 0, role: "application",
      "aria-label": "The map. Arrow keys move the cursor, Enter chooses, N goes to the next unit.",
    });
    this.live = h("div", { class: "sr-only", "aria-live": "polite", role: "status" });
    this.map = new Board(this.frame, board, {
      hex: (hex) => this.clickHex(hex),
      piece: (key, hex) => this.clickPiece(key, hex),
      hover: (hex, key, at) => this.card.hover(hex, key, at),
      hold: (hex, at) => hex && this.card.pin(hex, at),
      nothing: () => this.card.hide(),
      moved: () => this.card?.follow(),
    });
    this.card = new HexCard(this);
    this.layers = new Layers(this);
    this.bar = new DecisionBar(this);
    this.rulebook = new Rulebook(this);
    this.log = new LogPanel(this);
    this.replay = new Replay(this);
    this.flash = new Flash((key) => this.named(key));
    this.news = new News(this);
    this.menu = new Menu(this);
    this.tabs = new Tabs([
      { name: "battle", label: "Battle", icon: "battle", body: new BattlePanel(this).element },
      { name: "log", label: "Log", icon: "log", body: this.log.element },
      { name: "state", label: "State", icon: "state", body: new StatePanel(this).element },
      { name: "charts", label: "Charts", icon: "chart", body: new ChartsPanel(this).element },
      { name: "rules", label: "Rules", icon: "rules", body: this.rulebook.element },
    ]);
    this.heading = h("div", { class: "heading" });
    this.seats = h("div", { class: "seats" });
    this.condition = h("span", { class: "condition", role: "status" });
    this.screen = h("div", { class: "table" },
      h("header", { class: "bar" },
        h("a", { class: "home", href: "#/", title: "To the lobby", "aria-label": "Lobby" }, icon("home")),
        this.heading, this.seats, this.condition, this.menu.element),
      h("main", { class: "stage" },
        h("div", { class: "mapbox" }, this.frame, this.mapButtons(), this.layers.element, this.card.element,
          this.flash.element),
        this.bar.element, this.live),
      this.tabs.element);
    fill(app, this.screen);
    this.store.on((now, changed) => this.draw(now, changed));
    this.unlisten = listen(this);
  }

  mapButtons() {
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { class: "round", title: label, "aria-label": label, onclick: act }, icon(name));
    return h("div", { class: "mapbuttons" },
      button("plus", "Zoom in (+)", () => this.map.camera.zoom(1.4)),
      button("minus", "Zoom out (−)", () => this.map.camera.zoom(1 / 1.4)),
      button("fit", "Whole map (0)", () => this.map.camera.fit()),
      button("layers", "Layers (L)", () => this.layers.toggle()));
  }

  // Beginning and leaving.

  async begin() {
    const { board, table, log } = this.store.now;
    this.map.camera.fit(false);
    if (board.overlay) {
      const { url } = board.overlay;
      if (!drawings.has(url)) drawings.set(url, api.drawing(url));
      drawings.get(url)?.then((text) => this.map.inlay(text)).catch(complain);
    }
    const seen = lastSeen(this.seat());
    const news = seen === null ? [] : log.filter((entry) => entry.version > seen && entry.lines.length);
    this.store.set({ battle: await recallBattle(this.id, this.side, table, log) });
    if (table.status === "replay") {
      this.store.set({ table, shown: table });
      await this.replay.enter(0);
    } else if (news.length && seen !== null && seen < table.version) {
      this.store.set({ mode: "news", shown: await api.at(this.id, seen, this.side) });
      this.listenIn();
      await this.news.play(news, "Since your last visit");
    } else {
      this.store.set({ table, shown: table });
      noteSeen(this.seat(), table.version);
    }
    this.listenIn();
    if (this.map.camera.fitted) this.map.seek(this.scene(), COUNTER_PIXELS);
    await this.handOver();
  }

  /** Hear of what changes, if that is not so already. */
  listenIn() {
    if (this.gone) return;
    this.line ??= new Live(this.id, this.side, (news) => this.heard(news), (condition) => this.store.set({ condition }));
  }

  /** The hexes that may be chosen. */
  targets() {
    const { table } = this.store.now;
    return verbsTaking(table, "hex").flatMap((verb) => table.choices[verb]);
  }

  /** Where the units in hand are. */
  held() {
    const { table } = this.store.now;
    const held = new Set(table.focus?.units ?? []);
    return table.pieces.filter((piece) => held.has(piece.key)).map((piece) => piece.place);
  }

  /** Where something is going on: what may be chosen, else where the units are. */
  scene() {
    const { table } = this.store.now;
    const open = new Set(verbsTaking(table, "unit").flatMap((verb) => table.choices[verb]));
    const units = table.pieces.filter((piece) => open.has(piece.key)).map((piece) => piece.place);
    const found = [...this.targets(), ...this.held(), ...units, ...(table.focus?.hexes ?? [])]
      .filter((place) => this.map.hexes.has(place));
    return found.length ? found : table.pieces.map((piece) => piece.place).filter((place) => this.map.hexes.has(place));
  }

  leave() {
    this.gone = true;
    this.line?.stop();
    this.unlisten();
    this.news.stop();
    this.replay.pause();
    this.map.stop();
    document.querySelector(".cover")?.remove();
    document.title = "Trenchline";
  }

  seat() {
    return `${this.id}.${this.side ?? ""}`;
  }

  // Hearing of changes.

  /** @param {import("./live.js").News | null} news */
  async heard(news) {
    const { table } = this.store.now;
    if (news?.presence) {
      for (const [side, seat] of Object.entries(table.seats)) {
        if (seat.kind === "person" || seat.kind === "me") seat.online = news.presence.includes(side);
      }
      this.store.set({ table });
    }
    // Somebody has taken an open seat.
    const joined = news?.presence?.some((side) => table.seats[side]?.kind === "open");
    if (news && !joined && news.revision === table.revision && news.version === table.version &&
      Boolean(news.thinking) === Boolean(table.thinking) && Boolean(news.request) === Boolean(table.request)) return;
    await this.look();
  }

  /** Fetch the table if it has changed. */
  async look() {
    if (this.store.now.busy) {
      this.lookAgain = true;
      return;
    }
    try {
      await this.arrive(await api.table(this.id, this.side));
    } catch (error) {
      if (this.store.now.condition === "open") complain(error);
    }
  }

  /**
   * Show a new table: what others did is shown step by step. Tables that come at the same time are
   * taken one after the other.
   *
   * @param {TableData} table
   */
  async arrive(table) {
    const turn = this.arriving.then(() => this.take(table));
    this.arriving = turn.then(() => {}, () => {});
    const show = await turn;
    await show?.();
  }

  /**
   * Note a new table; the answer shows it.
   *
   * @param {TableData} table
   * @returns {Promise<(() => Promise<void>) | undefined>}
   */
  async take(table) {
    const old = this.store.now.table;
    if (table.revision < old.revision) return;
    if (table.revision === old.revision) {
      this.store.set({ table, ...(this.store.now.mode === "live" ? { shown: table } : {}) });
      return;
    }
    const rewritten = table.revision - old.revision !== table.version - old.version;
    // What has happened since this table was drawn up comes with the next.
    const fresh = (await api.log(this.id, rewritten ? 0 : old.version + 1, this.side))
      .filter((entry) => entry.version <= table.version);
    const log = rewritten ? fresh : [...this.store.now.log.filter((e) => e.version <= old.version), ...fresh];
    const { mode } = this.store.now;
    const entries = rewritten ? [] : fresh;
    this.store.set({ table, log, verb: null });
    if (mode === "replay") return;
    if (mode === "news") {
      if (rewritten) this.news.skip();
      else this.news.more(entries);
      return;
    }
    if (rewritten) {
      this.store.set({ shown: table, battle: await recallBattle(this.id, this.side, table, log) });
    } else if (entries.length > 1 || entries.some((entry) => entry.side !== this.side)) {
      this.store.set({ mode: "news" });
      return async () => {
        await this.news.play(entries, "");
        await this.handOver();
      };
    } else {
      const [entry] = entries;
      if (entry) this.tellIdle(entry, table);
      if (entry) this.store.set({ battle: battleAfter(this.store.now.battle, old, table, entry) });
      this.store.set({ shown: table, caption: null });
      if (entry?.dice.length) this.flash.dice(entry);
    }
    noteSeen(this.seat(), table.version);
    return () => this.handOver();
  }

  /** Say so when a unit was taken in hand and had nothing to do. @param {import("./types.js").Entry} entry @param {TableData} table */
  tellIdle(entry, table) {
    const [verb, key] = (entry.choice ?? "").split(" ");
    const piece = table.pieces.find((one) => one.key === key);
    if (!piece || entry.lines.length || entry.dice.length || table.verbs[verb]?.takes !== "unit") return;
    if (table.focus?.units.includes(key) || table.focus?.battle) return;
    toast(`${title(piece, this.store.now.board.nations)} can do nothing else and stays.`);
  }

  /** At one screen, cover it and pass it on when the other side decides. */
  async handOver() {
    const { table, mode } = this.store.now;
    const mine = Object.keys(table.seats).filter((side) => table.seats[side].kind === "me");
    if (mode !== "live" || table.over || mine.length < 2 || !this.side || table.who === this.side) return;
    if (!mine.includes(table.who)) return;
    const to = table.who;
    if (!settings().handOver[this.id]) await cover(this.screen, this.id, to, table.prompt);
    this.side = to;
    history.replaceState(null, "", `#/match/${this.id}?side=${encodeURIComponent(to)}`);
    this.line?.stop();
    this.line = null;
    const fresh = await api.table(this.id, to);
    this.store.set({ table: fresh, shown: fresh, verb: null, ...(fresh.odds ? { battle: declared(fresh.odds) } : {}) });
    this.listenIn();
    noteSeen(this.seat(), fresh.version);
  }

  // Choosing.

  /** Make a choice. @param {string} verb @param {string} argument */
  async choose(verb, argument) {
    const { table, busy } = this.store.now;
    if (busy || !this.side || !(await this.sure(table, verb))) return;
    this.card.hide();
    this.before = table;
    await this.send(() =>
      api.choose(this.id, /** @type {string} */ (this.side), argument ? `${verb} ${argument}` : verb, table.version));
  }

  /** Ending a phase with units that have not acted asks first. @param {TableData} table @param {string} verb */
  async sure(table, verb) {
    if (!(table.verbs[verb]?.ends ?? verb === "done")) return true;
    const open = new Set(verbsTaking(table, "unit").flatMap((name) => table.choices[name]));
    const idle = table.pieces.filter((piece) => open.has(piece.key) && piece.marks.includes("ready"));
    if (!idle.length) return true;
    const names = idle.slice(0, 8).map((piece) => `${this.store.now.board.nations[piece.nation]?.name ?? ""} ${piece.name}`);
    const answer = await dialog(
      `${count(idle.length, "unit has", "units have")} not acted`,
      [h("p", {}, names.join(", ") + (idle.length > 8 ? ` and ${idle.length - 8} more.` : "."))],
      [{ value: "", label: "Go on" }, { value: "end", label: "End the phase", primary: true }],
    );
    return answer === "end";
  }

  /** @param {() => Promise<TableData>} act */
  async send(act) {
    if (this.store.now.busy) return;
    this.store.set({ busy: true });
    let table = null;
    try {
      table = await act();
    } catch (error) {
      if (error instanceof api.ServerError && error.status === 422 && error.reason) {
        toast(`${error.case}: ${error.reason}`, "refusal");
      } else if (error instanceof api.ServerError && error.status === 409) {
        toast("The game has moved on; this is how it stands now.");
        this.lookAgain = true;
      } else complain(error);
    }
    this.store.set({ busy: false });
    if (table) await this.arrive(table).catch(complain);
    if (this.lookAgain) {
      this.lookAgain = false;
      await this.look();
    }
  }

  /** The verbs that a click may mean now: the chosen one alone, or all. @param {string} takes */
  offered(takes) {
    const { table, verb } = this.store.now;
    const verbs = verbsTaking(table, takes);
    return verb && verbs.includes(verb) ? [verb] : verbs;
  }

  /** @param {Hex} hex */
  async clickHex(hex) {
    const { table } = this.store.now;
    if (!deciding(this.store.now)) {
      this.card.pin(hex);
      return;
    }
    const verb = this.offered("hex").find((name) => table.choices[name].includes(hex.label));
    if (verb) return this.choose(verb, hex.label);
    for (const piece of this.map.stack(hex.label)) {
      const by = this.offered("unit").find((name) => table.choices[name].includes(piece.key));
      if (by) return this.choose(by, piece.key);
    }
    if (await this.rather(hex.label)) return;
    await this.refuse(hex, null);
  }

  /** @param {string} key @param {Hex | null} hex */
  async clickPiece(key, hex) {
    const { table } = this.store.now;
    if (!deciding(this.store.now)) {
      if (hex) this.card.pin(hex);
      return;
    }
    const verb = this.offered("unit").find((name) => table.choices[name].includes(key));
    if (verb) return this.choose(verb, key);
    const by = hex && this.offered("hex").find((name) => table.choices[name].includes(hex.label));
    if (hex && by) return this.choose(by, hex.label);
    if ((await this.rather(key)) || (hex && (await this.rather(hex.label)))) return;
    if (hex) await this.refuse(hex, key);
  }

  /**
   * Change one's mind: if the last choice only took something in hand, a click on another (or the same)
   * puts it back first.
   *
   * @param {string} argument
   */
  async rather(argument) {
    const { table } = this.store.now;
    const { before, side } = this;
    const last = table.last?.choice ?? "";
    const [verb, had] = last.split(" ");
    if (!before || !side || before.version !== table.version - 1) return false;
    if (table.can_undo_to === null || table.can_undo_to > before.version) return false;
    if (!before.choices[verb]?.includes(argument)) return false;
    if (!["unit", "hex"].includes(before.verbs[verb]?.takes)) return false;
    if (JSON.stringify(before.pieces) !== JSON.stringify(table.pieces)) return false;
    await this.send(() => api.undo(this.id, side, before.version));
    if (argument !== had && this.store.now.table.version === before.version) await this.choose(verb, argument);
    return true;
  }

  /** Say why something cannot be chosen. @param {Hex} hex @param {string | null} key */
  async refuse(hex, key) {
    if (!this.side) return;
    const place = this.offered("hex")[0] ?? this.asked.hex;
    const unit = this.offered("unit")[0] ?? this.asked.unit;
    const choice = key && unit && (this.offered("unit").length || !place) ? `${unit} ${key}` : place ? `${place} ${hex.label}` : "";
    if (!choice) {
      this.card.pin(hex);
      return;
    }
    try {
      const why = await api.why(this.id, this.side, choice);
      if (!why.legal) this.card.refuse(hex, why);
    } catch (error) {
      if (error instanceof api.ServerError && error.status === 400) this.card.pin(hex);
      else complain(error);
    }
  }

  /** Take the next unit that has not acted in hand. @param {number} by */
  async nextUnit(by) {
    const { now } = this.store;
    if (!deciding(now)) return;
    let { table } = now;
    const held = table.focus?.units[0] ?? "";
    const earlier = this.before;
    if (!verbsTaking(table, "unit").length && earlier && earlier.version === table.version - 1 &&
      table.last?.choice?.endsWith(` ${held}`)) table = earlier;
    const [verb] = verbsTaking(table, "unit");
    if (!verb) {
      toast("No unit is to be chosen now.");
      return;
    }
    const places = new Map(table.pieces.map((piece) => [piece.key, piece.place]));
    const keys = [...table.choices[verb]].sort((a, b) => (places.get(a) ?? "").localeCompare(places.get(b) ?? ""));
    const at = keys.indexOf(held || this.lastNext || "");
    const key = keys[(at + by + keys.length) % keys.length];
    this.lastNext = key;
    this.map.seek([places.get(key) ?? ""]);
    if (table === earlier) await this.rather(key);
    else await this.choose(verb, key);
  }

  undo() {
    return undoLast(this);
  }

  /** @param {number} to */
  undoTo(to) {
    return askUndo(this, to);
  }

  // Drawing.

  /** @param {import("./store.js").Sitting} now @param {Partial<import("./store.js").Sitting>} changed */
  draw(now, changed) {
    const { shown, table } = now;
    if (changed.shown) {
      const way = (now.caption ?? now.log.at(-1))?.lines.join(" ").match(/\b\d{4,6}\b/g) ?? [];
      this.trails(now, this.map.show(shown.pieces, { animate: true, way }), way);
      this.map.standing(shown.overlays);
      this.map.marked(shown.markers ?? {});
      this.layers.draw();
    }
    if (changed.shown || changed.verb !== undefined || changed.mode || changed.table) {
      this.point();
      this.drawHeading(now);
    }
    // Where one may act comes into sight, and large enough.
    if (changed.shown && deciding(now) && !this.map.camera.fitted && !this.map.sees(this.scene())) {
      this.map.seek(this.scene(), COUNTER_PIXELS);
    } else if (changed.shown && deciding(now) && this.map.camera.scale * 46 < COUNTER_PIXELS * 0.75) {
      const places = this.held().concat(this.targets());
      if (places.length) this.map.seek(places, COUNTER_PIXELS);
    }
    // After others have acted elsewhere, back to where one may act oneself.
    if (changed.mode === "live" && deciding(now) && !this.map.sees(this.scene())) this.map.seek(this.scene(), COUNTER_PIXELS);
    if (changed.table) {
      const hexVerbs = verbsTaking(table, "hex");
      const unitVerbs = verbsTaking(table, "unit");
      if (hexVerbs.length) [this.asked.hex] = hexVerbs;
      if (unitVerbs.length) [this.asked.unit] = unitVerbs;
    }
    if (changed.condition) {
      const words = { open: "Connected", connecting: "Connecting …", closed: "Offline, trying again …" };
      this.condition.className = `condition ${now.condition}`;
      this.condition.title = words[now.condition];
      fill(this.condition, h("span", {}, now.condition === "open" ? "" : words[now.condition]));
    }
    if (changed.battle !== undefined) this.tabs.offer("battle", now.battle !== null);
    document.title = deciding(now) ? `● Your decision – ${now.title}` : `${now.title} – Trenchline`;
  }

  /**
   * Where counters just went, and whom an attack comes from.
   *
   * @param {import("./store.js").Sitting} now
   * @param {{from: string, to: string}[]} moved
   * @param {string[]} way
   */
  trails(now, moved, way) {
    const { shown, mode } = now;
    // The same moment drawn again still shows how it came about.
    const moment = `${shown.version} ${shown.revision} ${shown.focus?.battle}`;
    if (!moved.length && moment === this.trailed) return;
    this.trailed = moment;
    const marches = moved.map(({ from, to }) => this.map.steps(from, to, way))
      .filter((steps) => mode !== "live" || steps.length > 2);
    const { units = [], hexes: [target] = [], battle = "" } = shown.focus ?? {};
    const places = new Set(shown.pieces.filter((piece) => units.includes(piece.key)).map((piece) => piece.place));
    const attacks = ATTACKING.has(battle) && target ? [...places].filter((place) => place !== target).map((place) => [place, target]) : [];
    this.map.trail(marches.length > MOST_TRAILS ? [] : marches, attacks);
  }

  /** Point out on the map what may be chosen. */
  point() {
    const { now } = this.store;
    const active = deciding(now);
    const { shown } = now;
    const all = (/** @type {string} */ takes) =>
      new Set(active ? this.offered(takes).flatMap((verb) => now.table.choices[verb]) : []);
    this.map.highlight({
      hexes: all("hex"), units: all("unit"), active,
      you: shown.you ?? shown.who, held: new Set(shown.focus?.units ?? []), about: new Set(shown.focus?.hexes ?? []),
    });
    this.screen.classList.toggle("deciding", active);
  }

  /** @param {import("./store.js").Sitting} now */
  drawHeading(now) {
    const { shown, table } = now;
    fill(this.heading, h("strong", {}, now.title), h("span", {}, `${shown.turn} · ${shown.phase}`));
    fill(this.seats, Object.entries(table.seats).map(([side, seat]) =>
      h("span", {
        class: `seat ${side === shown.who && !shown.over ? "to-move" : ""} ${seat.online === false && seat.kind === "person" ? "away" : ""}`,
        title: `${side}: ${playerName(table, side)}${seat.online === false && seat.kind === "person" ? ", away" : ""}`,
      }, h("b", {}, side), h("i", {}, playerName(table, side)))));
  }

  /** Show where something is. @param {string} place */
  showPlace(place) {
    this.map.seek([place]);
    this.map.ping(place);
    this.tabs.close();
  }

  /** Open the rulebook at a case. @param {string} name */
  showCase(name) {
    this.rulebook.open(name);
    this.tabs.show("rules");
  }

  /** A unit as a sentence names it. @param {string} key @returns {import("./words.js").Named | null} */
  named(key) {
    const { board, shown } = this.store.now;
    const piece = shown.pieces.find((one) => one.key === key);
    if (!piece?.title) return null;
    return { name: piece.title.split(",")[0], title: `${title(piece, board.nations)}, ${piece.strengths}, ${this.map.name(piece.place)}`,
      place: piece.place, colour: board.nations[piece.nation]?.colour ?? "#9a9384" };
  }

  /** What words of a sentence do when they are clicked. */
  get links() {
    return {
      case: (/** @type {string} */ name) => this.showCase(name),
      hex: (/** @type {string} */ label) => this.showPlace(label),
      isHex: (/** @type {string} */ label) => this.map.hexes.has(label),
      unit: (/** @type {string} */ key) => this.named(key),
    };
  }

  /** Tell those who listen rather than look. @param {string} text */
  announce(text) {
    if (this.live.textContent !== text) this.live.textContent = text;
  }
}
