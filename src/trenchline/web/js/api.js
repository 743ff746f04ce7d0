/** Asking the server. Every refusal becomes a `ServerError` with what a person needs to know. */

import { keep, known } from "./known.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Table} Table */

/** What the server answered when it did not do what was asked. */
export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, message?: string, case?: string, reason?: string}} error
   */
  constructor(status, error) {
    super(error.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = error.code ?? "";
    this.case = error.case ?? "";
    this.reason = error.reason ?? "";
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (body instanceof Blob) {
    request.body = body;
    request.headers = { ...request.headers, "content-type": "application/x-ndjson" };
  } else if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "content-type": "application/json" };
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new ServerError(0, { code: "offline", message: "The server cannot be reached." });
  }
  const text = await answer.text();
  let value = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    value = null;
  }
  if (!answer.ok) throw new ServerError(answer.status, value?.error ?? {});
  return value;
}

/** @param {string} id */
const match = (id) => `/api/matches/${encodeURIComponent(id)}`;
/** @param {string | null | undefined} side */
const seen = (side) => (side ? `?side=${encodeURIComponent(side)}` : "");

/** @typedef {{kind: string, name: string, local: boolean}} Me */

/** @returns {Promise<Me>} */
export const me = () => ask("GET", "/api/me");
/** @param {string} name @param {string} password @returns {Promise<Me>} */
export const register = (name, password) => ask("POST", "/api/register", { name, password });
/** @param {string} name @param {string} password @returns {Promise<Me>} */
export const signIn = (name, password) => ask("POST", "/api/sign-in", { name, password });
export const signOut = () => ask("POST", "/api/sign-out", {});
/** @returns {Promise<Game[]>} */
export const games = () => ask("GET", "/api/games");
/** The board of a scenario, or of the sheets that its players have not left out.
 * @param {string} game @param {string} [scenario] @param {string[]} [sheets] @returns {Promise<import("./types.js").BoardData>} */
export const board = (game, scenario, sheets) => ask("GET", `/api/games/${encodeURIComponent(game)}/board`
  + (scenario ? `?scenario=${encodeURIComponent(scenario)}` : "") + (sheets?.length ? `&sheets=${encodeURIComponent(sheets.join(","))}` : ""));
/** The beginning of a scenario as text. @param {string} game @param {string | null} scenario @returns {Promise<{text: string}>} */
export const startOf = (game, scenario) => ask("GET", `/api/games/${encodeURIComponent(game)}/start${scenario ? `?scenario=${encodeURIComponent(scenario)}` : ""}`);
/** What is said of a position. @param {string} game @param {string} text @param {{attack?: string, supply?: boolean}} [wish] @returns {Promise<import("./types.js").PositionData>} */
export const survey = (game, text, wish = {}) => ask("POST", "/api/positions", { game, text, ...wish });
/** The position of a match as text. @param {string} id @param {string | null} side @returns {Promise<{text: string}>} */
export const position = (id, side) => ask("GET", `${match(id)}/position${seen(side)}`);
/** The position of a match that is over after so many choices, as text. @param {string} id @param {number} version @returns {Promise<{text: string}>} */
export const positionAt = (id, version) => ask("GET", `${match(id)}/position?version=${version}`);
/** @param {string} game @returns {Promise<import("./types.js").Rule[]>} */
export const rules = (game) => ask("GET", `/api/games/${encodeURIComponent(game)}/rules`);
/** Cases shown on small boards. @param {string} game @returns {Promise<import("./types.js").Example[]>} */
export const examples = (game) => ask("GET", `/api/games/${encodeURIComponent(game)}/examples`);
/** @param {string} game @returns {Promise<import("./types.js").Term[]>} */
export const glossary = (game) => ask("GET", `/api/games/${encodeURIComponent(game)}/glossary`);
/** @param {string} game @param {string} [scenario] @returns {Promise<import("./origins.js").Origins>} */
export const provenance = (game, scenario) => ask("GET", `/api/games/${encodeURIComponent(game)}/provenance`
  + (scenario ? `?scenario=${encodeURIComponent(scenario)}` : ""));
