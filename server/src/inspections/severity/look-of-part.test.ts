import { expect, test } from 'vitest';
import { rangeByLook } from './look-of-part.ts';

const ANY = { least: 1, most: 3 } as const;
const looking = (moderate: number, severe: number) => ({ moderate, severe });

test('the likeliest level wins, and those that may be true as well are its range', () => {
  expect(rangeByLook(1, ANY, looking(0.05, 0.01))).toEqual({ level: 1, least: 1, most: 1 });
  expect(rangeByLook(2, ANY, looking(0.98, 0.01))).toEqual({ level: 2, least: 1, most: 3 });
  expect(rangeByLook(2, ANY, looking(0.99, 0.3))).toEqual({ level: 2, least: 2, most: 3 });
  expect(rangeByLook(3, ANY, looking(0.99, 0.99))).toEqual({ level: 3, least: 3, most: 3 });
});

test('where the look is undecided, what size and photos tell decides', () => {
  const undecided = looking(0.6, 0.03);
  expect(rangeByLook(1, ANY, undecided).level).toBe(1);
  expect(rangeByLook(2, ANY, undecided).level).toBe(2);
  expect(rangeByLook(2, ANY, looking(0.98, 0.6)).level).toBe(2);
  expect(rangeByLook(3, ANY, looking(0.98, 0.6)).level).toBe(3);
});

test('a sure look is believed against the size', () => {
  expect(rangeByLook(1, ANY, looking(0.99, 0.99)).level).toBe(3);
  expect(rangeByLook(3, ANY, looking(0.01, 0.01)).level).toBe(1);
});

test('no level is told that the type cannot have: what looks better or worse is of the nearest', () => {
  expect(rangeByLook(2, { least: 2, most: 3 }, looking(0.02, 0.01))).toEqual({ level: 2, least: 2, most: 2 });
  expect(rangeByLook(1, { least: 1, most: 2 }, looking(0.99, 0.99))).toEqual({ level: 2, least: 2, most: 2 });
});

test('a network that is surer of severe than of moderate is understood, and one that is quite sure stays finite', () => {
  expect(rangeByLook(3, ANY, looking(0.3, 0.99)).level).toBe(3);
  expect(rangeByLook(2, ANY, looking(1, 0))).toEqual(rangeByLook(2, ANY, looking(0.999, 0.001)));
});
