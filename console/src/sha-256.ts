/** SHA-256 (FIPS 180-4), for where the browser keeps its own to https: on plain http inside a network. */

/** The first bits after the point of a root of each of the first primes. */
const rootBits = (count: number, root: number): Uint32Array => {
  const bits = new Uint32Array(count);
  for (let found = 0, n = 2; found < count; n += 1) {
    let divisor = 2;
    while (n % divisor !== 0) divisor += 1;
    if (divisor < n) continue;
    bits[found] = (n ** (1 / root) % 1) * 2 ** 32;
    found += 1;
  }
  return bits;
};

type Eight = [number, number, number, number, number, number, number, number];

const BLOCK = 64;
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The message, a bit that ends it, and its length in bits. */
const padded = (message: Uint8Array): DataView => {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
};

/** Its words as 32-bit numbers, stretched to one for each round. */
const scheduleOf = (view: DataView, at: number): Uint32Array => {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [before, last] = [words[i - 15]!, words[i - 2]!];
    const small = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
    const large = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words[i] = words[i - 16]! + small + words[i - 7]! + large;
  }
  return words;
};

export const sha256 = (message: Uint8Array): Uint8Array<ArrayBuffer> => {
  const constants = rootBits(64, 3);
  const state = rootBits(8, 2);
  const view = padded(message);
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    const words = scheduleOf(view, at);
    let round = state.slice();
    for (let i = 0; i < 64; i += 1) {
      const [a, b, c, d, e, f, g, h] = round as unknown as Eight;
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + constants[i]! + words[i]!;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
      round = Uint32Array.of(first + second, a, b, c, d + first, e, f, g);
    }
    for (const [i, word] of round.entries()) state[i] = state[i]! + word;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [i, word] of state.entries()) digest.setUint32(i * 4, word);
  return new Uint8Array(digest.buffer);
};
