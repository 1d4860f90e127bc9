/** Whether a picture lost detail to too much or too little light, judged by its pixels alone. */
import type { Pixels } from './pixels.ts';

const CLIPPED = 250;
/** The vehicle is in the middle of the frame, so the middle counts most: a Gaussian of this share of a side. */
const CENTRE_SPREAD = 0.3;
/** Sky and white walls above the vehicle may burn out: only this share of them counts, in the upper half. */
const SKY_COUNTS = 0.25;
const SKY_COLUMNS = 48;
/** Share of burnt-out picture and level of brightness at which the scores are 0.5. */
const CLIPPED_AT_HALF = 0.2;
const BRIGHTNESS_AT_HALF = 75;

function centreWeights(length: number) {
  const weights = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const distance = (i + 0.5) / length - 0.5;
    weights[i] = Math.exp((-distance * distance) / (2 * CENTRE_SPREAD * CENTRE_SPREAD));
  }
  return weights;
}

/** The level below which the given share of the histogram lies. */
function percentile(histogram: Float64Array, total: number, share: number) {
  let sum = 0;
  for (let level = 0; level < 256; level++) {
    sum += histogram[level]!;
    if (sum >= share * total) return level;
  }
  return 255;
}

export function measureExposure({ data, width, height, channels }: Pixels) {
  const across = centreWeights(width);
  const down = centreWeights(height);
  const colour = channels === 3 ? 1 : 0;
  const columns = Math.min(SKY_COLUMNS, width);
  const brightness = new Float64Array(256);
  const rowClipped = new Float64Array(columns);
  const rowWeight = new Float64Array(columns);
  const stillSky = new Uint8Array(columns).fill(1);
  let clipped = 0;
  let total = 0;
  for (let y = 0, at = 0; y < height; y++) {
    rowClipped.fill(0);
    rowWeight.fill(0);
    for (let x = 0; x < width; x++, at += channels) {
      const red = data[at]!;
      const green = data[at + colour]!;
      const blue = data[at + 2 * colour]!;
      const weight = across[x]! * down[y]!;
      const column = Math.floor((x * columns) / width);
      // The strongest channel, not luma: a saturated red car is not a dark one.
      brightness[Math.max(red, green, blue)]! += weight;
      rowWeight[column]! += weight;
      if (red >= CLIPPED && green >= CLIPPED && blue >= CLIPPED) rowClipped[column]! += weight;
    }
    for (let column = 0; column < columns; column++) {
      const share = rowClipped[column]! / rowWeight[column]!;
      if (share < 0.5 || y >= height / 2) stillSky[column] = 0;
      clipped += stillSky[column] ? rowClipped[column]! * SKY_COUNTS : rowClipped[column]!;
      total += rowWeight[column]!;
    }
  }
  let mean = 0;
  for (let level = 0; level < 256; level++) mean += (brightness[level]! / total) * level;
  // The upper percentiles keep a black car with lit edges apart from a night without light.
  const upper = percentile(brightness, total, 0.75) + percentile(brightness, total, 0.9);
  const level = (mean + upper) / 3;
  return {
    overexposure: 1 / (1 + (clipped / total / CLIPPED_AT_HALF) ** 2),
    underexposure: 1 / (1 + (BRIGHTNESS_AT_HALF / Math.max(level, 1)) ** 4),
  };
}
