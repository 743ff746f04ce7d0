/** Who one is, where the server asks: sign in, register, sign out. */

import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { dialog } from "./notices.js";

/** The corner of the masthead that says who one is. @param {() => void} changed */
export async function accountCorner(changed) {
  const corner = h("div", { class: "account" });
  const draw = (/** @type {api.Me} */ me) => {
    if (me.local) return;
    if (me.kind === "account") {
      fill(corner, h("span", {}, me.name), h("button", { class: "ghost", onclick: async () => {
        await api.signOut();
        draw(await api.me());
        changed();
      } }, "Sign out"));
    } else {
      fill(corner, h("button", { class: "ghost", onclick: async () => {
        if (await signIn()) {
          draw(await api.me());
          changed();
        }
      } }, "Sign in"));
    }
  };
  draw(await api.me());
  return corner;
}

/** Ask for a name and a password until they are right, or nobody wants to. @returns {Promise<boolean>} */
export async function signIn(problem = "", name = "") {
  const who = h("input", { type: "text", name: "name", autocomplete: "username", required: true, minLength: 2, value: name });
  const secret = h("input", { type: "password", name: "password", autocomplete: "current-password", required: true, minLength: 8 });
  const answer = await dialog("Sign in", [
    problem ? h("p", { class: "problem", role: "alert" }, problem) : h("p", { class: "small" }, "A new name needs a password of at least eight characters."),
    h("label", { class: "field" }, "Name", who),
    h("label", { class: "field" }, "Password", secret),
  ], [{ value: "register", label: "Register" }, { value: "sign-in", label: "Sign in", primary: true }]);
  if (!answer) return false;
  try {
    await (answer === "register" ? api.register : api.signIn)(who.value, secret.value);
    return true;
  } catch (error) {
    return signIn(error instanceof Error ? error.message : "", who.value);
  }
}
