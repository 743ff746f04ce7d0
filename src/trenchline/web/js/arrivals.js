/** What comes to the table: news of changes, new positions, and the other side when it sits down here. */

import * as api from "./api.js";
import { battleAfter, declared, recallBattle } from "./battle.js";
import { title } from "./counters.js";
import { cover } from "./handover.js";
import { Live } from "./live.js";
import { complain, toast } from "./notices.js";
import { noteSeen, settings } from "./settings.js";

/** @typedef {import("./types.js").Table} TableData */

export class Arrivals {
  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
    this.store = table.store;
    /** @type {Live | null} */
    this.line = null;
    /** The last of the tables that are being taken in. @type {Promise<void>} */
    this.arriving = Promise.resolve();
    /** Whether something changed while a choice was on its way. */
    this.lookAgain = false;
  }

  /** Hear of what changes, if that is not so already. */
  listenIn() {
    if (this.table.gone) return;
    this.line ??= new Live(this.table.id, this.table.side, (news) => this.heard(news), (condition) => this.store.set({ condition }));
  }

  /** @param {import("./live.js").News | null} news */
  async heard(news) {
    const { table } = this.store.now;
    if (news?.sketch) {
      this.table.sketch.hear(news.sketch.by, news.sketch.marks);
      return;
    }
    if (news?.presence) {
      this.table.sketch.present(news.presence);
      for (const [side, seat] of Object.entries(table.seats)) {
        if (seat.kind === "person" || seat.kind === "me") seat.online = news.presence.includes(side);
      }
      this.store.set({ table });
    }
    // Somebody has taken an open seat.
    const joined = news?.presence?.some((side) => table.seats[side]?.kind === "open");
    if (news && !joined && news.revision === table.revision && news.version === table.version &&
      Boolean(news.thinking) === Boolean(table.thinking) && Boolean(news.request) === Boolean(table.request) &&
      Boolean(news.ready ?? true) === Boolean(table.dice?.ready ?? true)) return;
    await this.look();
  }

  /** Fetch the table if it has changed. */
  async look() {
    if (this.store.now.busy) {
      this.lookAgain = true;
      return;
    }
    try {
      await this.arrive(await api.table(this.table.id, this.table.side));
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
    // A game that begins with a die begins when the dice are ready.
    const begun = Boolean(table.dice?.ready) !== Boolean(old.dice?.ready) && table.version === 0;
    if (table.revision === old.revision && !begun) {
      this.table.takeBacks.heard(old, table, false);
      this.store.set({ table, ...(this.store.now.mode === "live" ? { shown: table } : {}) });
      return;
    }
    const rewritten = begun || table.revision - old.revision !== table.version - old.version;
    this.table.takeBacks.heard(old, table, rewritten);
    // What has happened since this table was drawn up comes with the next.
    // One that is new came with it.
    const { last } = table;
    const fresh = !rewritten && last && last.version === old.version + 1 && last.version === table.version ? [last]
      : (await api.log(this.table.id, rewritten ? 0 : old.version + 1, this.table.side))
        .filter((entry) => entry.version <= table.version);
    const log = rewritten ? fresh : [...this.store.now.log.filter((e) => e.version <= old.version), ...fresh];
    const { mode } = this.store.now;
    const entries = rewritten ? [] : fresh;
    this.store.set({ table, log, verb: null });
    if (mode === "replay") return;
    if (mode === "news") {
      if (rewritten) this.table.news.skip();
      else this.table.news.more(entries);
      return;
    }
    if (rewritten) {
      this.store.set({ shown: table, battle: await recallBattle(this.table.id, this.table.side, table, log) });
    } else if ((entries.length > 1 && !this.table.hand.ordering) || entries.some((entry) => entry.side !== this.table.side)) {
      this.store.set({ mode: "news" });
      return async () => {
        await this.table.news.play(entries, "");
        await this.handOver();
      };
    } else {
      const [entry] = entries;
      if (entry) this.tellIdle(entry, table);
      if (entry) this.store.set({ battle: battleAfter(this.store.now.battle, old, table, entry) });
      this.store.set({ shown: table, caption: null });
      if (entry?.dice.length) this.table.flash.dice(entry);
    }
    noteSeen(this.table.seat(), table.version);
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
    // In a lesson the others play by themselves.
    if (this.table.coach) return;
    const { table, mode } = this.store.now;
    const mine = [...new Set(Object.entries(table.seats).flatMap(([name, seat]) => (seat.kind === "me" ? [seat.side ?? name] : [])))];
    if (mode !== "live" || table.over || mine.length < 2 || !this.table.side || table.who === this.table.side) return;
    if (!mine.includes(table.who)) return;
    const to = table.who;
    if (!settings().handOver[this.table.id]) await cover(this.table.screen, this.table.id, to, table.prompt);
    this.table.side = to;
    history.replaceState(null, "", `#/match/${this.table.id}?side=${encodeURIComponent(to)}`);
    this.line?.stop();
    this.line = null;
    const fresh = await api.table(this.table.id, to);
    this.store.set({ table: fresh, shown: fresh, verb: null, ...(fresh.odds ? { battle: declared(fresh.odds) } : {}) });
    this.listenIn();
    noteSeen(this.table.seat(), fresh.version);
    // Somebody may have decided elsewhere while the screen was covered.
    await this.handOver();
  }

  stop() {
    this.line?.stop();
  }
}
