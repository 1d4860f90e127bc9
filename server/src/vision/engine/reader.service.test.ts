import { drawnPlate } from '@walkaround/harness/pictures/text-drawing.ts';
import { afterAll, expect, test } from 'vitest';
import { textsOnPhoto } from '../../inspections/texts/texts-on-photo.ts';
import { decodePhoto } from '../pixels/picture.ts';
import { createReader } from './reader.ts';

const warnings: string[] = [];
const reader = createReader(
  { device: 'cuda', cores: 2, maxPixels: 1e8 },
  { warn: (message) => warnings.push(message) },
);
afterAll(() => reader.close());

test('a plate is read from close by where one was seen, and lies where it is on the photo', async () => {
  const photo = await drawnPlate({ rows: [['AB123CD', 15]], width: 2400, height: 1800 });
  const box = { xmin: 1140, ymin: 875, width: 120, height: 50 };
  const picture = await decodePhoto(photo, { longestSide: 2560, maxPixels: 1e8 });
  const finds = await reader.read(picture, { text: true, plates: [box] });
  const { plates } = textsOnPhoto({
    text: finds.text!,
    plates: [{ label: 'plate', score: 0.9, bounding_box: box }],
    plate_text: finds.plate_text,
  });
  expect(plates).toMatchObject([{ plate: 'AB123CD', located: true }]);
  for (const [x, y] of plates[0]!.polygons.flat()) {
    expect(Math.abs(x - 1200)).toBeLessThan(80);
    expect(Math.abs(y - 900)).toBeLessThan(50);
  }
}, 60_000);

test('CUDA on a machine without it falls back to the CPU with one warning', () => {
  expect(warnings).toEqual([
    expect.stringMatching(/^Reading text runs on the CPU, because CUDA cannot be used: /),
  ]);
});
