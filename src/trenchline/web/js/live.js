/** The line to the server that tells when something has changed, and mends itself. */

import { liveUrl } from "./api.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
/** How often to look while the line is down. */
const LOOK_EVERY = 4000;

/** @typedef {"open" | "connecting" | "closed"} Condition */
/** @typedef {{version: number, revision?: number, who: string, request: unknown, thinking?: boolean,
 *   ready?: boolean, presence?: string[], sketch?: {by: string, marks: string[]}}} News */

export class Live {
  /**
   * @param {string} id
   * @param {string | null} side
   * @param {(news: News | null) => void} heard called with news, or null when it is time to look
   * @param {(condition: Condition) => void} changed
   */
  constructor(id, side, heard, changed) {
    this.url = liveUrl(id, side);
    this.heard = heard;
    this.changed = changed;
    this.wait = FIRST_WAIT;
    this.stopped = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.lookout = window.setInterval(() => {
      if (this.socket?.readyState !== WebSocket.OPEN && !document.hidden) this.heard(null);
    }, LOOK_EVERY);
    this.wake = () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.connect();
    };
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.connect();
  }

  connect() {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.socket?.close();
    this.changed("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      const mended = this.wait > FIRST_WAIT;
      this.wait = FIRST_WAIT;
      this.changed("open");
      if (mended) this.heard(null);
    });
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.stopped || this.socket !== socket) return;
      this.changed("closed");
      this.timer = window.setTimeout(() => this.connect(), this.wait * (0.8 + Math.random() * 0.4));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  /** Say something to the server, if the line is open. @param {unknown} message */
  say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.lookout);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    this.socket?.close();
  }
}
