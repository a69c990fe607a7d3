// SHA-256, HMAC and the calculations of fair dice (docs/protocol.md). crypto.subtle cannot be used because it is
// missing on pages served over plain HTTP, as in a home network. All text is lower-case hexadecimal.

// SHA-256 takes ROUND_CONSTANTS from the cube roots of the first 64 primes, INITIAL_HASH from the square roots of the
// first 8.
const ROUND_CONSTANTS = new Uint32Array(64);
const INITIAL_HASH = new Uint32Array(8);
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (found < 8) INITIAL_HASH[found] = fraction(Math.sqrt(n));
  ROUND_CONSTANTS[found++] = fraction(Math.cbrt(n));
}

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

const rotateRight = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function hashBlock(hash: Uint32Array, block: DataView, at: number, w: Uint32Array): void {
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15];
    const b = w[i - 2];
    w[i] =
      w[i - 16] +
      (rotateRight(a, 7) ^ rotateRight(a, 18) ^ (a >>> 3)) +
      w[i - 7] +
      (rotateRight(b, 17) ^ rotateRight(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const one =
      (h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        ((e & f) ^ (~e & g)) +
        ROUND_CONSTANTS[i] +
        w[i]) |
      0;
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((x, i) => (hash[i] += x));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  const hash = INITIAL_HASH.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < whole.length; at += 64) hashBlock(hash, view, at, w);
  const out = new Uint8Array(32);
  hash.forEach((x, i) => new DataView(out.buffer).setUint32(4 * i, x));
  return out;
}

export function hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const short = new Uint8Array(64);
  short.set(key.length > 64 ? sha256(key) : key);
  return sha256(
    concatBytes(
      short.map((b) => b ^ 0x5c),
      sha256(
        concatBytes(
          short.map((b) => b ^ 0x36),
          bytes,
        ),
      ),
    ),
  );
}

function concatBytes(...parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

export const toHex = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
export const isHex = (text: unknown, bytes: number): text is string =>
  typeof text === 'string' && text.length === 2 * bytes && /^[0-9a-f]*$/.test(text);
export const bytes = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
// for ASCII text only
const asciiBytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

// A party's commitment to its share. Party 0 is the server, 1 and up are seats.
export const commitment = (tag: string, party: number, share: string): string =>
  toHex(sha256(concatBytes(asciiBytes('skerry dice 1 commit\n'), bytes(tag), Uint8Array.of(party), bytes(share))));

// The match's key, made from all shares that were revealed.
export function jointKey(tag: string, opened: { seat: number; share: string }[]): string {
  const shares = [...opened]
    .sort((a, b) => a.seat - b.seat)
    .map((p) => concatBytes(Uint8Array.of(p.seat), bytes(p.share)));
  return toHex(sha256(concatBytes(asciiBytes('skerry dice 1 key\n'), bytes(tag), ...shares)));
}

// Outcome of the match's chance node n, below a bound of at most 2^32.
export function draw(key: string, n: number, bound: number): number {
  const text = new Uint8Array(8);
  const view = new DataView(text.buffer);
  const last = 2n ** 64n - (2n ** 64n % BigInt(bound));
  view.setUint32(0, n, true);
  for (let attempt = 0; ; attempt++) {
    view.setUint32(4, attempt, true);
    const word = new DataView(
      hmac(bytes(key), concatBytes(asciiBytes('skerry dice 1 draw\n'), text)).buffer,
    ).getBigUint64(0, true);
    if (word < last) return Number(word % BigInt(bound));
  }
}
