/** Whether a polygon's line crosses itself, and the hull that never does. */
import type { Polygon } from '../records/place.ts';

type Point = Polygon[number];

/** Above zero when c lies to the right of the way from a to b, as seen on the picture. */
const turn = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const within = (a: Point, b: Point, c: Point) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

function touch(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (((abc > 0 && abd < 0) || (abc < 0 && abd > 0)) && ((cda > 0 && cdb < 0) || (cda < 0 && cdb > 0)))
    return true;
  return (
    (abc === 0 && within(a, b, c)) ||
    (abd === 0 && within(a, b, d)) ||
    (cda === 0 && within(c, d, a)) ||
    (cdb === 0 && within(c, d, b))
  );
}

/** At least three points, no side that touches another one, none that turns back on the one before. */
export function isSimple(polygon: Polygon): boolean {
  const count = polygon.length;
  if (count < 3) return false;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [polygon[i]!, polygon[(i + 1) % count]!, polygon[(i + 2) % count]!];
    if (turn(a, b, c) === 0 && (within(a, b, c) || within(b, c, a))) return false;
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      if (touch(a, b, polygon[j]!, polygon[(j + 1) % count]!)) return false;
    }
  }
  return true;
}

/** Andrew's monotone chain. Fewer than three points when all lie on one line. */
export function hullOf(polygon: Polygon): Polygon {
  const points = polygon.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  return [...chain(points), ...chain(points.reverse())];
}

function chain(points: Polygon): Polygon {
  const kept: Polygon = [];
  for (const point of points) {
    while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}
