/** The area that two outlines share. Of the clipping libraries only this file knows. */
import Clipper from 'clipper-lib';
import type { Polygon } from '../records/place.ts';

/** The library reckons in whole numbers: this many to a pixel. Outlines are told in quarters of a pixel. */
const STEPS = 64;

const pathsOf = (polygons: readonly Polygon[]) =>
  polygons.map((polygon) =>
    polygon.map(([x, y]) => ({ X: Math.round(x * STEPS), Y: Math.round(y * STEPS) })),
  );

/** Null where the library cannot tell: it refuses coordinates that are no finite numbers or too large. */
export const intersectionArea = (a: readonly Polygon[], b: readonly Polygon[]): number | null => {
  const clipper = new Clipper.Clipper();
  const shared: Clipper.Path[] = [];
  try {
    clipper.AddPaths(pathsOf(a), Clipper.PolyType.ptSubject, true);
    clipper.AddPaths(pathsOf(b), Clipper.PolyType.ptClip, true);
    const { pftEvenOdd } = Clipper.PolyFillType;
    if (!clipper.Execute(Clipper.ClipType.ctIntersection, shared, pftEvenOdd, pftEvenOdd)) return null;
  } catch {
    return null;
  }
  // Outer rings and holes have opposite signs.
  const area = Math.abs(shared.reduce((sum, path) => sum + Clipper.Clipper.Area(path), 0)) / STEPS ** 2;
  return Number.isFinite(area) ? area : null;
};
