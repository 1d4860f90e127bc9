import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Polygon } from '../records/place.ts';
import { intersectionArea } from './clipping.ts';
import {
  boxAround,
  cornersOf,
  isInside,
  outlined,
  polygonArea,
  shareInside,
  slendernessOf,
} from './polygons.ts';

const square = (xmin: number, ymin: number, side: number) =>
  cornersOf({ xmin, ymin, width: side, height: side });
const outline = (...polygons: Polygon[]) => ({ bounding_box: boxAround(polygons), polygons });

describe('the share of an outline that lies in another', () => {
  it('is exact where samples were not: a hair of a square is not nothing', () => {
    expect(shareInside(outline(square(0, 0, 100)), [square(99, 0, 100)])).toBeCloseTo(0.01, 6);
    expect(shareInside(outline(square(0, 0, 100)), [square(30, 40, 10)])).toBeCloseTo(0.01, 6);
  });

  it('is all of it in itself, none beside it, and none where they only touch', () => {
    const door = outline(square(10, 10, 80), square(200, 10, 20));
    expect(shareInside(door, door.polygons)).toBe(1);
    expect(shareInside(door, [square(100, 10, 50)])).toBe(0);
    expect(shareInside(door, [square(90, 10, 50)])).toBe(0);
    expect(shareInside(door, [])).toBe(0);
  });

  it('leaves out holes, and what a line that crosses itself encloses twice', () => {
    const ring = outline(square(0, 0, 100), square(25, 25, 50));
    expect(shareInside(ring, [square(25, 25, 50)])).toBe(0);
    expect(shareInside(outline(square(25, 25, 50)), ring.polygons)).toBe(0);
    const bow: Polygon = [
      [0, 0],
      [100, 100],
      [100, 0],
      [0, 100],
    ];
    expect(shareInside(outline(bow), [square(0, 0, 50)])).toBeCloseTo(0.25, 3);
  });

  it('counts a box without an outline, a line and a point by their place', () => {
    const boxed = { bounding_box: { xmin: 0, ymin: 0, width: 10, height: 10 }, polygons: [] };
    expect(shareInside(boxed, [square(5, 0, 50)])).toBeCloseTo(0.5, 6);
    const line: Polygon = [
      [0, 0],
      [10, 10],
      [0, 0],
    ];
    expect(shareInside(outline(line), [square(5, 0, 50)])).toBeCloseTo(0.5, 6);
    expect(shareInside(outline([[7, 7]]), [square(5, 5, 50)])).toBe(1);
  });

  it('goes by the boxes where the library cannot clip', () => {
    const endless: Polygon = [
      [0, 0],
      [1e300, 0],
      [0, 1e300],
    ];
    expect(intersectionArea([endless], [square(0, 0, 10)])).toBeNull();
    expect(shareInside(outline(square(0, 0, 10)), [endless])).toBe(1);
  });

  /** On a coarse grid, so that sides touch, cross and lie on each other. */
  const ring = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })), {
    minLength: 1,
    maxLength: 12,
  });
  const rings = fc.array(ring, { minLength: 1, maxLength: 3 });

  it('is what many points tell, whatever touches, crosses or lies on itself', () => {
    fc.assert(
      fc.property(rings, rings, (a, b) => {
        const mine = outline(...a);
        let [own, shared] = [0, 0];
        for (let i = 0; i < 8 * 8 * 36; i++) {
          const point = { x: ((i % 48) + 0.5) / 6 + 1e-4, y: (Math.floor(i / 48) + 0.5) / 6 + 2e-4 };
          if (!isInside(point, a)) continue;
          own++;
          if (isInside(point, b)) shared++;
        }
        const share = shareInside(mine, b);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        // Where there are hardly any points, they tell nothing.
        if (own > 200) expect(Math.abs(share - shared / own)).toBeLessThan(0.1);
      }),
      { numRuns: 60 },
    );
  });
});

it('the area of a polygon does not depend on the way round', () => {
  expect(polygonArea(square(5, 5, 4))).toBe(16);
  expect(polygonArea(square(5, 5, 4).toReversed())).toBe(16);
  expect(polygonArea([])).toBe(0);
  expect(outlined({ bounding_box: boxAround([square(5, 5, 4)]), polygons: [] }).polygons).toEqual([
    square(5, 5, 4),
  ]);
});

describe('how slender an outline is', () => {
  it('is its length over its width, whichever way it runs', () => {
    const strip = (turn: number): Polygon =>
      cornersOf({ xmin: 0, ymin: 0, width: 60, height: 10 }).map(([x, y]) => [
        x * Math.cos(turn) - y * Math.sin(turn),
        x * Math.sin(turn) + y * Math.cos(turn),
      ]);
    for (const turn of [0, Math.PI / 4, Math.PI / 2, 2])
      expect(slendernessOf(outline(strip(turn)))).toBeCloseTo(6, 0);
  });

  it('is that of the box where there is no outline', () => {
    const bounding_box = { xmin: 0, ymin: 0, width: 10, height: 30 };
    expect(slendernessOf({ bounding_box, polygons: [] })).toBeCloseTo(3, 6);
  });
});
