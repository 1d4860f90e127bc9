import { expect, test } from 'vitest';
import { PADDING } from '../pixels/letterbox.ts';
import { findCrops } from './find-crops.ts';

const SIZE = 64;
const PHOTO = { width: 768, height: 576 };

const gray = (value: number) => ({
  data: new Uint8Array(PHOTO.width * PHOTO.height * 3).fill(value),
  ...PHOTO,
  channels: 3,
});

/** The first pixel and the last of those that are as bright as the photo, on the middle row of one crop. */
const brightOn = (crops: ReturnType<typeof findCrops>, first: number) => {
  const row = Array.from({ length: SIZE }, (_, x) => crops.data[((SIZE / 2) * crops.width + first + x) * 3]);
  return [row.indexOf(214), row.lastIndexOf(214), row[0]];
};

test('the find is in the middle of both crops, larger on the first, and what is around it is dimmed', () => {
  // At half of the photo's scale: 100 by 50 pixels around (384, 288).
  const crops = findCrops(gray(214), { xmin: 668, ymin: 526, width: 200, height: 100 }, 0.5, SIZE);
  expect([crops.width, crops.height]).toEqual([2 * SIZE, SIZE]);
  const dimmed = Math.round(PADDING + (214 - PADDING) * 0.55);
  // 110 pixels are bright: of 160 on the first crop, of 400 on the second.
  expect(brightOn(crops, 0)).toEqual([10, 53, dimmed]);
  expect(brightOn(crops, SIZE)).toEqual([23, 40, dimmed]);
});

test('at the edge of the photo the rest is gray, and a small find is not blown up without end', () => {
  const crops = findCrops(gray(214), { xmin: 0, ymin: 280, width: 4, height: 4 }, 1, SIZE);
  expect(crops.data[(SIZE / 2) * crops.width * 3]).toBe(PADDING);
  const bright = 1.1 * 4 * (SIZE / 72);
  const [from, to] = brightOn(crops, 0) as [number, number];
  expect(to - from + 1).toBeCloseTo(bright, -1);
});
