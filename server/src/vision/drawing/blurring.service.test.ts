import { drawnPlate } from '@walkaround/harness/pictures/text-drawing.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { BoundingBox } from '../../inspections/records/place.ts';
import { blurred } from './blurring.ts';

const WIDTH = 1600;
const HEIGHT = 1200;
/** Over the letters of the drawn plate. */
const PLATE: BoundingBox = { xmin: 400, ymin: 480, width: 800, height: 240 };

const pixelsOf = async (picture: Uint8Array) =>
  await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });

/** The largest step between neighbors in the middle of the plate: letters have edges. */
const sharpestEdge = async (picture: Uint8Array) => {
  const { data } = await pixelsOf(picture);
  let most = 0;
  for (let y = PLATE.ymin; y < PLATE.ymin + PLATE.height; y++)
    for (let x = PLATE.xmin; x < PLATE.xmin + PLATE.width; x++)
      most = Math.max(most, Math.abs(data[y * WIDTH + x]! - data[y * WIDTH + x + 4]!));
  return most;
};

test('what is blurred has no edges left, and everything around is as it was', async () => {
  const photo = await drawnPlate({ rows: [['AB 123 CD', 110]] });
  const picture = await blurred(photo, [PLATE]);
  expect(await sharpestEdge(photo)).toBeGreaterThan(120);
  expect(await sharpestEdge(picture)).toBeLessThan(12);
  const [before, after] = [(await pixelsOf(photo)).data, (await pixelsOf(picture)).data];
  const row = 200 * WIDTH;
  for (let x = 0; x < WIDTH; x++) expect(Math.abs(before[row + x]! - after[row + x]!)).toBeLessThan(12);
});

test('other letters leave all but the same blur', async () => {
  const [one, other] = await Promise.all(
    ['AB 123 CD', 'EF 456 GH'].map(async (text) =>
      pixelsOf(await blurred(await drawnPlate({ rows: [[text, 110]] }), [PLATE])),
    ),
  );
  const differences = one!.data.map((value, i) => Math.abs(value - other!.data[i]!));
  expect(Math.max(...differences.subarray(600 * WIDTH + 450, 600 * WIDTH + 1150))).toBeLessThan(24);
});

test('places at or beyond the edge are blurred as far as there is a picture; a turned photo comes out upright', async () => {
  const photo = await sharp(await drawnPlate({ rows: [['AB 123 CD', 110]] }))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const boxes = [
    { xmin: -50, ymin: -50, width: 200, height: 100 },
    { xmin: HEIGHT - 3, ymin: 100, width: 40, height: 2 },
    { xmin: 5000, ymin: 5000, width: 10, height: 10 },
  ];
  const { width, height, format, orientation } = await sharp(await blurred(photo, boxes)).metadata();
  expect({ width, height, format, orientation }).toEqual({
    width: HEIGHT,
    height: WIDTH,
    format: 'jpeg',
    orientation: undefined,
  });
});
