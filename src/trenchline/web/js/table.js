/** The table: one match, its map and its panels, and what is drawn of them. */

import * as api from "./api.js";
import { Arrivals } from "./arrivals.js";
import { Attacks } from "./attacks.js";
import { BattlePanel, recallBattle } from "./battle.js";
import { Board } from "./board.js";
import { Carry } from "./carry.js";
import { DecisionBar } from "./choices.js";
import { Adviser } from "./adviser.js";
import { Coach } from "./coach.js";
import { isComposed } from "./composing.js";
import { title } from "./counters.js";
import { fill, h, icon } from "./dom.js";
import { Edges } from "./edges.js";
import { Flash } from "./flash.js";
import { Glossary } from "./glossary.js";
import { Group } from "./group.js";
import { Hand } from "./hand.js";
import { HexCard } from "./hexcard.js";
import { listen } from "./keys.js";
import { Layers } from "./layers.js";
import { LogPanel } from "./log.js";
import { Lots } from "./lots.js";
import { mapSwitch } from "./maps.js";
import { Menu } from "./menu.js";
import { namedIn } from "./notes.js";
import { complain } from "./notices.js";
import { News } from "./news.js";
import { ChartsPanel, StatePanel } from "./panels.js";
import { Plan } from "./plan.js";
import { PlanPanel } from "./plan_panel.js";
import { Preview } from "./preview.js";
import { Replay } from "./replay.js";
import { AnalysisPanel } from "./analysis_panel.js";
import { StudyPanel } from "./study_panel.js";
import { Stages } from "./stages.js";
import { Suggest } from "./suggest.js";
import { Rulebook } from "./rulebook.js";
import { Sketch } from "./sketch.js";
import { lastSeen, noteSeen } from "./settings.js";
import { deciding, plainVerbs, sitter, Store } from "./store.js";
import { Supply } from "./supply.js";
import { Tabs } from "./tabs.js";
import { TurnPanel } from "./turn.js";
import { TakeBacks } from "./undo.js";

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
 * @param {string | null} [lesson] the name of the lesson that is learnt here
 * @param {string | null} [study] the study that the address carries
 */
