/** What the player likes, kept in this browser. */

const KEY = "trenchline.settings";

/** @typedef {{speed: number, theme: "light" | "dark", handOver: Record<string, boolean>,
 *   folded: boolean, attacks: boolean, stages: string[]}} Settings */

/** @type {Settings} */
const defaults = { speed: 1, theme: "light", handOver: {}, folded: false, attacks: true, stages: [] };

/** @returns {Settings} */
export function settings() {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...defaults };
  }
}

/** @param {Partial<Settings>} change */
export function keep(change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...change }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The version of a match that this browser last showed to a side, or null. @param {string} seat */
export function lastSeen(seat) {
  const value = localStorage.getItem(`trenchline.seen.${seat}`);
  return value === null ? null : Number(value);
}

/** @param {string} seat @param {number} version */
export function noteSeen(seat, version) {
  try {
    localStorage.setItem(`trenchline.seen.${seat}`, String(version));
  } catch {
    // See above.
  }
}

export function applyTheme() {
  document.documentElement.dataset.theme = settings().theme;
}
