/** Making elements: `h` for HTML, `s` for SVG. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element with properties, `data-` and `aria-` attributes, listeners and children.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && !name.includes("-")) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element with attributes and children.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | undefined>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  add(element, children);
  return element;
}

/** @param {Element} parent @param {(Child | Child[])[]} children */
function add(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** Replace what an element holds. @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
}

/** The names of icons and the paths that draw them, in a box of 24. @type {Record<string, string>} */
const ICONS = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  layers: "M12 3l9 5-9 5-9-5zM3 12.500l9 5 9-5M3 17l9 5 9-5",
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-4",
  turn: "M5 6h.01M5 12h.01M5 18h.01M9 6h11M9 12h11M9 18h7",
  plan: "M4 18c3-9 8 1 11-9M12 8l4-3 3 4M4 18h.01M19 15v6M16 18h6",
  up: "M12 19V6M6 12l6-6 6 6",
  lower: "M12 5v13M6 12l6 6 6-6",
  edit: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  pen: "M4 20c2-6 4-1 6-4s-3-5 1-9 6 1 4 4-5 6-2 7 5-2 7-2",
  again: "M4 7h11M4 12h11M4 17h7M17 14l4 3-4 3z",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h4",
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M15 5l-9 7 9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  forward: "M9 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .600-1.500 1.200-1.500 2.400M12 17.500v.500",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  log: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h4",
  state: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  chart: "M4 5h16v14H4zM4 10h16M10 5v14M15 5v14",
  rules: "M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM17 7h2v13h-2",
  battle: "M5 5l12 12M19 5L7 17M4 16l4 4M16 20l4-4",
  aim: "M12 6a6 6 0 1 0 .010 0zM12 3v6M12 15v6M3 12h6M15 12h6",
  down: "M12 4v12M7 11l5 5 5-5M5 20h14",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  next: "M5 12h13M13 6l6 6-6 6",
  skip: "M4 5l7 7-7 7zM13 5l7 7-7 7z",
  replay: "M12 6V2L7 7l5 5V8a6 6 0 1 1-6 6",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  dice: "M5 5h14v14H5zM9 9h.01M15 15h.01M12 12h.01",
};

/** A line icon. @param {string} name @returns {SVGSVGElement} */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: ICONS[name] ?? "" }),
  );
}

/** A die that shows a number. @param {number} value @returns {SVGSVGElement} */
export function die(value) {
  const at = { 1: "c", 2: "ai", 3: "aci", 4: "abhi", 5: "abchi", 6: "abdfhi" }[value];
  /** @type {Record<string, [number, number]>} */
  const pips = {
    a: [6, 6], b: [18, 6], d: [6, 12], c: [12, 12], f: [18, 12], h: [6, 18], i: [18, 18],
  };
  return s(
    "svg",
    { class: "die", viewBox: "0 0 24 24", role: "img", "aria-label": `die ${value}` },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    at
      ? [...at].map((pip) => s("circle", { cx: pips[pip][0], cy: pips[pip][1], r: 2.3 }))
      : s("text", { x: 12, y: 17, "text-anchor": "middle" }, value),
  );
}
