import { describe, expect, it } from 'vitest';
import { hullOf, isSimple } from './polygon-validity.ts';

describe('a polygon', () => {
  it('is simple when its line does not meet itself', () => {
    expect(
      isSimple([
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 1],
        [0, 4],
      ]),
    ).toBe(true);
  });

  it.each([
    [
      'crosses itself',
      [
        [0, 0],
        [4, 4],
        [4, 0],
        [0, 4],
      ],
    ],
    [
      'touches itself in a corner',
      [
        [0, 0],
        [4, 0],
        [2, 2],
        [4, 4],
        [0, 4],
        [2, 2],
      ],
    ],
    [
      'touches itself along a side',
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
      ],
    ],
    [
      'turns back on itself',
      [
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 3],
      ],
    ],
    [
      'has two points',
      [
        [0, 0],
        [4, 0],
      ],
    ],
  ])('is not simple when it %s', (_, polygon) => {
    expect(isSimple(polygon as [number, number][])).toBe(false);
  });

  it('has a hull that is simple and holds all its points', () => {
    const hull = hullOf([
      [0, 0],
      [4, 4],
      [4, 0],
      [0, 4],
      [2, 1],
    ]);
    expect(hull).toHaveLength(4);
    expect(isSimple(hull)).toBe(true);
  });

  it('has no hull when all its points lie on one line', () => {
    expect(
      hullOf([
        [0, 0],
        [2, 2],
        [4, 4],
      ]).length,
    ).toBeLessThan(3);
  });
});
