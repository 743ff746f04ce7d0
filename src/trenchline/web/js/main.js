/** The page's places: the lobby, the staff college, a match, an invitation, the editor. Places stand after the `#`. */

import * as api from "./api.js";
import { college } from "./college.js";
import { fill, h } from "./dom.js";
import { openEditor } from "./editor.js";
import { lobby } from "./lobby.js";
import * as lots from "./lots.js";
import { complain } from "./notices.js";
import { applyTheme } from "./settings.js";
import { openTable } from "./table.js";

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {() => void} */
let leave = () => {};

/** Show the place the address names. */
async function show() {
  leave();
  leave = () => {};
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [place, name] = path.split("/").map(decodeURIComponent);
  const side = new URLSearchParams(query ?? "").get("side");
  try {
    if (place === "match" && name) {
      const asked = new URLSearchParams(query ?? "");
      leave = await openTable(app, name, side, asked.get("lesson"), asked.get("study"));
    }
    else if (place === "join" && name) await take(name);
    else if (place === "editor" && name) leave = await openEditor(app, name, new URLSearchParams(query ?? ""));
    else if (place === "college") leave = await college(app, name);
    else leave = await lobby(app);
  } catch (error) {
    complain(error);
    fill(app, h("main", { class: "lost" },
      h("h1", {}, "This table is not here"),
      h("p", {}, error instanceof Error ? error.message : ""),
      h("a", { class: "button primary", href: "#/" }, "To the lobby")));
  }
}

/** Take the seat an invitation names, and sit down. @param {string} token */
async function take(token) {
  const lot = lots.draw();
  const seat = await api.join(token, lot?.pledge);
  if (lot) lots.keep(seat.match, seat.seat ?? seat.side, { number: lot.number, commitment: seat.commitment });
  location.replace(`#/match/${seat.match}?side=${encodeURIComponent(seat.side)}`);
}

applyTheme();
window.addEventListener("hashchange", show);
show();
