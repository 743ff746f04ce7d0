/**
 * Looking at the map: pan by drag, zoom by wheel and pinch, glide to a place.
 *
 * The world is moved by a CSS transform. While it moves the browser shows the picture it has; when it
 * comes to rest the class `moving` goes and everything is drawn again, crisp at the new scale.
 */

const DRAG = 6;
const HOLD = 480;
const REST = 140;
/** How much of the table shows beyond the map's edge. */
const EDGE = 64;

/** @typedef {{x: number, y: number}} Point */

/**
 * Where not everything fits: the middle of the most points that do.
 *
 * @param {Point[]} points
 * @param {number} across half the width there is room for
 * @param {number} down
 * @returns {Point}
 */
function crowd(points, across, down) {
  /** @type {Point[]} */
  let most = [];
  for (const point of points) {
    const near = points.filter((p) => Math.abs(p.x - point.x) < across && Math.abs(p.y - point.y) < down);
    if (near.length > most.length) most = near;
  }
  const sum = most.reduce((all, p) => ({ x: all.x + p.x, y: all.y + p.y }), { x: 0, y: 0 });
  return { x: sum.x / most.length, y: sum.y / most.length };
}

export class Camera {
  /**
   * @param {HTMLElement} frame what shows the map
   * @param {HTMLElement} world what is moved
   * @param {number} width
   * @param {number} height
   * @param {{grab: (at: Point, event: PointerEvent) => boolean, carry: (at: Point) => void, drop: (at: Point | null) => void, tap: (at: Point, event: PointerEvent) => void, hold: (at: Point) => void,
   *   hover: (at: Point | null) => void, change: () => void, rest: () => void}} on
   */
  constructor(frame, world, width, height, on) {
    this.frame = frame;
    this.world = world;
    this.width = width;
    this.height = height;
    this.on = on;
    /** How much of the frame something covers from below. */
    this.covered = () => 0;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    /** @type {Map<number, Point>} */
    this.fingers = new Map();
    this.dragged = false;
    /** Whether something is carried, and the map lies still. */
    this.carrying = false;
    this.held = 0;
    this.resting = 0;
    this.gliding = 0;
    /** Kept between sizes of the window until the player has moved the map. */
    this.fitted = true;
    /** Whether somebody has zoomed in. */
    this.byHand = false;
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerup", (event) => this.up(event));
    frame.addEventListener("pointercancel", (event) => this.cancel(event));
    // A finger that is lifted leaves, too, but not what it has opened.
    frame.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.on.hover(null));
    frame.addEventListener("contextmenu", (event) => event.preventDefault());
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.watcher = new ResizeObserver(() => (this.fitted ? this.fit(false) : this.draw()));
    this.watcher.observe(frame);
  }

  get least() {
    const { clientWidth, clientHeight } = this.frame;
    return Math.min(clientWidth / this.width, clientHeight / this.height) * 0.8 || 0.1;
  }

  /** The map point under a point of the window. @param {Point} at @returns {Point} */
  toMap(at) {
    const box = this.frame.getBoundingClientRect();
    return { x: (at.x - box.left - this.x) / this.scale, y: (at.y - box.top - this.y) / this.scale };
  }

  /** Where in the frame a map point is shown. @param {Point} at @returns {Point} */
  toFrame(at) {
    return { x: at.x * this.scale + this.x, y: at.y * this.scale + this.y };
  }

  /** Show the whole map, as large as it goes. @param {boolean} [smooth] */
  fit(smooth = true) {
    const { clientWidth, clientHeight } = this.frame;
    if (!clientWidth || !clientHeight) return;
    const margin = 12;
    const scale = Math.min(
      (clientWidth - 2 * margin) / this.width,
      (clientHeight - 2 * margin) / this.height,
    );
    this.go((clientWidth - this.width * scale) / 2, (clientHeight - this.height * scale) / 2, scale, smooth);
    this.fitted = true;
  }

  /** What of the table is in sight. */
  sight() {
    const { clientWidth, clientHeight } = this.frame;
    const [left, top] = [-this.x / this.scale, -this.y / this.scale];
    return { left, top, right: left + clientWidth / this.scale, bottom: top + clientHeight / this.scale };
  }

  /** Show a part of the table, as large as it goes. @param {{x: number, y: number, width: number, height: number}} part */
  look(part) {
    const { clientWidth, clientHeight } = this.frame;
    const scale = Math.min((clientWidth - 24) / part.width, (clientHeight - 24) / part.height);
    this.go(clientWidth / 2 - (part.x + part.width / 2) * scale, clientHeight / 2 - (part.y + part.height / 2) * scale, scale, true);
    this.fitted = false;
  }

  /**
   * Bring map points into sight, with at least this scale; whether the map had to move.
   *
   * @param {Point[]} points
   * @param {number} [scale]
   */
  seek(points, scale = 0) {
    if (!points.length) return false;
    const { clientWidth } = this.frame;
    const clientHeight = this.frame.clientHeight - this.covered();
    const edge = Math.min(90, clientWidth / 5, clientHeight / 5);
    const shown = points.every((point) => {
      const { x, y } = this.toFrame(point);
      return x > edge && y > edge && x < clientWidth - edge && y < clientHeight - edge;
    });
    if (shown && this.scale >= scale) return false;
    const left = Math.min(...points.map((p) => p.x));
    const right = Math.max(...points.map((p) => p.x));
    const top = Math.min(...points.map((p) => p.y));
    const bottom = Math.max(...points.map((p) => p.y));
    const room = Math.min(
      (clientWidth - 2 * edge) / Math.max(1, right - left),
      (clientHeight - 2 * edge) / Math.max(1, bottom - top),
    );
    const wanted = Math.max(scale * 0.8, this.least, Math.min(Math.max(this.scale, scale), room));
    const { x, y } = wanted <= room
      ? { x: (left + right) / 2, y: (top + bottom) / 2 }
      : crowd(points, (clientWidth / 2 - edge) / wanted, (clientHeight / 2 - edge) / wanted);
    // The map's edge is not drawn further into the frame than it need be.
    const within = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ size) =>
      size < room ? (room - size) / 2 : Math.min(EDGE, Math.max(room - size - EDGE, at));
    this.go(
      within(clientWidth / 2 - x * wanted, clientWidth, this.width * wanted),
      within(clientHeight / 2 - y * wanted, clientHeight, this.height * wanted),
      wanted,
      true,
    );
    this.fitted = false;
    return true;
  }

  /** @param {number} factor @param {Point} [about] in the frame */
  zoom(factor, about, smooth = true) {
    const { clientWidth, clientHeight } = this.frame;
    const { x, y } = about ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const scale = Math.min(5, Math.max(this.least, this.scale * factor));
    const by = scale / this.scale;
    this.go(x - (x - this.x) * by, y - (y - this.y) * by, scale, smooth);
    this.fitted = false;
    this.byHand ||= factor > 1;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy, smooth = true) {
    this.go(this.x + dx, this.y + dy, this.scale, smooth);
    this.fitted = false;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   * @param {boolean} smooth
   */
  go(x, y, scale, smooth) {
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
    if (!smooth || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      Object.assign(this, { x, y, scale });
      this.draw();
      return;
    }
    // It moves from now on, however long the first picture takes.
    clearTimeout(this.resting);
    this.world.classList.add("moving");
    const from = { x: this.x, y: this.y, scale: this.scale };
    const start = performance.now();
    const glide = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - start) / 320);
      const e = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * e;
      this.y = from.y + (y - from.y) * e;
      this.scale = from.scale + (scale - from.scale) * e;
      this.gliding = t < 1 ? requestAnimationFrame(glide) : 0;
      this.draw();
    };
    this.gliding = requestAnimationFrame(glide);
  }

  draw() {
    // Some of the map always stays in sight.
    const { clientWidth, clientHeight } = this.frame;
    const w = this.width * this.scale;
    const t = this.height * this.scale;
    this.x = Math.min(clientWidth * 0.6, Math.max(clientWidth * 0.4 - w, this.x));
    this.y = Math.min(clientHeight * 0.6, Math.max(clientHeight * 0.4 - t, this.y));
    this.world.classList.add("moving");
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    clearTimeout(this.resting);
    if (!this.gliding) this.resting = window.setTimeout(() => this.rest(), REST);
    this.on.change();
  }

  /** The map has come to rest. */
  rest() {
    this.world.classList.remove("moving");
    this.on.rest();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.target instanceof Element && event.target.closest("button, .popover")) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) {
      this.dragged = true;
      clearTimeout(this.held);
      // A second finger moves the map, and what the first one carried is put back.
      if (this.carrying) this.on.drop(null);
      this.carrying = false;
      return;
    }
    this.dragged = false;
    this.start = { x: event.clientX, y: event.clientY };
    const at = this.start;
    clearTimeout(this.held);
    if (event.pointerType !== "mouse") {
      this.held = window.setTimeout(() => {
        this.dragged = true;
        this.on.hold(at);
      }, HOLD);
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    const now = { x: event.clientX, y: event.clientY };
    if (!before) {
      if (event.pointerType === "mouse") this.on.hover(now);
      return;
    }
    if (this.fingers.size === 1) {
      if (!this.dragged && this.start && Math.hypot(now.x - this.start.x, now.y - this.start.y) < DRAG) return;
      if (!this.dragged) {
        clearTimeout(this.held);
        this.dragged = true;
        this.frame.setPointerCapture(event.pointerId);
        this.frame.classList.add("dragging");
        this.carrying = this.start !== undefined && this.on.grab(this.start, event);
        this.on.hover(null);
      }
      if (this.carrying) {
        this.on.carry(now);
        return;
      }
      this.pan(now.x - before.x, now.y - before.y, false);
    } else {
      const others = [...this.fingers].filter(([id]) => id !== event.pointerId);
      const other = others[0][1];
      const box = this.frame.getBoundingClientRect();
      const spread = Math.hypot(now.x - other.x, now.y - other.y) /
        Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.pan((now.x - before.x) / 2, (now.y - before.y) / 2, false);
      this.zoom(spread, { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top }, false);
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {PointerEvent} event */
  up(event) {
    clearTimeout(this.held);
    const known = this.fingers.delete(event.pointerId);
    this.frame.classList.remove("dragging");
    if (known && this.carrying) {
      this.carrying = false;
      this.on.drop({ x: event.clientX, y: event.clientY });
      return;
    }
    if (known && !this.dragged && !this.fingers.size) this.on.tap({ x: event.clientX, y: event.clientY }, event);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    clearTimeout(this.held);
    this.fingers.delete(event.pointerId);
    this.frame.classList.remove("dragging");
    if (this.carrying) this.on.drop(null);
    this.carrying = false;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.zoom(
      Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0022),
      { x: event.clientX - box.left, y: event.clientY - box.top },
      false,
    );
  }

  stop() {
    this.watcher.disconnect();
    cancelAnimationFrame(this.gliding);
    clearTimeout(this.held);
    clearTimeout(this.resting);
  }
}
