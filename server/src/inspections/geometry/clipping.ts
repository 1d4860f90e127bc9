/** What two outlines share or cover together. Of the clipping libraries only this file knows. */
import Clipper from 'clipper-lib';
import type { Polygon } from '../records/place.ts';

/** The library reckons in whole numbers: this many to a pixel. Outlines are told in quarters of a pixel. */
const STEPS = 64;

const pathsOf = (polygons: readonly Polygon[]) =>
  polygons.map((polygon) =>
    polygon.map(([x, y]) => ({ X: Math.round(x * STEPS), Y: Math.round(y * STEPS) })),
  );

/** Null where the library cannot tell: it refuses coordinates that are no finite numbers or too large. */
const clipped = (type: number, a: readonly Polygon[], b: readonly Polygon[]): Clipper.Path[] | null => {
  const clipper = new Clipper.Clipper();
  const paths: Clipper.Path[] = [];
  try {
    clipper.AddPaths(pathsOf(a), Clipper.PolyType.ptSubject, true);
    clipper.AddPaths(pathsOf(b), Clipper.PolyType.ptClip, true);
    const { pftEvenOdd } = Clipper.PolyFillType;
    return clipper.Execute(type, paths, pftEvenOdd, pftEvenOdd) ? paths : null;
  } catch {
    return null;
  }
};

export const intersectionArea = (a: readonly Polygon[], b: readonly Polygon[]): number | null => {
  const shared = clipped(Clipper.ClipType.ctIntersection, a, b);
  if (shared === null) return null;
  // Outer rings and holes have opposite signs.
  const area = Math.abs(shared.reduce((sum, path) => sum + Clipper.Clipper.Area(path), 0)) / STEPS ** 2;
  return Number.isFinite(area) ? area : null;
};

const polygonsOf = (paths: Clipper.Path[] | null): Polygon[] | null =>
  paths?.map((path) => path.map(({ X, Y }): [number, number] => [X / STEPS, Y / STEPS])) ?? null;

export const sharedBy = (a: readonly Polygon[], b: readonly Polygon[]): Polygon[] | null =>
  polygonsOf(clipped(Clipper.ClipType.ctIntersection, a, b));

/** Where they overlap there is no hole, as there would be if their rings were put side by side. */
export const united = (a: readonly Polygon[], b: readonly Polygon[]): Polygon[] | null =>
  polygonsOf(clipped(Clipper.ClipType.ctUnion, a, b));
