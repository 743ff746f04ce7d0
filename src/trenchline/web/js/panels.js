/** The side panel: turn and phase, tracks and pools, points, forces off the map; and the charts. */

import { chartTable } from "./battle.js";
import { loose, title } from "./counters.js";
import { fill, h } from "./dom.js";
import { lively } from "./notes.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").BoardData} BoardData */

/** More lines than this are folded. */
const LONG = 14;
/** More pieces than this in a place off the map, too. */
const MANY = 40;

export class StatePanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "panel state" });
    /** @type {Set<string>} the titles of long panels that are open */
    this.unfolded = new Set();
    table.store.on((now, changed) => {
      if (changed.shown) this.draw(now.shown, now.board);
    });
  }

  /** @param {Table} shown @param {BoardData} board */
  draw(shown, board) {
    fill(this.element,
      h("h2", {}, shown.turn),
      this.phases(shown, board),
      this.tracks(shown),
      shown.panels.filter((panel) => !panel.battle).map((panel) => this.panel(panel)),
      this.offMap(shown, board));
  }

  /** A panel; a long one is folded until somebody opens it. @param {import("./types.js").Panel} panel */
  panel(panel) {
    const list = () => h("ul", { class: "lines" }, panel.lines.map((line, n) => scored(line, panel.marks?.[n], this.table.links)));
    if (panel.lines.length > LONG) return this.foldable(panel.title, panel.lines.length, list);
    return h("section", { class: "block" }, h("h3", {}, this.table.glossary.line()(panel.title)), panel.lines.length ? list() : null);
  }

  /** @param {Table} shown @param {BoardData} board */
  phases(shown, board) {
    const at = board.phases.indexOf(shown.phase);
    const outside = at < 0 && shown.phase ? [shown.phase] : [];
    return h("ol", { class: "phases" },
      [...outside, ...board.phases].map((phase) => {
        const n = board.phases.indexOf(phase);
        const current = phase === shown.phase;
        return h("li", { class: current ? "now" : n < at ? "done" : "", "aria-current": current ? "step" : null }, this.table.glossary.line()(phase));
      }));
  }

  /** @param {Table} shown */
  tracks(shown) {
    const sides = [...new Set(shown.tracks.map((track) => track.side))];
    const most = Math.max(10, ...shown.tracks.filter((track) => track.side).map((track) => track.value));
    return sides.map((side) => h("section", { class: "block" }, h("h3", {}, side || "Tracks"),
      h("table", { class: "tracks" }, shown.tracks.filter((track) => track.side === side).map((track) => {
        const bar = h("i", {});
        bar.style.width = side ? `${(100 * Math.max(0, track.value)) / most}%` : "0";
        return h("tr", {}, h("th", { scope: "row" }, this.table.glossary.line()(track.name)), h("td", { class: "gauge" }, bar),
          h("td", { class: "value" }, track.value), h("td", { class: "note" }, this.table.glossary.line()(track.note)));
      }))));
  }

  /** @param {Table} shown @param {BoardData} board */
  offMap(shown, board) {
    const away = shown.pieces.filter((piece) => !this.table.map.places.spot(piece.place));
    const places = [...new Set(away.map((piece) => piece.place))];
    return places.map((place) => this.pile(place, away.filter((piece) => piece.place === place), board));
  }

  /** A place off the map with its pieces; a great pile is folded, and drawn when somebody opens it. @param {string} place @param {import("./types.js").Piece[]} pieces @param {BoardData} board */
  pile(place, pieces, board) {
    const tray = () => h("div", { class: "tray" }, pieces.map((piece) =>
      h("span", { title: `${title(piece, board.nations)} ${piece.strengths}` }, loose(piece, board.nations))));
    if (pieces.length <= MANY) return h("section", { class: "block" }, h("h3", {}, place), tray());
    return this.foldable(place, pieces.length, tray);
  }

  /** Something long under its title, made when it is opened. @param {string} name @param {number} size @param {() => HTMLElement} make */
  foldable(name, size, make) {
    const open = this.unfolded.has(name);
    const folded = h("details", { class: "block", open }, h("summary", {}, h("h3", {}, name, " ", h("small", {}, size))), open ? make() : null);
    folded.addEventListener("toggle", () => {
      if (!folded.open) this.unfolded.delete(name);
      else {
        this.unfolded.add(name);
        if (folded.childElementCount < 2) folded.append(make());
      }
    });
    return folded;
  }
}

/** A line that begins with points. @param {string} line @param {import("./types.js").Mark[] | undefined} marks @param {import("./table.js").TableScreen["links"]} links */
function scored(line, marks, links) {
  const points = /^-?\d+(?= )/.exec(line)?.[0];
  const words = h("span", {}, lively(line, marks, links, points ? points.length + 1 : 0));
  return h("li", { class: line.startsWith("▸") ? "now" : "" }, words, points ? h("b", {}, points) : null);
}

export class ChartsPanel {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    const { charts, said } = table.store.now.board;
    this.element = h("section", { class: "panel charts" }, charts.map((chart) => table.glossary.mark(h("figure", { class: "chart" },
      h("figcaption", {}, chart.title, " ", h("small", {}, said[chart.source ?? ""] ?? "")), chartTable(chart), exceptions(chart, said)))));
  }
}

/** The rows of a chart that come from elsewhere than most, or of which more is known. @param {import("./types.js").Chart} chart @param {Record<string, string>} said */
function exceptions(chart, said) {
  const told = (chart.origins ?? []).flatMap(([source, note], n) => source !== chart.source || note
    ? [h("li", {}, `${chart.columns[0]} ${chart.rows[n][0]}: ${[source !== chart.source ? said[source] : "", note].filter(Boolean).join("; ")}`)] : []);
  return told.length ? h("ul", { class: "origins" }, told) : null;
}