export async function openTable(app, id, side, lesson = null, study = null) {
  fill(app, h("main", { class: "loading", "aria-busy": "true" }, h("p", {}, "Setting up the table …")));
  const table = await api.table(id, side);
  const ground = [table.game, table.scenario, ...(table.sheets ?? [])].join(" ");
  if (!boards.has(ground)) boards.set(ground, api.board(table.game, table.scenario, table.sheets));
  const [board, log, terms] = await Promise.all([
    /** @type {Promise<import("./types.js").BoardData>} */ (boards.get(ground)),
    api.log(id, 0, side),
    // Without its words explained a game can be played all the same.
    api.glossary(table.game).catch(() => []),
  ]);
  const sitting = new TableScreen(app, id, side, board, table, log, terms);
  if (lesson) sitting.teach(await api.lesson(table.game, lesson));
  await sitting.begin();
  sitting.study.open(study);
  sitting.coach?.enter();
  if (!lesson) sitting.advise().catch(complain);
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
   * @param {import("./types.js").Term[]} terms
   */
  constructor(app, id, side, board, table, log, terms) {
    this.id = id;
    this.side = side;
    this.store = new Store({
      board, table, shown: table, log, mode: "live", verb: null, busy: false, playing: false,
      condition: "connecting", battle: null, caption: null, title: table.title || board.title,
    });
    /** The moment whose trails are drawn. */
    this.trailed = "";
    /** Whether the table has been left. */
    this.gone = false;
    this.glossary = new Glossary(terms, (name) => this.showCase(name));
    /** Who teaches, in a lesson. @type {Coach | null} */
    this.coach = null;
    this.takeBacks = new TakeBacks(this);
    this.hand = new Hand(this);
    this.arrivals = new Arrivals(this);
    this.lots = new Lots(this);

    this.frame = h("div", {
      class: "map", tabindex: 0, role: "application",
      "aria-label": "The map. Arrow keys move the cursor, Enter chooses, N goes to the next unit.",
    });
    this.live = h("div", { class: "sr-only", "aria-live": "polite", role: "status" });
    this.map = new Board(this.frame, board, {
      hex: (hex, event) => this.hand.clickHex(hex, event),
      piece: (key, hex, event) => this.hand.clickPiece(key, hex, event),
      grab: (key, event) => this.carry.grab(key, event),
      carry: (at, hex) => this.carry.move(at, hex),
      drop: (hex) => this.carry.drop(hex).catch(complain),
      aims: (hex) => this.preview.choice(hex, null) !== null,
      hover: (hex, key, at) => {
        this.card.hover(hex, key, at);
        this.preview.hover(hex, key);
      },
      hold: (hex, at) => hex && this.card.pin(hex, at),
      nothing: () => this.card.hide(),
      moved: () => this.card?.follow(),
      rested: () => this.edges?.draw(),
    });
    this.edges = new Edges(this);
    this.preview = new Preview(this);
    this.plan = new Plan(this);
    this.sketch = new Sketch(this);
    this.carry = new Carry(this);
    this.group = new Group(this);
    this.card = new HexCard(this);
    this.attacks = new Attacks(this);
    this.supply = new Supply(this);
    this.layers = new Layers(this);
    this.suggest = new Suggest(this);
    this.stages = new Stages(this);
    this.bar = new DecisionBar(this);
    this.rulebook = new Rulebook(this);
    this.log = new LogPanel(this);
    this.replay = new Replay(this);
    this.flash = new Flash((key) => this.named(key));
    this.news = new News(this);
    this.menu = new Menu(this);
    this.analysis = new AnalysisPanel(this);
    this.study = new StudyPanel(this);
    this.tabs = new Tabs([
      { name: "battle", label: "Battle", icon: "battle", body: new BattlePanel(this).element },
      { name: "attacks", label: "Attacks", icon: "aim", body: this.attacks.element },
      { name: "log", label: "Log", icon: "log", body: this.log.element },
      { name: "analysis", label: "Analysis", icon: "state", body: this.analysis.element },
      { name: "study", label: "Study", icon: "pen", body: this.study.element },
      { name: "turn", label: "Turn", icon: "turn", body: new TurnPanel(this).element },
      ...(side ? [{ name: "plan", label: "Plan", icon: "plan", body: new PlanPanel(this).element }] : []),
      { name: "state", label: "State", icon: "state", body: new StatePanel(this).element },
      { name: "charts", label: "Charts", icon: "chart", body: new ChartsPanel(this).element },
      { name: "rules", label: "Rules", icon: "rules", body: this.rulebook.element },
      { name: "layers", label: "Layers", icon: "layers", body: this.layers.element },
    ]);
    this.tabs.opened = () => this.seekBattle();
    this.map.camera.covered = () => this.tabs.covers(this.frame);
    this.heading = h("div", { class: "heading" });
    this.seats = h("div", { class: "seats" });
    this.condition = h("span", { class: "condition", role: "status" });
    this.screen = h("div", { class: "table" },
      h("header", { class: "bar" },
        h("a", { class: "home", href: "#/", title: "To the lobby", "aria-label": "Lobby" }, icon("home")),
        this.heading, this.seats, this.condition, this.menu.element),
      this.mapButtons(),
      h("main", { class: "stage" },
        h("div", { class: "mapbox" }, this.frame, this.edges.element, this.preview.element, this.sketch.element, this.carry.element, this.card.element, this.flash.element),
        this.bar.element, this.live),
      this.tabs.element);
    fill(app, this.screen);
    this.store.on((now, changed) => this.draw(now, changed));
    this.unlisten = listen(this);
    this.unexplain = this.glossary.listen();
  }

  /** Learn a lesson here. @param {import("./types.js").Taught} lesson */
  teach(lesson) {
    this.coach = new Coach(this, lesson);
    this.frame.parentElement?.append(this.coach.element);
  }

  /** Have an adviser here, if this match is a guided one. */
  async advise() {
    const adviser = await Adviser.at(this);
    if (adviser) this.frame.parentElement?.append(adviser.element);
  }

  mapButtons() {
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { class: `round ${name}`, title: label, "aria-label": label, onclick: act }, icon(name), h("span", {}, "Map"));
    return h("div", { class: "mapbuttons", role: "group", "aria-label": "The map" },
      button("plus", "Zoom in (+)", () => this.map.camera.zoom(1.4)),
      button("minus", "Zoom out (−)", () => this.map.camera.zoom(1 / 1.4)),
      button("fit", "Whole map (0)", () => this.map.camera.fit()), this.sketch.button);
  }

  // Beginning and leaving.

  async begin() {
    const { board, table, log } = this.store.now;
    this.map.camera.fit(false);
    for (const part of [board, ...board.maps]) {
      if (!part.overlay) continue;
      const { url } = part.overlay;
      if (!drawings.has(url)) drawings.set(url, api.drawing(url));
      drawings.get(url)?.then((text) => this.map.inlay(text, "x" in part ? part : undefined)).catch(complain);
    }
    if (board.maps.length > 1) this.heading.after(mapSwitch(board.maps, this.map.camera));
    const seen = lastSeen(this.seat());
    const news = seen === null ? [] : log.filter((entry) => entry.version > seen && entry.lines.length);
    this.store.set({ battle: await recallBattle(this.id, this.side, table, log) });
    if (table.status === "replay") {
      this.store.set({ table, shown: table });
      await this.replay.enter(0);
    } else if (news.length && seen !== null && seen < table.version) {
      this.store.set({ mode: "news", shown: await api.at(this.id, seen, this.side) });
      this.arrivals.listenIn();
      await this.news.play(news, "Since your last visit");
    } else {
      this.store.set({ table, shown: table });
      noteSeen(this.seat(), table.version);
    }
    this.arrivals.listenIn();
    this.lots.follow();
    if (this.map.camera.fitted) this.map.seek(this.scene(), COUNTER_PIXELS);
    await this.arrivals.handOver();
  }

  /** The hexes that may be chosen. */
  targets() {
    const { table } = this.store.now;
    return plainVerbs(table, "hex").flatMap((verb) => table.choices[verb]);
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
    const open = new Set(plainVerbs(table, "unit").flatMap((verb) => table.choices[verb]));
    const units = table.pieces.filter((piece) => open.has(piece.key)).map((piece) => piece.place);
    const found = [...this.targets(), ...this.held(), ...units, ...(table.focus?.hexes ?? [])]
      .filter((place) => this.map.hexes.has(place));
    return found.length ? found : table.pieces.map((piece) => piece.place).filter((place) => this.map.hexes.has(place));
  }

  /** Where a sheet covers half of the map, what is fought over comes into sight above it. */
  seekBattle() {
    const { table } = this.store.now;
    if (!table.focus?.battle || !this.tabs.covers(this.frame)) return;
    this.map.seek([...new Set([...table.focus.hexes, ...this.held()])].filter((place) => this.map.hexes.has(place)));
  }

  leave() {
    this.gone = true;
    this.arrivals.stop();
    this.unlisten();
    this.unexplain();
    this.news.stop();
    this.replay.pause();
    this.map.stop();
    document.querySelector(".cover")?.remove();
    document.title = "Trenchline";
  }

  seat() {
    return `${this.id}.${this.side ?? ""}`;
  }

  // Drawing.

  /** @param {import("./store.js").Sitting} now @param {Partial<import("./store.js").Sitting>} changed */
  draw(now, changed) {
    const { shown, table } = now;
    if (changed.shown) {
      const entry = now.caption ?? now.log.at(-1);
      // Several who go to several places have no way in common.
      const together = new Set(this.map.stacks.moved(shown.pieces).map(({ to }) => to)).size < 2;
      const way = entry && together ? entry.lines.flatMap((note) => namedIn(note, "hex", "way")) : [];
      this.trails(now, this.map.stacks.show(shown.pieces, { animate: true, way }), way);
      this.map.drawing.standing(shown.overlays);
      this.map.drawing.marked(shown.markers ?? {});
      this.map.drawing.planned(shown.focus?.arrows ?? []);
      this.layers.draw();
    }
    // Whoever says that he means a place wants no stack spread over it.
    if (changed.verb && table.verbs[changed.verb]?.takes === "hex") this.map.stacks.fan(null);
    if (changed.shown || changed.verb !== undefined || changed.mode || changed.table) {
      this.point();
      this.drawHeading(now);
    }
    // Where one may act comes into sight, and large enough.
    if (this.carry.keys.length) {
      // The map lies still under whoever carries something over it.
    } else if (changed.shown && deciding(now) && !this.map.camera.fitted && !this.map.sees(this.scene())) {
      this.map.seek(this.scene(), COUNTER_PIXELS);
    } else if (changed.shown && deciding(now) && this.map.camera.scale * 46 < COUNTER_PIXELS * 0.75) {
      const places = this.held().concat(this.targets());
      if (places.length) this.map.seek(places, COUNTER_PIXELS);
    }
    if (changed.shown) this.seekBattle();
    // After others have acted elsewhere, back to where one may act oneself.
    if (changed.mode === "live" && deciding(now) && !this.map.sees(this.scene())) this.map.seek(this.scene(), COUNTER_PIXELS);
    if (changed.table) this.hand.note(table);
    if (changed.condition) {
      const words = { open: "Connected", connecting: "Connecting …", closed: "Offline, trying again …" };
      this.condition.className = `condition ${now.condition}`;
      this.condition.title = words[now.condition];
      fill(this.condition, h("span", {}, now.condition === "open" ? "" : words[now.condition]));
    }
    if (changed.battle !== undefined || changed.shown) this.tabs.offer("battle", now.battle !== null || isComposed(shown));
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
    const marches = moved.map(({ from, to }) => this.map.stacks.steps(from, to, way))
      .filter((steps) => mode !== "live" || steps.length > 2);
    const { units = [], hexes: [target] = [], battle = "" } = shown.focus ?? {};
    const places = new Set(shown.pieces.filter((piece) => units.includes(piece.key)).map((piece) => piece.place));
    const attacks = ATTACKING.has(battle) && target ? [...places].filter((place) => place !== target).map((place) => [place, target]) : [];
    this.map.drawing.trail(marches.length > MOST_TRAILS ? [] : marches, attacks);
  }

  /** Point out on the map what may be chosen. */
  point() {
    const { now } = this.store;
    const active = deciding(now);
    const { shown } = now;
    const all = (/** @type {string} */ takes) =>
      new Set(active ? this.hand.offered(takes).flatMap((verb) => now.table.choices[verb]) : []);
    const picked = this.group?.keys ?? [];
    this.map.lights.show({
      hexes: picked.length ? this.group.goals() : all("hex"), units: all("unit"), active,
      you: shown.you ?? shown.who, held: new Set([...(shown.focus?.units ?? []), ...picked]), about: new Set(shown.focus?.hexes ?? []),
    });
    this.screen.classList.toggle("deciding", active);
    this.edges.draw();
  }

  /** @param {import("./store.js").Sitting} now */
  drawHeading(now) {
    const { shown, table } = now;
    const [from, version] = (table.origin ?? "").split("@");
    fill(this.heading, h("strong", {}, now.title), h("span", {}, `${shown.turn} · ${shown.phase}`),
      from ? h("a", { class: "origin", href: `#/match/${from}`, title: `This match goes on from another, after ${version} choices` }, `from move ${version}`) : null);
    fill(this.seats, Object.entries(table.seats).map(([name, seat]) =>
      h("span", {
        class: `seat ${(seat.side ?? name) === shown.who && !shown.over ? "to-move" : ""} ${seat.online === false && seat.kind === "person" ? "away" : ""}`,
        title: `${name}: ${sitter(seat)}${seat.online === false && seat.kind === "person" ? ", away" : ""}`,
      }, h("b", {}, name), h("i", {}, sitter(seat)))));
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
    const { shown } = this.store.now;
    return shown.pieces.find((one) => one.key === key)?.title ? this.piece(key) : null;
  }

  /** A unit that may be seen: its name, and where it is. @param {string} key */
  piece(key) {
    const { board, shown } = this.store.now;
    const piece = shown.pieces.find((one) => one.key === key);
    if (!piece) return null;
    return { name: (piece.title || piece.name).split(",")[0], title: `${title(piece, board.nations)}, ${piece.strengths}, ${this.map.places.name(piece.place)}`,
      place: piece.place, colour: board.nations[piece.nation]?.colour ?? "#9a9384" };
  }

  /** What words of a sentence do when they are clicked. */
  get links() {
    return {
      case: (/** @type {string} */ name) => this.showCase(name),
      line: () => this.glossary.line(),
      hex: (/** @type {string} */ label) => this.showPlace(label),
      piece: (/** @type {string} */ key) => this.piece(key),
    };
  }

  /** Tell those who listen rather than look. @param {string} text */
  announce(text) {
    if (this.live.textContent !== text) this.live.textContent = text;
  }
}
