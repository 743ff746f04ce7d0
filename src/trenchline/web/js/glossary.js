/** The words of a game explain themselves: under the pointer, at a tap, or when the keyboard comes to them. */

import { fill, h } from "./dom.js";
import { caseChip } from "./words.js";

/** @typedef {import("./types.js").Term} Term */
/** @typedef {import("./dom.js").Child} Child */
/** Words as nodes; a term is marked where it stands first in its line. @typedef {(words: string) => Child[]} Explained */

/** How long the pointer rests on a word before it is explained, and how long one has to follow the explanation. */
const PATIENCE = 300;
const GAP = 6;
/** Where no words are marked: what can be pressed has a meaning of its own. */
const PRESSED = "a, button, summary, select, label";

export class Glossary {
  /** @param {Term[]} terms @param {(name: string) => void} open opens the rulebook at a case */
  constructor(terms, open) {
    this.open = open;
    /** @type {Map<string, Term>} */
    this.byForm = new Map(terms.flatMap((term) => term.forms.map((form) => /** @type {[string, Term]} */ ([form, term]))));
    const forms = [...this.byForm.keys()].sort((a, b) => b.length - a.length);
    this.pattern = forms.length ? new RegExp(`(?<![\\p{L}\\d])(${forms.map(spelled).join("|")})s?(?![\\p{L}\\d])`, "gu") : null;
    this.card = h("div", { class: "explanation popover", id: "explanation", role: "tooltip", hidden: true });
    /** @type {HTMLElement | null} the word that is explained */
    this.word = null;
    this.timer = 0;
  }

  /** What marks the terms of one line, each once. @returns {Explained} */
  line() {
    /** @type {Set<Term>} */
    const seen = new Set();
    return (words) => this.parts(words, seen);
  }

  /** @param {string} words @param {Set<Term>} seen @returns {Child[]} */
  parts(words, seen) {
    if (!this.pattern) return [words];
    /** @type {Child[]} */
    const parts = [];
    let from = 0;
    for (const found of words.matchAll(this.pattern)) {
      const term = this.term(found[1]);
      if (!term || seen.has(term)) continue;
      seen.add(term);
      parts.push(words.slice(from, found.index), marked(found[0], term));
      from = found.index + found[0].length;
    }
    parts.push(words.slice(from));
    return parts;
  }

  /** @param {string} form */
  term(form) {
    return this.byForm.get(form) ?? this.byForm.get(form[0].toLowerCase() + form.slice(1));
  }

  /** Mark the terms in something that stands already, each once. @template {Element} T @param {T} element @returns {T} */
  mark(element) {
    const explained = this.line();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    for (const text of texts) {
      if (text.parentElement?.closest(PRESSED)) continue;
      const parts = explained(text.data);
      if (parts.length > 1) text.replaceWith(...parts.filter((part) => part !== "").map((part) => /** @type {Node | string} */ (part)));
    }
    return element;
  }

  /** Explain words of the page from now on; the answer is what to call when it is left. */
  listen() {
    const leaving = new AbortController();
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
      document.addEventListener(name, act, { signal: leaving.signal, capture: true });
    on("pointerover", (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.hover(event.target));
    on("focusin", (event) => {
      const word = wordAt(event.target);
      if (word?.matches(":focus-visible")) this.show(word);
      else if (!word && this.word && !this.card.contains(event.target)) this.hide();
    });
    on("click", (/** @type {PointerEvent} */ event) => this.click(event));
    on("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    on("scroll", () => this.word && this.place(this.word));
    return () => {
      leaving.abort();
      this.hide();
    };
  }

  /** @param {EventTarget | null} target */
  hover(target) {
    const word = wordAt(target);
    if (word === this.word && word) clearTimeout(this.timer);
    else if (target instanceof Node && this.card.contains(target)) clearTimeout(this.timer);
    else if (word || this.word) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => (word ? this.show(word) : this.hide()), PATIENCE);
    } else clearTimeout(this.timer);
  }

  /** A tap explains; a click with the mouse, which has explained already, opens the rule. @param {PointerEvent} event */
  click(event) {
    const word = wordAt(event.target);
    if (!word) {
      if (this.word && !this.card.contains(/** @type {Node} */ (event.target))) this.hide();
      return;
    }
    event.stopPropagation();
    event.preventDefault();
    if (event.pointerType === "mouse" && this.word === word) this.follow(word);
    else if (this.word === word) this.hide();
    else this.show(word);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" && this.word) {
      event.stopPropagation();
      event.preventDefault();
      this.hide();
    } else if (event.key === "Enter" && wordAt(event.target)) {
      event.stopPropagation();
      this.follow(/** @type {HTMLElement} */ (wordAt(event.target)));
    }
  }

  /** Open the rule that tells more. @param {HTMLElement} word */
  follow(word) {
    const term = this.term(word.dataset.term ?? "");
    this.hide();
    if (term) this.open(term.case);
  }

  /** @param {HTMLElement} word */
  show(word) {
    const term = this.term(word.dataset.term ?? "");
    if (!term || !word.isConnected) return;
    clearTimeout(this.timer);
    this.hide();
    this.word = word;
    word.setAttribute("aria-describedby", this.card.id);
    fill(this.card, h("b", {}, term.term), " ", term.says, " ", caseChip(term.case, () => this.follow(word)));
    // Nothing outside a dialog can be seen above it.
    (word.closest("dialog") ?? document.body).append(this.card);
    this.card.hidden = false;
    this.place(word);
  }

  /** Put the explanation above its word, or below it. @param {HTMLElement} word */
  place(word) {
    const at = word.getClientRects()[0] ?? word.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const above = at.top - height - GAP;
    const left = Math.max(GAP, Math.min(at.left, window.innerWidth - width - GAP));
    const top = above > GAP ? above : Math.min(at.bottom + GAP, window.innerHeight - height - GAP);
    this.card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  hide() {
    clearTimeout(this.timer);
    this.word?.removeAttribute("aria-describedby");
    this.word = null;
    this.card.hidden = true;
    this.card.remove();
  }
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function wordAt(target) {
  return target instanceof Element ? target.closest(".term") : null;
}

/** @param {string} words @param {Term} term */
function marked(words, term) {
  return h("span", { class: "term", role: "button", tabindex: 0, "data-term": term.term }, words);
}

/** A form as it is looked for: with a capital too if it has none. @param {string} form */
function spelled(form) {
  const plain = form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return form === form.toLowerCase() ? `[${form[0]}${form[0].toUpperCase()}]${plain.slice(1)}` : plain;
}
