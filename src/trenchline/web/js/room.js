/** Where on the map something may be laid without covering what can be chosen. */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {import("./camera.js").Point} Point */

/** How far apart places are tried, and how far from the edge they keep, in pixels. */
const STEP = 26;
const EDGE = 8;

/** Whether two boxes overlap. @param {Box} a @param {Box} b */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Whether a box covers none of others. @param {Box} box @param {Box[]} others */
export function isClear(box, others) {
  return !others.some((other) => overlap(box, other));
}

/**
 * The place for a card that covers nothing, as near as may be to where it is wanted; or null if there is none.
 *
 * @param {Size} card
 * @param {Point[]} wanted the corners it had best have, best first
 * @param {Size} frame
 * @param {Box[]} taken what must stay in sight
 * @param {Box[]} dear what had better stay in sight
 * @returns {Point | null}
 */
export function roomFor(card, wanted, frame, taken, dear) {
  const most = { x: frame.width - card.width - EDGE, y: frame.height - card.height - EDGE };
  if (most.x < EDGE || most.y < EDGE) return null;
  const inside = (/** @type {Point} */ { x, y }) => ({ x: Math.max(EDGE, Math.min(most.x, x)), y: Math.max(EDGE, Math.min(most.y, y)) });
  const tried = wanted.map(inside);
  for (let y = EDGE; y <= most.y; y += STEP) {
    for (let x = EDGE; x <= most.x; x += STEP) tried.push({ x, y });
  }
  const [best] = wanted;
  let found = null;
  let least = Infinity;
  for (const { x, y } of tried) {
    const away = Math.hypot(x - best.x, y - best.y);
    if (away >= least) continue;
    const box = { left: x, top: y, right: x + card.width, bottom: y + card.height };
    if (!isClear(box, taken)) continue;
    const cost = away + card.width * dear.filter((other) => overlap(box, other)).length;
    if (cost < least) [found, least] = [{ x, y }, cost];
  }
  return found;
}
