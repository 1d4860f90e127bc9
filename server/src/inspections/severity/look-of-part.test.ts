import { expect, test } from 'vitest';
import type { Level } from '../records/severity.ts';
import { rangeByLook } from './look-of-part.ts';

const ANY = { least: 1, most: 3 } as const;
const exactly = (level: Level) => ({ level, least: level, most: level });
const looking = (moderate: number, severe: number) => ({ moderate, severe });

test('the likeliest level wins, and those that may be true as well are its range', () => {
  expect(rangeByLook(exactly(2), ANY, looking(0.05, 0.01))).toEqual({ level: 1, least: 1, most: 1 });
  expect(rangeByLook(exactly(2), ANY, looking(0.9, 0.4))).toEqual({ level: 2, least: 2, most: 3 });
  expect(rangeByLook(exactly(2), ANY, looking(0.95, 0.9))).toEqual({ level: 3, least: 3, most: 3 });
});

test('where the look is undecided, the level that the size tells counts more', () => {
  const undecided = looking(0.5, 0.05);
  expect(rangeByLook(exactly(1), ANY, undecided).level).toBe(1);
  expect(rangeByLook(exactly(2), ANY, undecided).level).toBe(2);
});

test('a level that the size leaves open counts more than one that it excludes', () => {
  const look = looking(0.55, 0);
  expect(rangeByLook(exactly(3), ANY, look).level).toBe(2);
  expect(rangeByLook({ level: 3, least: 1, most: 1 }, ANY, look).level).toBe(1);
});

test('no level is told that the type cannot have: what looks better or worse is of the nearest', () => {
  expect(rangeByLook(exactly(2), { least: 2, most: 3 }, looking(0.4, 0.3))).toEqual({
    level: 2,
    least: 2,
    most: 2,
  });
  expect(rangeByLook(exactly(1), { least: 1, most: 2 }, looking(0.95, 0.9))).toEqual(exactly(2));
});

test('a network that is surer of severe than of moderate is understood', () => {
  expect(rangeByLook(exactly(2), ANY, looking(0.3, 0.9)).level).toBe(3);
});