/** @returns {Promise<import("./types.js").Summary[]>} */
export const matches = () => ask("GET", "/api/matches");
/** @returns {Promise<import("./types.js").Summary[]>} */
export const allMatches = () => ask("GET", "/api/matches?all=1");

/**
 * @param {{game: string, scenario?: string, position?: string, options?: Record<string, string>, lesson?: string,
 *   seats: Record<string, string>, pledge?: string}} wish
 * @returns {Promise<import("./types.js").Summary>}
 */
export const create = (wish) => ask("POST", "/api/matches", wish);
/** A lesson with all that is taught in it. @param {string} game @param {string} name @returns {Promise<import("./types.js").Taught>} */
export const lesson = (game, name) => ask("GET", `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(name)}`);
/** All that a game's adviser says. @param {string} game @returns {Promise<import("./types.js").AdviserData>} */
export const adviser = (game) => ask("GET", `/api/games/${encodeURIComponent(game)}/guided`);
/** @param {string} token @param {string} [pledge]
 * @returns {Promise<{match: string, side: string, seat?: string, commitment: string}>} */
export const join = (token, pledge) => ask("POST", `/api/join/${encodeURIComponent(token)}`, pledge ? { pledge } : {});
/** @param {string} id @param {string} side @param {string | null} number @returns {Promise<Table>} */
export const lot = async (id, side, number) => keep(id, side, await ask("POST", `${match(id)}/lot`, { side, number }));
/** A new invitation to a seat that is empty. @param {string} id @param {string} seat
 * @returns {Promise<import("./types.js").Summary>} */
export const invite = (id, seat) => ask("POST", `${match(id)}/invite`, { seat });
/** @param {File} file @returns {Promise<import("./types.js").Summary>} */
export const replay = (file) => ask("POST", "/api/replays", file);

/** The table; only what is new in it is sent. @param {string} id @param {string | null} side @returns {Promise<Table>} */
export async function table(id, side) {
  const before = known(id, side);
  const mine = new URLSearchParams(side ? { side } : {});
  if (before) {
    mine.set("version", String(before.version));
    mine.set("revision", String(before.revision));
  }
  return keep(id, side, await ask("GET", `${match(id)}?${mine}`), before);
}
/** @param {string} id @param {number} version @param {string | null} side @returns {Promise<Table>} */
export const at = (id, version, side) => ask("GET", `${match(id)}/at/${version}${seen(side)}`);
/** @param {string} id @param {number} from @param {string | null} side
 * @returns {Promise<import("./types.js").Entry[]>} */
export const log = (id, from, side) =>
  ask("GET", `${match(id)}/log?from=${from}${side ? `&side=${encodeURIComponent(side)}` : ""}`);
/** @param {string} id @param {string} side @param {string} choice @param {number} version
 * @returns {Promise<Table>} */
export async function choose(id, side, choice, version) {
  const before = known(id, side);
  const light = before?.version === version ? { revision: before.revision, light: true } : {};
  return keep(id, side, await ask("POST", `${match(id)}/choices`, { side, choice, version, ...light }), before);
}
/** @param {string} id @param {string} side @param {string} choice @param {boolean} [planned]
 * @returns {Promise<import("./types.js").Why>} */
export const why = (id, side, choice, planned = false) => ask("POST", `${match(id)}/why`, { side, choice, ...(planned ? { planned } : {}) });
/** Make several choices, as far as they can be made. @param {string} id @param {string} side @param {string[]} orders @param {number} version
 * @returns {Promise<{made: number, carried: number, refused: import("./types.js").OrdersData["refused"], table: Table}>} */
export async function order(id, side, orders, version) {
  const before = known(id, side);
  const light = before?.version === version ? { revision: before.revision } : {};
  /** @type {import("./types.js").OrdersData} */
  const { made, carried, refused, table: whole, changes } = await ask("POST", `${match(id)}/orders`, { side, orders, version, ...light });
  return { made, carried, refused, table: keep(id, side, /** @type {Table} */ (whole ?? changes), before) };
}
/** Where several units can go together. @param {string} id @param {string} side @param {string[]} units @param {number} version @param {boolean} [planned]
 * @returns {Promise<import("./types.js").GroupData>} */
