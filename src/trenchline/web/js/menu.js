/** The table's menu: replay, record, dice, invitation, look. */

import * as api from "./api.js";
import { die, fill, h, icon } from "./dom.js";
import { showKeys } from "./keys.js";
import { complain, dialog, toast } from "./notices.js";
import { applyTheme, keep, settings } from "./settings.js";
import { count } from "./words.js";

export class Menu {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.list = h("div", { class: "menu-list popover", role: "menu", hidden: true });
    const button = h("button", { class: "round", title: "Menu", "aria-label": "Menu", "aria-haspopup": "menu", onclick: () => this.toggle() }, icon("menu"));
    const keys = h("button", { class: "round keys-button", title: "Keys (?)", "aria-label": "Keys", onclick: showKeys }, icon("help"));
    this.element = h("div", { class: "menu" }, keys, button, this.list);
    document.addEventListener("pointerdown", (event) => {
      if (!this.list.hidden && event.target instanceof Node && !this.element.contains(event.target)) this.list.hidden = true;
    });
  }

  toggle() {
    this.list.hidden = !this.list.hidden;
    if (this.list.hidden) return;
    const { now } = this.table.store;
    const open = Object.values(now.table.seats).some((seat) => seat.invitation);
    const vacant = Object.entries(now.table.seats).find(([, seat]) => seat.vacant);
    const item = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { role: "menuitem", onclick: () => {
        this.list.hidden = true;
        act();
      } }, icon(name), label);
    fill(this.list,
      item("replay", "Replay from the start", () => this.table.replay.enter(0)),
      open ? item("link", "Invitation", () => this.invite()) : null,
      vacant ? item("link", `Invite somebody else to play ${vacant[0]}`, () => this.inviteAgain(vacant[0])) : null,
      item("eye", "Link for spectators", () => this.share(`#/match/${this.table.id}`, "Anyone with this link may watch.")),
      item("pen", this.table.sketch.on ? "Stop sketching" : "Sketch on the map", () => this.table.sketch.toggle()),
      item("edit", "Edit this position", () => this.edit()),
      item("dice", "Dice statistics", () => this.dice()),
      h("a", { role: "menuitem", href: api.recordUrl(this.table.id), download: `${this.table.id}.jsonl`, onclick: () => (this.list.hidden = true) }, icon("down"), "Download the record"),
      now.board.guide ? h("a", { role: "menuitem", href: now.board.guide, target: "_blank", onclick: () => (this.list.hidden = true) }, icon("rules"), "Guide to the game") : null,
      item("moon", settings().theme === "dark" ? "Light panels" : "Dark panels", () => {
        keep({ theme: settings().theme === "dark" ? "light" : "dark" });
        applyTheme();
      }),
      item("help", "Keys", showKeys));
  }

  /** What one knows of the position, in the editor. */
  async edit() {
    try {
      const { text } = await api.position(this.table.id, this.table.side);
      location.hash = `#/editor/${encodeURIComponent(this.table.store.now.table.game)}?p=${encodeURIComponent(text)}`;
    } catch (error) {
      complain(error);
    }
  }

  invite() {
    const open = Object.entries(this.table.store.now.table.seats).filter(([, seat]) => seat.invitation);
    if (open.length === 1) this.share(`#/join/${open[0][1].invitation}`, `Whoever opens this link first plays ${open[0][0]}.`);
    else if (open.length) this.choose(open);
  }

  /** The guest of a seat does not come back. @param {string} name */
  async inviteAgain(name) {
    try {
      const { seats } = await api.invite(this.table.id, name);
      this.share(`#/join/${seats[name].invitation}`, `Whoever opens this link first plays ${name}.`);
    } catch (error) {
      complain(error);
    }
  }

  /** Several seats are open: which link? @param {[string, import("./types.js").Seat][]} open */
  async choose(open) {
    const name = await dialog("Whom do you invite?", [h("p", {}, "Each seat has a link of its own.")],
      open.map(([seat]) => ({ value: seat, label: seat })));
    const seat = open.find(([one]) => one === name);
    if (seat) this.share(`#/join/${seat[1].invitation}`, `Whoever opens this link first plays ${seat[0]}.`);
  }

  /** @param {string} place @param {string} words */
  async share(place, words) {
    const url = new URL(place, location.href.split("#")[0]).href;
    const field = h("input", { type: "text", value: url, readOnly: true, class: "share", "aria-label": "Link", onfocus: () => field.select() });
    const answer = await dialog("Link", [h("p", {}, words), field], [{ value: "copy", label: "Copy", primary: true }]);
    if (answer !== "copy") return;
    try {
      await navigator.clipboard.writeText(url);
      toast("Copied.");
    } catch {
      toast(url);
    }
  }

  async dice() {
    try {
      const found = await api.dice(this.table.id);
      const { commitment, dice } = this.table.store.now.table;
      const added = Object.entries(dice?.lots ?? {}).flatMap(([side, lot]) => [h("br", {}), `${side}: `, h("code", {}, lot ?? "(not given)")]);
      const { expected } = found;
      const most = Math.max(1, expected, ...found.counts);
      const mean = found.counts.reduce((sum, n, face) => sum + n * (face + 1), 0) / Math.max(1, found.rolls);
      await dialog("Dice", [
        h("p", {}, `${count(found.rolls, "roll")} so far`, found.rolls ? `, ${mean.toFixed(2)} on average.` : "."),
        h("table", { class: "dice-table" }, found.counts.map((n, face) => {
          const bar = h("i", {});
          bar.style.width = `${(100 * n) / most}%`;
          const line = h("s", {});
          line.style.left = `${(100 * expected) / most}%`;
          return h("tr", {}, h("th", { scope: "row" }, die(face + 1)), h("td", { class: "share" }, h("div", { class: "rod" }, bar, line)), h("td", {}, n));
        })),
        h("p", { class: "small" }, `The line marks what is expected, ${expected.toFixed(1)} each.`,
          found.rolls < 6 ? "" : ` Honest dice stray at least this far in ${(100 * found.chance).toFixed(0)} of 100 matches.`),
        commitment ? h("p", { class: "small" }, "The dice were fixed before the first roll by a seed with this hash; the seed stands in the record once the match is over: ",
          h("code", {}, commitment)) : null,
        dice && !dice.ready ? h("p", { class: "small" }, `No die is rolled yet; the dice wait for ${dice.waits.join(" and ")}.`) : null,
        added.length ? h("p", { class: "small" }, "Each browser added a number of its own to the seed, so that nobody could choose it:", added) : null,
      ], [{ value: "", label: "Close", primary: true }]);
    } catch (error) {
      complain(error);
    }
  }
}
