/**
 * SHA-256 (FIPS 180-4) of a short text. The browser's own is there only behind TLS and on this computer, and people
 * play in the house on plain addresses too.
 */

const primes = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((m) => m > 1 && n % m === 0));
/** The first 32 bits of what stands behind the point. @param {number} x */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const ROUNDS = primes.slice(0, 64).map((p) => fraction(Math.cbrt(p)));

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** The hash of a text, in hexadecimal. @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...START];
  for (let block = 0; block < padded.length; block += 64) {
    const words = Array.from({ length: 16 }, (_, n) => view.getInt32(block + 4 * n));
    let [a, b, c, d, e, f, g, last] = hash;
    for (let n = 0; n < 64; n++) {
      if (n > 15) {
        const [x, y] = [words[n - 15], words[n - 2]];
        const near = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
        const far = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
        words[n] = (words[n - 16] + near + words[n - 7] + far) | 0;
      }
      const mixed = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n] + words[n]) | 0;
      const most = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + mixed) | 0, c, b, a, (mixed + most) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((value, n) => {
      hash[n] = (hash[n] + value) | 0;
    });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
