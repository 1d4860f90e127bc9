/** Fewer points on a ring without moving its line by more than a tolerance (Douglas and Peucker). */
import type { Ring } from './contours.ts';

/** At least a triangle, however large the tolerance. */
export function simplified(ring: Ring, tolerance: number): Ring {
  const count = ring.length / 2;
  const keep = new Uint8Array(count);
  // A ring has no ends, so two points far apart stand in for them.
  const start = farthestFrom(ring, 0);
  const across = farthestFrom(ring, start);
  const aside = Math.max(farthestBetween(ring, start, across, 0), farthestBetween(ring, across, start, 0));
  for (const corner of [start, across, aside]) if (corner >= 0) keep[corner] = 1;
  const open: [number, number][] = [
    [start, across],
    [across, start],
  ];
  while (open.length > 0) {
    const [from, to] = open.pop()!;
    const split = farthestBetween(ring, from, to, tolerance);
    if (split < 0) continue;
    keep[split] = 1;
    open.push([from, split], [split, to]);
  }
  return ring.filter((_, i) => keep[i >> 1] === 1);
}

function farthestFrom(ring: Ring, point: number): number {
  let best = 0;
  let most = -1;
  for (let i = 0; i < ring.length; i += 2) {
    const distance = (ring[i]! - ring[2 * point]!) ** 2 + (ring[i + 1]! - ring[2 * point + 1]!) ** 2;
    if (distance <= most) continue;
    most = distance;
    best = i >> 1;
  }
  return best;
}

/** The point between two others that is farthest from the straight line, or -1 when all are near it. */
function farthestBetween(ring: Ring, from: number, to: number, tolerance: number): number {
  const count = ring.length / 2;
  const x = ring[2 * from]!;
  const y = ring[2 * from + 1]!;
  const dx = ring[2 * to]! - x;
  const dy = ring[2 * to + 1]! - y;
  const length = dx * dx + dy * dy;
  let most = tolerance * tolerance;
  let best = -1;
  for (let i = (from + 1) % count; i !== to; i = (i + 1) % count) {
    const px = ring[2 * i]! - x;
    const py = ring[2 * i + 1]! - y;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
    const distance = (px - along * dx) ** 2 + (py - along * dy) ** 2;
    if (distance <= most) continue;
    most = distance;
    best = i;
  }
  return best;
}
