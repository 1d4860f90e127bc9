/** A small decoded picture and the filters that the measures of it share. Plain loops, no garbage per pixel. */
export type Pixels = { data: Uint8Array; width: number; height: number; channels: number };

/** The first channel alone when there are not three. */
export function lumaOf({ data, width, height, channels }: Pixels) {
  const luma = new Uint8Array(width * height);
  const color = channels === 3 ? 1 : 0;
  for (let i = 0, at = 0; i < luma.length; i++, at += channels) {
    luma[i] = (54 * data[at]! + 183 * data[at + color]! + 19 * data[at + 2 * color]!) >> 8;
  }
  return luma;
}

/** Rounding in a codec makes so much of one color. */
const ONE_COLOR = 3;

/** One color all over, as no camera sees anything: an empty file, a cover before the lens. */
export function isBlank({ data, channels }: Pixels): boolean {
  const lowest = Array.from({ length: channels }, () => 255);
  const highest = Array.from({ length: channels }, () => 0);
  for (let at = 0; at < data.length; at++) {
    const channel = at % channels;
    const value = data[at]!;
    if (value < lowest[channel]!) lowest[channel] = value;
    if (value > highest[channel]!) highest[channel] = value;
    if (highest[channel]! - lowest[channel]! > ONE_COLOR) return false;
  }
  return true;
}

/** A 3 × 3 binomial filter: takes the pixel noise that gradients would otherwise be full of. */
export function softened(source: Uint8Array, width: number, height: number) {
  const across = new Float32Array(source.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const left = x > 0 ? source[at - 1]! : source[at]!;
      const right = x < width - 1 ? source[at + 1]! : source[at]!;
      across[at] = (left + 2 * source[at]! + right) / 4;
    }
  }
  const result = new Float32Array(source.length);
  for (let y = 0, at = 0; y < height; y++) {
    const up = y > 0 ? -width : 0;
    const down = y < height - 1 ? width : 0;
    for (let x = 0; x < width; x++, at++) {
      result[at] = (across[at + up]! + 2 * across[at]! + across[at + down]!) / 4;
    }
  }
  return result;
}

/** Two box filters each way: close to a Gaussian, at a cost that does not depend on the radius. */
export function smoothed(source: Uint8Array, width: number, height: number, radius: number) {
  const first = new Float32Array(source.length);
  const second = new Float32Array(source.length);
  boxAcross(source, first, width, height, radius);
  boxAcross(first, second, width, height, radius);
  boxDown(second, first, width, height, radius);
  boxDown(first, second, width, height, radius);
  return second;
}

type Plane = Uint8Array | Float32Array;

function boxAcross(source: Plane, target: Float32Array, width: number, height: number, radius: number) {
  const size = 2 * radius + 1;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let i = -radius; i <= radius; i++) sum += source[row + Math.min(width - 1, Math.max(0, i))]!;
    for (let x = 0; x < width; x++) {
      target[row + x] = sum / size;
      sum += source[row + Math.min(width - 1, x + radius + 1)]! - source[row + Math.max(0, x - radius)]!;
    }
  }
}

/** Row by row with one running sum per column, because walking down columns misses the cache. */
function boxDown(source: Plane, target: Float32Array, width: number, height: number, radius: number) {
  const size = 2 * radius + 1;
  const sums = new Float64Array(width);
  for (let i = -radius; i <= radius; i++) {
    const row = Math.min(height - 1, Math.max(0, i)) * width;
    for (let x = 0; x < width; x++) sums[x]! += source[row + x]!;
  }
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const entering = Math.min(height - 1, y + radius + 1) * width;
    const leaving = Math.max(0, y - radius) * width;
    for (let x = 0; x < width; x++) {
      target[row + x] = sums[x]! / size;
      sums[x]! += source[entering + x]! - source[leaving + x]!;
    }
  }
}
