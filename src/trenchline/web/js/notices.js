/** Short notices at the edge of the screen, and dialogs that ask. */

import { fill, h, icon } from "./dom.js";

/** @typedef {"info" | "error" | "refusal"} Tone */

/**
 * Show a notice for a while.
 *
 * @param {string} text
 * @param {Tone} [tone]
 */
export function toast(text, tone = "info") {
  const area = document.getElementById("toasts");
  if (!area) return;
  const note = h(
    "div",
    { class: `toast ${tone}`, role: tone === "error" ? "alert" : "status" },
    h("span", {}, text),
    h("button", { class: "plain", "aria-label": "Close", onclick: () => note.remove() }, icon("close")),
  );
  area.append(note);
  while (area.children.length > 3) area.firstElementChild?.remove();
  setTimeout(() => note.remove(), tone === "error" ? 9000 : 4500);
}

/** Tell what went wrong. @param {unknown} error */
export function complain(error) {
  toast(error instanceof Error ? error.message : String(error), "error");
}

/**
 * A dialog; the promise gives the value of the button that was pressed, or "" when it was closed.
 *
 * @param {string} title
 * @param {import("./dom.js").Child[]} body
 * @param {{value: string, label: string, primary?: boolean}[]} buttons
 * @param {string} [kind]
 * @param {AbortSignal} [closing] closes it when it is no longer of use
 * @returns {Promise<string>}
 */
export function dialog(title, body, buttons, kind = "", closing = undefined) {
  return new Promise((resolve) => {
    const box = h("dialog", { class: `dialog ${kind}`, "aria-label": title });
    fill(
      box,
      h(
        "form",
        { method: "dialog" },
        h("header", {}, h("h2", {}, title),
          h("button", { class: "plain", type: "button", "aria-label": "Close", onclick: () => box.close("") }, icon("close"))),
        h("div", { class: "dialog-body" }, body),
        h("footer", {}, buttons.map((button) =>
          h("button", { value: button.value, class: button.primary ? "primary" : "", autofocus: button.primary },
            button.label))),
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    box.addEventListener("click", (event) => {
      if (event.target === box) box.close("");
    });
    closing?.addEventListener("abort", () => box.close(""));
    document.body.append(box);
    box.showModal();
  });
}
