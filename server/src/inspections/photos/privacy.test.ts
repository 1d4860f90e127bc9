import { expect, test } from 'vitest';
import { onPhoto, tilesOf } from './photo-tiles.ts';
import { blurredImageOf, blurredKey } from './privacy.ts';

const [inspection_id, image_id] = [
  '0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b',
  '0198c5a2-7d1e-7c3a-9f52-000000000001',
];

test('a blurred picture is known by its name, and no other file is', () => {
  expect(blurredImageOf(blurredKey(inspection_id, image_id))).toEqual({ inspection_id, image_id });
  for (const key of [`inspections/${inspection_id}/${image_id}.jpg`, 'reports/one.pdf', ''])
    expect(blurredImageOf(key)).toBeNull();
});

test('the tiles reach every edge, and what one of them cuts is whole on another', () => {
  const tiles = tilesOf({ width: 1001, height: 667 });
  expect(Math.max(...tiles.map(({ xmin, width }) => xmin + width))).toBe(1001);
  expect(Math.max(...tiles.map(({ ymin, height }) => ymin + height))).toBe(667);
  const [first, , third] = tiles;
  expect(first!.xmin + first!.width - third!.xmin).toBeGreaterThan(150);
  expect(onPhoto({ xmin: 5, ymin: 6, width: 7, height: 8 }, third!)).toMatchObject({
    xmin: third!.xmin + 5,
    width: 7,
  });
});
