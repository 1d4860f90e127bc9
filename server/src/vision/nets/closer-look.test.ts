import { expect, test } from 'vitest';
import type { DamageFind } from '../../inspections/photos/detections.ts';
import { closerWindows, confirmedBy } from './closer-look.ts';

const PHOTO = { width: 4000, height: 3000 };

const at = (xmin: number, ymin: number, score: number, size = 200): DamageFind => ({
  damage_type: 'scratch',
  score,
  bounding_box: { xmin, ymin, width: size, height: size },
  polygons: [],
});

test('a window of half the photo lies around the damage that is in doubt', () => {
  expect(closerWindows([at(1900, 1400, 0.5)], PHOTO, 1)).toEqual([
    { xmin: 1000, ymin: 500, width: 2000, height: 2000 },
  ]);
});

test('a window at the edge stays on the photo', () => {
  expect(closerWindows([at(3800, 0, 0.5)], PHOTO, 1)).toEqual([
    { xmin: 2000, ymin: 0, width: 2000, height: 2000 },
  ]);
});

test('sure and faint finds, and those that no window holds, need no closer look', () => {
  expect(closerWindows([at(100, 100, 0.9), at(500, 500, 0.2), at(0, 0, 0.5, 2500)], PHOTO, 4)).toEqual([]);
});

test('the first window holds most of what is in doubt, the second one what is left', () => {
  const finds = [at(0, 0, 0.7), at(3000, 2000, 0.4), at(3300, 2300, 0.4)];
  const [first, second, ...more] = closerWindows(finds, PHOTO, 4);
  expect(first).toMatchObject({ xmin: 2000, ymin: 1000 });
  expect(second).toMatchObject({ xmin: 0, ymin: 0 });
  expect(more).toEqual([]);
  expect(closerWindows(finds, PHOTO, 1)).toEqual([first]);
});

test('what is seen again from close by is surer, with lower odds than it has there; nothing is added or lowered', () => {
  const seen = (score: number, xmin: number, label = 'scratch') => ({
    label,
    score,
    bounding_box: { xmin, ymin: 100, width: 100, height: 100 },
  });
  const [doubt, sure] = [at(100, 100, 0.5), at(3000, 100, 0.9)];
  const closer = [seen(0.9, 120), seen(0.5, 3050), seen(0.95, 2000), seen(0.99, 150, 'dent')];
  const confirmed = confirmedBy([doubt, sure], closer);
  expect(confirmed).toEqual([sure, { ...doubt, score: 0.8696 }]);
});

test('at the place of a surer find the fainter ones stay as they are, whatever their type', () => {
  const [surer, piece] = [at(100, 100, 0.7, 400), { ...at(150, 150, 0.5), damage_type: 'dent' }];
  const closer = [{ label: 'dent', score: 0.95, bounding_box: piece.bounding_box }];
  expect(confirmedBy([piece, surer], closer)).toEqual([surer, piece]);
  expect(closerWindows([piece, { ...surer, score: 0.9 }], PHOTO, 4)).toEqual([]);
});
