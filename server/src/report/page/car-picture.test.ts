import { expect, test } from 'vitest';
import car from '../../../../vocabulary/car-drawing.json' with { type: 'json' };
import { PART_TYPES } from '../../inspections/parts/parts.ts';
import { isDrawn } from './car-picture.ts';

/** Neither a side nor a place: no part, the inside, or which of several is not said. */
const NOWHERE = [
  'ignore',
  'background',
  'hubcap',
  'mirror_support',
  'rocker_panel',
  'wiper',
  'wheel',
  'car_inside',
  'damaged_car_inside',
  'interior',
];

test('every part that has a place of its own is on the drawing, and nothing else is', () => {
  expect(PART_TYPES.filter((part) => !isDrawn(part))).toEqual(NOWHERE);
  const known: readonly string[] = PART_TYPES;
  expect(Object.keys(car.parts).filter((part) => !known.includes(part))).toEqual([]);
});

test('every outline is closed and lies within the drawing, and so does its label', () => {
  const [, , width, height] = car.view_box as [number, number, number, number];
  for (const [part, { path, label }] of Object.entries(car.parts)) {
    expect(path, part).toMatch(/^M.*Z$/);
    const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number).concat(label);
    for (let i = 0; i < numbers.length; i += 2) {
      expect(numbers[i]!, part).toBeGreaterThanOrEqual(0);
      expect(numbers[i]!, part).toBeLessThanOrEqual(width);
      expect(numbers[i + 1]!, part).toBeGreaterThanOrEqual(0);
      expect(numbers[i + 1]!, part).toBeLessThanOrEqual(height);
    }
  }
});

test('left and right are mirror images of one another', () => {
  const [, , width] = car.view_box as [number, number, number, number];
  const parts: Record<string, { label: number[] }> = car.parts;
  for (const [part, { label }] of Object.entries(parts)) {
    if (!part.endsWith('_left')) continue;
    const [x, y] = parts[part.replace(/left$/, 'right')]!.label as [number, number];
    expect([width - x, y], part).toEqual([expect.closeTo(label[0]!), label[1]]);
    expect(label[0]!, part).toBeLessThan(x);
  }
});
