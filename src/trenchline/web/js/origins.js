/** Where values come from: the rulebook, history, our reconstruction, or tuning by self-play. */

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { complain } from "./notices.js";

/** @typedef {{source: string, said: string, note: string}} Origin */
/** @typedef {{counters: Record<string, Origin>, hexes: Record<string, Origin>, places: Record<string, Record<string, Origin>>}} Origins */

/** @type {Map<string, Promise<Origins>>} */
const known = new Map();

/** Asked for once, when somebody first wants to know. @param {string} game @param {string} [scenario] */
function ask(game, scenario) {
  const key = `${game} ${scenario ?? ""}`;
  const asked = known.get(key) ?? api.provenance(game, scenario);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/**
 * A fold that tells where a hex, what stands in it and the counters there come from.
 * @param {string} game @param {string | undefined} scenario @param {string} label
 * @param {{key: string, title?: string, name: string}[]} pieces
 */
export function origins(game, scenario, label, pieces) {
  const list = h("dl", {});
  const fold = h("details", { class: "origins", ontoggle: async () => {
    if (!fold.open || list.childElementCount) return;
    try {
      const found = await ask(game, scenario);
      fill(list,
        row("Hex", found.hexes[label]),
        Object.entries(found.places[label] ?? {}).flatMap(([kind, origin]) => row(kind, origin)),
        pieces.flatMap((piece) => row((piece.title ?? piece.name).split(",")[0], found.counters[piece.key])));
    } catch (error) {
      complain(error);
    }
  } }, h("summary", {}, "Where this comes from"), list);
  return fold;
}

/** @param {string} what @param {Origin | undefined} origin */
function row(what, origin) {
  return origin ? [h("dt", {}, what), h("dd", {}, origin.said, origin.note ? h("small", {}, origin.note) : null)] : [];
}
