/** Boxes and outlines on a picture, in pixels. */
import type { BoundingBox, Polygon } from '../records/records.ts';

export type Point = { x: number; y: number };

export const areaOf = ({ width, height }: { width: number; height: number }) => width * height;

export const centreOf = ({ xmin, ymin, width, height }: BoundingBox): Point => ({
  x: xmin + width / 2,
  y: ymin + height / 2,
});

export const sharedArea = (a: BoundingBox, b: BoundingBox): number =>
  Math.max(0, Math.min(a.xmin + a.width, b.xmin + b.width) - Math.max(a.xmin, b.xmin)) *
  Math.max(0, Math.min(a.ymin + a.height, b.ymin + b.height) - Math.max(a.ymin, b.ymin));

/** 1 where both are the same, 0 where they do not touch. */
export const iou = (a: BoundingBox, b: BoundingBox): number => {
  const shared = sharedArea(a, b);
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared);
};

const crosses = ([ax, ay]: [number, number], [bx, by]: [number, number], { x, y }: Point) =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;

export const isInside = (point: Point, polygons: readonly Polygon[]): boolean => {
  let inside = false;
  for (const polygon of polygons)
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++)
      if (crosses(polygon[j]!, polygon[i]!, point)) inside = !inside;
  return inside;
};

const STEPS = 8;

/** How much of the first outline lies in the second, by points on a grid over it. */
export const shareInside = (
  outline: { bounding_box: BoundingBox; polygons: Polygon[] },
  polygons: readonly Polygon[],
): number => {
  const { xmin, ymin, width, height } = outline.bounding_box;
  let own = 0;
  let shared = 0;
  for (let i = 0; i < STEPS * STEPS; i++) {
    const x = xmin + (width * ((i % STEPS) + 0.5)) / STEPS;
    const y = ymin + (height * (Math.floor(i / STEPS) + 0.5)) / STEPS;
    if (!isInside({ x, y }, outline.polygons)) continue;
    own++;
    if (isInside({ x, y }, polygons)) shared++;
  }
  if (own > 0) return shared / own;
  return isInside(centreOf(outline.bounding_box), polygons) ? 1 : 0;
};
