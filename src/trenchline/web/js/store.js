/** What the table knows at this moment, and who wants to hear when it changes. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Entry} Entry */

/**
 * A battle as it has gone so far, with the odds it was fought at as far as one may know them.
 *
 * @typedef {{odds: import("./types.js").Odds | null, hex: string, dice: number[], lines: import("./types.js").Note[], stage: string,
 *   result: string, over: boolean}} Battle
 */

/**
 * `table` is the position now; `shown` is what is on the screen: the same, or an earlier moment while
 * `mode` is "news" (what others did is being shown) or "replay".
 *
 * @typedef {{board: import("./types.js").BoardData, table: Table, shown: Table, log: Entry[],
 *   mode: "live" | "news" | "replay", verb: string | null, busy: boolean, playing: boolean,
 *   condition: import("./live.js").Condition, battle: Battle | null, caption: Entry | null,
 *   title: string}} Sitting
 */

export class Store {
  /** @param {Sitting} now */
  constructor(now) {
    this.now = now;
    /** @type {Set<(now: Sitting, changed: Partial<Sitting>) => void>} */
    this.listeners = new Set();
  }

  /** @param {Partial<Sitting>} change */
  set(change) {
    Object.assign(this.now, change);
    for (const listener of this.listeners) listener(this.now, change);
  }

  /** @param {(now: Sitting, changed: Partial<Sitting>) => void} listener */
  on(listener) {
    this.listeners.add(listener);
  }
}

/** Whether this browser may decide now. @param {Sitting} now */
export function deciding(now) {
  return now.mode === "live" && !now.table.over && now.table.you !== null &&
    now.table.you === now.table.who && Object.keys(now.table.choices).length > 0;
}

/** The verbs on offer that take a hex, a unit ... @param {Table} table @param {string} takes */
export function verbsTaking(table, takes) {
  return Object.keys(table.choices).filter((verb) => (table.verbs[verb]?.takes ?? "nothing") === takes);
}

/** The verbs among them that a plain click may mean; the others one chooses first. @param {Table} table @param {string} takes */
export function plainVerbs(table, takes) {
  return verbsTaking(table, takes).filter((verb) => !table.verbs[verb]?.aside);
}

/** The verb by which the next unit is taken up; where a unit is named to fight, to build or to be lost, none is next. @param {Table} table */
export function takesUp(table) {
  const [verb] = plainVerbs(table, "unit");
  const means = verb ? table.verbs[verb]?.means : "";
  return means === "pick" || (!means && !table.focus?.battle) ? verb : undefined;
}

/** What a verb is called. @param {Table} table @param {string} verb */
export function verbLabel(table, verb) {
  const words = verb.replaceAll("_", " ");
  return table.verbs[verb]?.label ?? words[0].toUpperCase() + words.slice(1);
}

/**
 * The seats of a side, by their names: one, or several that share it.
 * @param {{seats: Record<string, import("./types.js").Seat>}} table @param {string} side
 */
export function seatsOf(table, side) {
  return Object.entries(table.seats).filter(([name, seat]) => (seat.side ?? name) === side);
}

/** Whether one plays a side, alone or with others. @param {Table} table @param {string | null} side */
export function isMine(table, side) {
  return side !== null && seatsOf(table, side).some(([, seat]) => seat.kind === "me");
}

/** Who sits there. @param {import("./types.js").Seat} seat */
export function sitter(seat) {
  if (seat.kind === "open") return "open seat";
  return seat.kind === "me" ? "you" : seat.name || seat.kind;
}

/** Who plays a side. @param {Table} table @param {string} side */
export function playerName(table, side) {
  return seatsOf(table, side).map(([, seat]) => sitter(seat)).join(" and ") || side;
}
