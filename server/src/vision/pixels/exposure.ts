/** Whether a picture lost detail to too much or too little light. */
import type { Pixels } from './pixels.ts';
import {
  BRIGHTNESS_AT_HALF,
  CLIPPED,
  CLIPPED_AT_HALF,
  EXPOSURE_SPREAD,
  LEAST_FRAME,
  MARGIN_IS_WHITE,
  SKY_COLUMNS,
  SKY_COUNTS,
  UPPER_SHARES,
} from './tuning.ts';

type Frame = { left: number; top: number; width: number; height: number };

function burntOut({ data, width, height, channels }: Pixels) {
  const color = channels === 3 ? 1 : 0;
  const clipped = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < clipped.length; i++, at += channels) {
    const white = data[at]! >= CLIPPED && data[at + color]! >= CLIPPED && data[at + 2 * color]! >= CLIPPED;
    clipped[i] = white ? 1 : 0;
  }
  return clipped;
}

/** A photo pasted on a white page is the photo: the margins go, unless that leaves next to nothing. */
function withoutMargins(clipped: Uint8Array, width: number, height: number): Frame {
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      rows[y]! += clipped[at]!;
      columns[x]! += clipped[at]!;
    }
  }
  const [top, bottom] = insideOf(rows, MARGIN_IS_WHITE * width);
  const [left, right] = insideOf(columns, MARGIN_IS_WHITE * height);
  const frame = { left, top, width: right - left, height: bottom - top };
  return frame.width * frame.height < LEAST_FRAME * width * height
    ? { left: 0, top: 0, width, height }
    : frame;
}

function insideOf(counts: Uint32Array, margin: number): [number, number] {
  let from = 0;
  let to = counts.length;
  while (from < to && counts[from]! >= margin) from++;
  while (to > from && counts[to - 1]! >= margin) to--;
  return [from, to];
}

function centerWeights(length: number) {
  const weights = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const distance = (i + 0.5) / length - 0.5;
    weights[i] = Math.exp((-distance * distance) / (2 * EXPOSURE_SPREAD * EXPOSURE_SPREAD));
  }
  return weights;
}

/** The share of the frame that is burnt out, with less for what lies above the vehicle. */
function clippedShare(clipped: Uint8Array, pictureWidth: number, { left, top, width, height }: Frame) {
  const across = centerWeights(width);
  const down = centerWeights(height);
  const columns = Math.min(SKY_COLUMNS, width);
  const stillSky = new Uint8Array(columns).fill(1);
  let sum = 0;
  let total = 0;
  for (let y = 0; y < height; y++) {
    for (let column = 0; column < columns; column++) {
      const from = Math.floor((column * width) / columns);
      const to = Math.floor(((column + 1) * width) / columns);
      let weight = 0;
      let burnt = 0;
      for (let x = from, at = (top + y) * pictureWidth + left + from; x < to; x++, at++) {
        weight += across[x]!;
        burnt += across[x]! * clipped[at]!;
      }
      if (burnt < 0.5 * weight || y >= height / 2) stillSky[column] = 0;
      sum += burnt * down[y]! * (stillSky[column] ? SKY_COUNTS : 1);
      total += weight * down[y]!;
    }
  }
  return sum / total;
}

/** The mean and upper percentiles together keep a black car with lit edges apart from a night without light. */
function brightness({ data, width, height, channels }: Pixels) {
  const across = centerWeights(width);
  const down = centerWeights(height);
  const color = channels === 3 ? 1 : 0;
  const histogram = new Float64Array(256);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      // The strongest channel, not luma: a saturated red car is not a dark one.
      const level = Math.max(data[at]!, data[at + color]!, data[at + 2 * color]!);
      histogram[level]! += across[x]! * down[y]!;
    }
  }
  const total = histogram.reduce((sum, weight) => sum + weight, 0);
  const mean = histogram.reduce((sum, weight, level) => sum + weight * level, 0) / total;
  return (
    (mean + percentile(histogram, UPPER_SHARES[0] * total) + percentile(histogram, UPPER_SHARES[1] * total)) /
    3
  );
}

function percentile(histogram: Float64Array, share: number) {
  let sum = 0;
  let level = 0;
  while (level < 255) {
    sum += histogram[level]!;
    if (sum >= share) break;
    level++;
  }
  return level;
}

export function measureExposure(pixels: Pixels) {
  const clipped = burntOut(pixels);
  const frame = withoutMargins(clipped, pixels.width, pixels.height);
  const share = clippedShare(clipped, pixels.width, frame);
  return {
    overexposure: 1 / (1 + (share / CLIPPED_AT_HALF) ** 2),
    underexposure: 1 / (1 + (BRIGHTNESS_AT_HALF / Math.max(1, brightness(pixels))) ** 4),
  };
}
