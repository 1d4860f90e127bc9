/**
 * Bilinear enlargement as the models' training had it: centers of pixels map to centers of pixels. The image library's
 * own enlargement is half a pixel off, which moves boxes and changes scores.
 */
import type { Pixels } from './pixels.ts';

/** Whole numbers: shares are so many parts of one. */
const BITS = 16;
const ONE = 2 ** BITS;
const HALF = ONE / 2;

export function enlarged(pixels: Pixels, width: number, height: number): Pixels {
  const { data, channels } = pixels;
  const columns = weightsAlong(pixels.width, width, channels);
  const rows = weightsAlong(pixels.height, height, 1);
  const stride = width * channels;
  const across = new Uint8Array(stride * pixels.height);
  for (let y = 0, to = 0; y < pixels.height; y++) {
    const row = y * pixels.width * channels;
    for (let i = 0; i < stride; i++, to++) {
      const before = data[row + columns.before[i]!]!;
      const after = data[row + columns.after[i]!]!;
      across[to] = (ONE * before + columns.shares[i]! * (after - before) + HALF) >> BITS;
    }
  }
  const result = new Uint8Array(stride * height);
  for (let y = 0, to = 0; y < height; y++) {
    const share = rows.shares[y]!;
    let from = rows.before[y]! * stride;
    let next = rows.after[y]! * stride;
    for (const end = to + stride; to < end; to++, from++, next++) {
      const before = across[from]!;
      result[to] = (ONE * before + share * (across[next]! - before) + HALF) >> BITS;
    }
  }
  return { data: result, width, height, channels };
}

/** For each new sample: the old one before its center, the one after it, and the share of the latter. */
function weightsAlong(old: number, count: number, channels: number) {
  const before = new Int32Array(count * channels);
  const after = new Int32Array(count * channels);
  const shares = new Int32Array(count * channels);
  for (let i = 0, at = 0; i < count; i++) {
    const place = Math.min(old - 1, Math.max(0, ((i + 0.5) * old) / count - 0.5));
    const cell = Math.floor(place);
    for (let c = 0; c < channels; c++, at++) {
      before[at] = cell * channels + c;
      after[at] = Math.min(old - 1, cell + 1) * channels + c;
      shares[at] = Math.round((place - cell) * ONE);
    }
  }
  return { before, after, shares };
}
