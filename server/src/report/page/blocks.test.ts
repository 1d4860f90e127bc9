import { expect, test } from 'vitest';
import { apart } from './blocks.ts';

test('badges at one place stand side by side, the others where they are', () => {
  const points = [
    { x: 8, y: 8 },
    { x: 9, y: 10 },
    { x: 8, y: 40 },
    { x: 20, y: 8 },
  ];
  expect(apart(points, { width: 15, height: 12 })).toEqual([
    { x: 8, y: 8 },
    { x: 24, y: 10 },
    { x: 8, y: 40 },
    { x: 50, y: 8 },
  ]);
});
