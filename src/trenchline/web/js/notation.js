/** A position as text, changed line by line: counters put somewhere or taken away, another turn or phase.
 *
 * A nation has a line, and in it every counter stands as `name@hex` or `name:pile`; what stands behind the name (`8/60`, `16=4`) goes with it. */

/** @typedef {import("./types.js").Piece} Piece */

/** Lines that say where in the middle of a phase a position is. */
const MIDWAY = new Set(["step", "steps", "in_hand"]);

/** What a counter is called in the line of its nation. @param {Piece} piece */
export function nameOf({ key, nation }) {
  return key.startsWith(nation) ? key.slice(nation.length).replace(/^-/, "") : key;
}

/** Where the word of a counter stands: its line and its number there. @param {string[]} lines @param {Piece} piece @returns {[number, number] | null} */
function find(lines, piece) {
  const name = nameOf(piece);
  for (const [n, line] of lines.entries()) {
    const words = line.split(" ");
    if (words[0] !== piece.nation) continue;
    const at = words.findIndex((word) => /[@:]/.test(word) && [name, piece.key].includes(word.split(/[@:/=]/)[0].replace(/'$/, "")));
    if (at > 0) return [n, at];
  }
  return null;
}

/** Put a counter into a hex. @param {string} text @param {Piece} piece @param {string} hex */
export function put(text, piece, hex) {
  const lines = text.trimEnd().split("\n");
  const found = find(lines, piece);
  if (found) {
    const [n, at] = found;
    const words = lines[n].split(" ");
    // Who comes from off the map comes whole.
    const name = words[at].includes("@") ? words[at].split("@")[0] : nameOf(piece);
    words[at] = `${name}@${hex}`;
    lines[n] = words.join(" ");
    return `${lines.join("\n")}\n`;
  }
  const word = `${nameOf(piece)}@${hex}`;
  const own = lines.findIndex((line) => line.split(" ")[0] === piece.nation);
  if (own >= 0) lines[own] += ` ${word}`;
  else lines.splice(lines.findLastIndex((line) => line.includes("@")) + 1 || lines.length, 0, `${piece.nation} ${word}`);
  return `${lines.join("\n")}\n`;
}

/** Take a counter off the map. @param {string} text @param {Piece} piece */
export function remove(text, piece) {
  const lines = text.trimEnd().split("\n");
  const found = find(lines, piece);
  if (!found) return text;
  const words = lines[found[0]].split(" ");
  words.splice(found[1], 1);
  lines[found[0]] = words.join(" ");
  return `${lines.filter((line, n) => n !== found[0] || words.length > 1).join("\n")}\n`;
}

/** The turn and the phase as they are written. @param {string} text */
export function moment(text) {
  const line = text.split("\n").find((one) => one.includes(" phase ")) ?? "";
  const at = line.indexOf(" phase ");
  return { turn: at < 0 ? "" : line.slice(0, at), phase: at < 0 ? "" : line.slice(at + 7).trim() };
}

/** Another turn, or another phase, which is about to begin. @param {string} text @param {string} turn @param {string} phase */
export function setMoment(text, turn, phase) {
  const lines = text.trimEnd().split("\n").filter((line) => !MIDWAY.has(line.split(" ")[0]));
  const at = lines.findIndex((line) => line.includes(" phase "));
  const line = `${turn.replaceAll("\n", " ").trim()} phase ${phase}`;
  if (at < 0) lines.unshift(line);
  else lines[at] = line;
  return `${lines.join("\n")}\n`;
}
