/** The painted picture under the map: as large as the screen needs it, and larger as one comes nearer. */

import { h } from "./dom.js";

/** Sharper than this many pixels a screen's own, no eye sees it under the drawing. */
const SHARP = 2;
/** The map comes near by itself, too; only who zooms in by hand gets more pixels than this across. */
const ENOUGH = 2400;

export class Ground {
  /** @param {import("./types.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    const { x, y, width, height } = picture;
    this.element = h("img", { alt: "", draggable: false, decoding: "async" });
    this.element.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
    /** How many pixels across it has, or will have when they are here. */
    this.pixels = 0;
  }

  /** See to it that the picture is sharp at a scale. @param {number} scale @param {boolean} byHand */
  show(scale, byHand) {
    const { url, width, widths } = this.picture;
    const needed = width * scale * Math.min(SHARP, devicePixelRatio);
    const finest = /** @type {number} */ (widths.findLast((one) => byHand || one <= ENOUGH) ?? widths[0]);
    const pixels = widths.find((one) => one >= needed && one <= finest) ?? finest;
    if (pixels <= this.pixels) return;
    this.pixels = pixels;
    const address = `${url}&width=${pixels}`;
    if (!this.element.src) {
      this.element.src = address;
      return;
    }
    // What is there stays until the sharper one can take its place.
    const sharper = new Image();
    sharper.src = address;
    sharper.decode().then(() => {
      if (this.pixels === pixels) this.element.src = address;
    }, () => {
      if (this.pixels === pixels) this.pixels = 0;
    });
  }
}
