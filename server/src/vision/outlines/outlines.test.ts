import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSimple } from '../../inspections/geometry/polygon-validity.ts';
import { boxAround, MOST_POINTS, polygonArea } from '../../inspections/geometry/polygons.ts';
import { outlineIn } from './outlines.ts';

const NO_SPECKS = { cells: 0, share: 0 };

/** A patch of `side` cells whose samples are given by a rule over the cells' centers. */
function patchOf(side: number, rule: (x: number, y: number) => number) {
  const values = new Float32Array(side * side);
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) values[y * side + x] = rule(x + 0.5, y + 0.5);
  return { values, left: 0, top: 0, width: side, height: side };
}

const whole = (side: number) => ({ xmin: 0, ymin: 0, width: side, height: side });
const disc = (cx: number, cy: number, radius: number) => (x: number, y: number) =>
  radius - Math.hypot(x - cx, y - cy);

describe('an outline', () => {
  it('has the area of a disc to within two per cent, though its grid is coarse', () => {
    const [polygon] = outlineIn(patchOf(24, disc(12, 12, 8)), { ...whole(240) }, 10, NO_SPECKS);
    expect(polygonArea(polygon!) / (Math.PI * 80 ** 2)).toBeCloseTo(1, 1.7);
    expect(polygon!.length).toBeLessThan(40);
  });

  it('ends at the edge of its box', () => {
    const box = { xmin: 60, ymin: 50, width: 55, height: 70 };
    const polygons = outlineIn(
      patchOf(24, () => 1),
      box,
      10,
      NO_SPECKS,
    );
    expect(boxAround(polygons)).toEqual(box);
    expect(polygonArea(polygons[0]!)).toBe(55 * 70);
  });

  it('leaves holes out and keeps separate pieces, the larger one first', () => {
    const ring = (x: number, y: number) => Math.min(disc(8, 8, 6)(x, y), -disc(8, 8, 3)(x, y));
    const rule = (x: number, y: number) => Math.max(ring(x, y), disc(24, 24, 4)(x, y));
    const polygons = outlineIn(patchOf(32, rule), whole(32), 1, NO_SPECKS);
    expect(polygons).toHaveLength(2);
    expect(polygonArea(polygons[0]!)).toBeGreaterThan(0.95 * Math.PI * 36);
    expect(polygonArea(polygons[1]!)).toBeGreaterThan(0.9 * Math.PI * 16);
  });

  it('has no specks, but a speck is kept when there is nothing else', () => {
    const specks = { cells: 3, share: 0.1 };
    const both = (x: number, y: number) => Math.max(disc(8, 8, 6)(x, y), disc(20.5, 20.5, 0.8)(x, y));
    expect(outlineIn(patchOf(24, both), whole(24), 1, specks)).toHaveLength(1);
    expect(outlineIn(patchOf(24, disc(20.5, 20.5, 0.8)), whole(24), 1, specks)).toHaveLength(1);
  });

  it('is empty when nothing is above zero', () => {
    expect(
      outlineIn(
        patchOf(8, () => -1),
        whole(8),
        1,
        NO_SPECKS,
      ),
    ).toEqual([]);
  });

  it('is always valid: inside the box, few points, no line that crosses itself, whatever the network gives', () => {
    const side = 14;
    const samples = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
      minLength: side * side,
      maxLength: side * side,
    });
    const scales = fc.constantFrom(0.3, 1, 2.7, 21);
    fc.assert(
      fc.property(samples, scales, (values, scale) => {
        const patch = { values: Float32Array.from(values), left: 0, top: 0, width: side, height: side };
        const length = Math.floor(side * scale);
        const polygons = outlineIn(patch, whole(length), scale, NO_SPECKS);
        expect(polygons.flat().length).toBeLessThanOrEqual(MOST_POINTS);
        for (const polygon of polygons) {
          expect(isSimple(polygon)).toBe(true);
          expect(polygon.every(([x, y]) => x >= 0 && y >= 0 && x <= length && y <= length)).toBe(true);
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
