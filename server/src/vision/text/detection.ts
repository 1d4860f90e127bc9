/** Where there is text: a network's map of probabilities, and a rectangle around each of its regions. */
import sharp from 'sharp';
import type { Pixels } from '../pixels/pixels.ts';
import { leastRectangle, type Rectangle } from './least-rectangle.ts';
import type { TextBox } from './text-box.ts';
import { regionsAbove } from './text-regions.ts';
import type { Network } from './text-sessions.ts';
import { GROWTH, LEAST_PROBABILITY, LEAST_REGION_SCORE, TALL } from './tuning.ts';

/** The longer side of what is searched at once, in pixels. */
export const SEARCH_SIDE = 960;
/** The network halves its input five times. */
const STEP = 32;
const LEAST_SIDE = 3;
/** A page has fewer; on a picture made of text, reading the rest would take minutes. */
const MOST_BOXES = 300;

/** What the network was trained with, per channel: blue, green, red. */
const MEANS = [0.485, 0.456, 0.406];
const DEVIATIONS = [0.229, 0.224, 0.225];

/** Boxes in pixels of what was given. What is smaller than `leastSide` is enlarged, as small letters are easily missed. */
export async function detectText(
  detection: Network,
  pixels: Pixels,
  leastSide = SEARCH_SIDE,
): Promise<TextBox[]> {
  const longest = Math.max(pixels.width, pixels.height);
  const scale = Math.min(SEARCH_SIDE, Math.max(leastSide, longest)) / longest;
  const width = Math.max(STEP, STEP * Math.round((pixels.width * scale) / STEP));
  const height = Math.max(STEP, STEP * Math.round((pixels.height * scale) / STEP));
  const { data } = await detection(await planesOf(pixels, width, height), [1, 3, height, width]);
  const [across, down] = [pixels.width / width, pixels.height / height];
  return regionsAbove(data, width, height, LEAST_PROBABILITY)
    .filter(({ score }) => score >= LEAST_REGION_SCORE)
    .map(({ points, score }) => ({
      core: leastRectangle(points.map(([x, y]) => [x * across, y * down])),
      score,
    }))
    .filter(({ core }) => Math.min(core.width, core.height) >= LEAST_SIDE * Math.min(across, down))
    .map(({ core, score }) => readable(grown(core), score))
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MOST_BOXES);
}

async function planesOf(pixels: Pixels, width: number, height: number): Promise<Float32Array> {
  const { data, info } = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: pixels.channels as 1 | 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const plane = width * height;
  const planes = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel++) {
    const factor = 1 / (255 * DEVIATIONS[channel]!);
    const shift = MEANS[channel]! / DEVIATIONS[channel]!;
    const first = info.channels >= 3 ? 2 - channel : 0;
    for (let i = 0, from = first; i < plane; i++, from += info.channels)
      planes[channel * plane + i] = data[from]! * factor - shift;
  }
  return planes;
}

function grown(core: Rectangle): Rectangle {
  const margin = (GROWTH * core.width * core.height) / (2 * (core.width + core.height));
  return { ...core, width: core.width + 2 * margin, height: core.height + 2 * margin };
}

/** Turns the axes so that the text is read to the right, or down where the box is tall. */
function readable(rectangle: Rectangle, score: number): TextBox {
  const { x, y, ux, uy, width, height } = rectangle;
  const lies = Math.abs(ux) >= Math.abs(uy);
  const flat = lies
    ? { ux: ux * Math.sign(ux), uy: uy * Math.sign(ux), width, height }
    : { ux: uy * Math.sign(uy), uy: -ux * Math.sign(uy), width: height, height: width };
  if (flat.height < TALL * flat.width) return { x, y, ...flat, score };
  return { x, y, ux: -flat.uy, uy: flat.ux, width: flat.height, height: flat.width, score };
}
