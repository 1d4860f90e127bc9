import { expect, test } from 'vitest';
import type { Point } from '../../inspections/texts/text-line.ts';
import { leastRectangle } from './least-rectangle.ts';
import { regionsAbove } from './text-regions.ts';

const mapOf = (rows: string[]) => Float32Array.from(rows.join(''), (cell) => Number(cell) / 10);

test('regions that touch, also at a corner, are one; others stay apart', () => {
  const rows = ['900000009', '090000090', '009000900', '000909000', '000090088'];
  const regions = regionsAbove(mapOf(rows), 9, 5, 0.3);
  expect(regions.map(({ score }) => Number(score.toFixed(2))).sort()).toEqual([0.8, 0.9]);
});

test('what is not above the threshold belongs to no region', () => {
  expect(regionsAbove(mapOf(['222', '121']), 3, 2, 0.3)).toEqual([]);
});

test('the smallest rectangle lies along what it holds', () => {
  const angle = Math.PI / 6;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const points = [-50, -20, 10, 50].flatMap((along) =>
    [-8, 3, 8].map((across): Point => [200 + along * ux - across * uy, 100 + along * uy + across * ux]),
  );
  const { x, y, width, height } = leastRectangle(points);
  expect([x, y]).toEqual([expect.closeTo(200, 3), expect.closeTo(100, 3)]);
  expect([width, height].sort((a, b) => b - a)).toEqual([expect.closeTo(100, 3), expect.closeTo(16, 3)]);
});

test('a single point and a line of points have a rectangle, too', () => {
  expect(leastRectangle([[3, 4]])).toMatchObject({ x: 3, y: 4, width: 0, height: 0 });
  const { width, height } = leastRectangle([
    [0, 0],
    [5, 5],
    [10, 10],
  ]);
  expect(Math.max(width, height)).toBeCloseTo(Math.hypot(10, 10), 6);
});
