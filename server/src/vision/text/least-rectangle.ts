/** The smallest rectangle, at any angle, around a cloud of points. */
import type { Point } from '../../inspections/texts/text-line.ts';

export type Rectangle = { x: number; y: number; ux: number; uy: number; width: number; height: number };

const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

function halfHull(sorted: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of sorted) {
    while (hull.length > 1 && cross(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
    hull.push(point);
  }
  hull.pop();
  return hull;
}

function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...halfHull(sorted), ...halfHull(sorted.toReversed())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

/** One side of the smallest rectangle lies on a side of the hull. */
export function leastRectangle(points: readonly Point[]): Rectangle {
  const hull = convexHull(points);
  let best: Rectangle = { x: hull[0]![0], y: hull[0]![1], ux: 1, uy: 0, width: 0, height: 0 };
  let leastArea = Number.POSITIVE_INFINITY;
  for (let i = 0; i < hull.length && hull.length > 1; i++) {
    const [a, b] = [hull[i]!, hull[(i + 1) % hull.length]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const rectangle = rectangleAlong(hull, (b[0] - a[0]) / length, (b[1] - a[1]) / length);
    const area = rectangle.width * rectangle.height;
    if (area < leastArea) [best, leastArea] = [rectangle, area];
  }
  return best;
}

function rectangleAlong(hull: readonly Point[], ux: number, uy: number): Rectangle {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [px, py] of hull) {
    const along = px * ux + py * uy;
    const across = py * ux - px * uy;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: along * ux - across * uy,
    y: along * uy + across * ux,
    ux,
    uy,
    width: right - left,
    height: bottom - top,
  };
}
