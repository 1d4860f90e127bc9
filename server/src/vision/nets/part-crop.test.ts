import { expect, test } from 'vitest';
import { cornersOf } from '../../inspections/geometry/polygons.ts';
import type { DetectedPart } from '../../inspections/photos/detections.ts';
import { PADDING } from '../pixels/letterbox.ts';
import { partCrop, placeOnPart, SEEN_AT } from './part-crop.ts';

const SIZE = 64;
const PHOTO = { width: 1536, height: 768 };
const SCALE = SEEN_AT / PHOTO.width;
const bounding_box = { xmin: 1200, ymin: 300, width: 300, height: 150 };
const part: DetectedPart = {
  part_type: 'hood',
  score: 0.9,
  bounding_box,
  polygons: [cornersOf(bounding_box)],
};

const gray = (value: number) => ({
  data: new Uint8Array(SEEN_AT * (SEEN_AT / 2) * 3).fill(value),
  width: SEEN_AT,
  height: SEEN_AT / 2,
  channels: 3,
});

test('the part is shown as it is, its surroundings are dimmed, what is outside of the photo is gray', () => {
  const { data } = partCrop(gray(214), part, SCALE, SIZE);
  const at = (x: number, y: number) => data[(y * SIZE + x) * 3];
  expect(at(SIZE / 2, SIZE / 2)).toBe(214);
  expect(at(SIZE / 2, 2)).toBe(PADDING + 40);
  expect(at(SIZE - 1, SIZE / 2)).toBe(PADDING);
});

test('the place is around the strongest cell on the part, and inside of the photo', () => {
  const cells = new Float32Array(256);
  // Stronger, but beside the part.
  cells[8] = 9;
  cells[7 * 16 + 7] = 5;
  cells[7 * 16 + 8] = 4;
  cells[8 * 16 + 12] = 5 * 0.5;
  const cell = (300 * 1.35) / 16;
  const left = 1350 - 8 * cell;
  const place = placeOnPart(cells, part, PHOTO, SCALE);
  expect(place.xmin).toBeCloseTo(left + 7 * cell);
  expect(place.ymin).toBeCloseTo(375 - cell);
  expect(place.width).toBeCloseTo(2 * cell);
  expect(place.height).toBeCloseTo(cell);
  const atEdge = new Float32Array(256);
  atEdge[8 * 16 + 13] = 1;
  const { xmin, width } = placeOnPart(
    atEdge,
    { ...part, bounding_box, polygons: [cornersOf(bounding_box)] },
    { width: 1480, height: 768 },
    SCALE,
  );
  expect(xmin + width).toBe(1480);
});

test('a network that overflowed tells no place but the part', () => {
  expect(placeOnPart(new Float32Array(256).fill(Number.NaN), part, PHOTO, SCALE)).toEqual(bounding_box);
});
