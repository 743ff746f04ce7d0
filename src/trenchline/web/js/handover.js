/** Passing the screen on: a cover, so that nobody sees what the other side may know. */

import { h } from "./dom.js";
import { keep, settings } from "./settings.js";

/**
 * Cover the table until the next player says that it is his.
 *
 * @param {HTMLElement} screen
 * @param {string} id
 * @param {string} side
 * @param {string} prompt
 * @returns {Promise<void>}
 */
export function cover(screen, id, side, prompt) {
  return new Promise((resolve) => {
    const both = h("input", { type: "checkbox" });
    const go = () => {
      if (both.checked) keep({ handOver: { ...settings().handOver, [id]: true } });
      sheet.remove();
      screen.inert = false;
      resolve();
    };
    const button = h("button", { class: "primary large", onclick: go }, `I play ${side}`);
    const sheet = h("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": `Hand over to ${side}` },
      h("div", { class: "cover-card" },
        h("p", { class: "kicker" }, "Pass the screen on"),
        h("h1", {}, side),
        h("p", {}, prompt.replace(/\s*\[[^\]]*\]/g, "")),
        button,
        h("label", {}, both, " Both may look: do not cover this match again")));
    screen.inert = true;
    document.body.append(sheet);
    button.focus();
  });
}
