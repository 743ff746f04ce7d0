/** What the page has of each table, so that the server need send only what is new. */

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Changes} Changes */

/** The table that each side of the match on the screen was shown last. @type {Map<string, Table>} */
const tables = new Map();
let match = "";

/** @param {string} id @param {string | null} side */
export function known(id, side) {
  return id === match ? tables.get(side ?? "") : undefined;
}

/**
 * Keep the table that an answer makes, together with what was known when it was asked for.
 *
 * @param {string} id
 * @param {string | null} side
 * @param {Table | Changes} answer
 * @param {Table} [before]
 * @returns {Table}
 */
export function keep(id, side, answer, before) {
  const table = "changes" in answer ? renewed(/** @type {Table} */ (before), answer) : answer;
  if (id !== match) tables.clear();
  match = id;
  tables.set(side ?? "", table);
  return table;
}

/** A table with what is new in it. @param {Table} before @param {Changes} answer @returns {Table} */
export function renewed(before, { changes, pieces, gone, order }) {
  const table = /** @type {Table} */ ({ ...before, ...changes });
  table.overlays = byName(before.overlays, changes.overlays);
  table.markers = byName(before.markers, changes.markers);
  table.lines = byName(before.lines, changes.lines);
  // What may be chosen comes first; the others are called as ever.
  table.verbs = { ...changes.verbs };
  for (const [verb, facts] of Object.entries(before.verbs)) {
    table.verbs[verb] ??= facts.words ? { ...facts, words: {} } : facts;
  }
  const all = new Map(before.pieces.map((piece) => [piece.key, piece]));
  for (const key of gone) all.delete(key);
  for (const piece of pieces) all.set(piece.key, piece);
  table.pieces = order ? order.flatMap((key) => all.get(key) ?? []) : [...all.values()];
  return table;
}

/**
 * @param {Record<string, string[]> | undefined} before
 * @param {Record<string, string[] | null> | undefined} changes
 */
function byName(before, changes) {
  const all = { ...before, ...changes };
  return /** @type {Record<string, string[]>} */ (
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)));
}