export const group = (id, side, units, version, planned = false) => ask("POST", `${match(id)}/group`, { side, units, version, ...(planned ? { planned } : {}) });
/** What a choice would bring. @param {string} id @param {string} side @param {string} choice @param {number} version @param {boolean} [planned]
 * @returns {Promise<import("./types.js").PreviewData | null>} */
export const preview = (id, side, choice, version, planned = false, after = /** @type {string[]} */ ([])) => ask("POST", `${match(id)}/preview`,
  { side, choice, version, ...(planned ? { planned } : {}), ...(after.length ? { after } : {}) });
/** One's own plan, and what would come of it. @param {string} id @param {string} side @returns {Promise<import("./types.js").PlanData>} */
export const plan = (id, side) => ask("GET", `${match(id)}/plan${seen(side)}`);
/** Keep a plan. @param {string} id @param {string} side @param {string[][]} acts @returns {Promise<import("./types.js").PlanData>} */
export const keepPlan = (id, side, acts) => ask("POST", `${match(id)}/plan`, { side, acts });
/** Where supply runs, as a side may know it. @param {string} id @param {string | null} side @param {number} version
 * @returns {Promise<import("./types.js").SideSupply[]>} */
export const supply = (id, side, version) => ask("GET", `${match(id)}/supply?version=${version}${side ? `&side=${encodeURIComponent(side)}` : ""}`);
/** The best attacks that can be made now. @param {string} id @param {string} side @param {number} version
 * @returns {Promise<import("./types.js").AttacksData>} */
export const attacks = (id, side, version) => ask("POST", `${match(id)}/attacks`, { side, version });
/** @param {string} id @param {string} side @param {number} to @returns {Promise<Table>} */
export const undo = async (id, side, to) => keep(id, side, await ask("POST", `${match(id)}/undo`, { side, to }));
/** Make again what was taken back, to a version. @param {string} id @param {string} side @param {number} to @returns {Promise<Table>} */
export const redo = async (id, side, to) => keep(id, side, await ask("POST", `${match(id)}/redo`, { side, to }));
/** @param {string} id @param {string} side @param {boolean} accept @returns {Promise<Table>} */
export const answerUndo = async (id, side, accept) =>
  keep(id, side, await ask("POST", `${match(id)}/undo/answer`, { side, accept }));
/** @param {string} id @returns {Promise<import("./types.js").DiceStatistics>} */
export const dice = (id) => ask("GET", `${match(id)}/dice`);
/** What a match that is over teaches; null while it is being worked out. @param {string} id @returns {Promise<import("./types.js").AnalysisData | null>} */
export const analysis = async (id) => {
  const found = await ask("POST", `${match(id)}/analysis`, {});
  return found.working ? null : found;
};
/** What the general would do. @param {string} id @param {string} side @param {number} version @returns {Promise<import("./types.js").AdviceData>} */
export const advice = (id, side, version) => ask("POST", `${match(id)}/advice`, { side, version });
/** A match from a moment of one that is over. @param {string} id @param {number} version @param {Record<string, string>} seats
 * @returns {Promise<import("./types.js").Summary>} */
export const playOn = (id, version, seats) => ask("POST", `${match(id)}/play-on`, { version, seats });
/** @param {string} id */
export const recordUrl = (id) => `${match(id)}/record`;
/** @param {string} id @param {string | null} side */
export const liveUrl = (id, side) => {
  const here = new URL(match(id) + "/live" + seen(side), location.href);
  here.protocol = here.protocol.replace("http", "ws");
  return here.href;
};

/** The text of a drawing. @param {string} url @returns {Promise<string>} */
export async function drawing(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new ServerError(answer.status, { message: "The map could not be fetched." });
  return answer.text();
}
