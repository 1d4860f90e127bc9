/** Outlines on a picture, in pixels. A point is inside where an odd number of the rings is around it. */
import type { BoundingBox, Polygon } from '../records/place.ts';
import { areaOf, centerOf, type Point, sharedArea, shareInBox } from './boxes.ts';
import { intersectionArea } from './clipping.ts';

/** Most points of an outline. */
export const MOST_POINTS = 200;

export type Outline = { bounding_box: BoundingBox; polygons: Polygon[] };

export const polygonArea = (polygon: Polygon): number => {
  let twice = 0;
  let [px, py] = polygon.at(-1) ?? [0, 0];
  for (const [x, y] of polygon) {
    twice += px * y - x * py;
    [px, py] = [x, y];
  }
  return Math.abs(twice) / 2;
};

export const boxAround = (polygons: readonly Polygon[]): BoundingBox => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const polygon of polygons)
    for (const [x, y] of polygon) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  return { xmin: left, ymin: top, width: right - left, height: bottom - top };
};

export const cornersOf = ({ xmin, ymin, width, height }: BoundingBox): Polygon => {
  const [right, bottom] = [xmin + width, ymin + height];
  return [
    [xmin, ymin],
    [right, ymin],
    [right, bottom],
    [xmin, bottom],
  ];
};

/** The outline, or the corners of its box where it has none. */
export const outlined = <T extends Outline>(seen: T): T =>
  seen.polygons.length > 0 ? seen : { ...seen, polygons: [cornersOf(seen.bounding_box)] };

const crosses = ([ax, ay]: [number, number], [bx, by]: [number, number], { x, y }: Point) =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;

export const isInside = (point: Point, polygons: readonly Polygon[]): boolean => {
  let inside = false;
  for (const polygon of polygons)
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++)
      if (crosses(polygon[j]!, polygon[i]!, point)) inside = !inside;
  return inside;
};

const hasArea = ({ bounding_box }: Outline) => areaOf(bounding_box) > 0;

/**
 * How much of the first outline lies in the second, by clipping. What has no area, such as a line, counts as its box,
 * and a point is inside or not. Where the library cannot clip, the boxes are compared.
 */
export const shareInside = (outline: Outline, polygons: readonly Polygon[]): number => {
  const { bounding_box } = outline;
  if (!hasArea(outline)) return isInside(centerOf(bounding_box), polygons) ? 1 : 0;
  const around = boxAround(polygons);
  if (polygons.length === 0 || sharedArea(bounding_box, around) === 0) return 0;
  const drawn = intersectionArea(outline.polygons, outline.polygons);
  const own = drawn === 0 ? [cornersOf(bounding_box)] : outline.polygons;
  const shared = intersectionArea(own, polygons);
  if (drawn === null || shared === null) return shareInBox(bounding_box, around);
  return Math.min(1, shared / (drawn || areaOf(bounding_box)));
};

export const isCenterIn = (inner: BoundingBox, outer: BoundingBox): boolean =>
  isInside(centerOf(inner), [cornersOf(outer)]);

const TURNS = 36;

/** How often its width goes into its length, by the smallest box around it, however turned. */
export const slendernessOf = (outline: Outline): number => {
  const { polygons } = outlined(outline);
  const boxes = Array.from({ length: TURNS }, (_, turn) => {
    const [cos, sin] = [Math.cos((Math.PI * turn) / TURNS), Math.sin((Math.PI * turn) / TURNS)];
    return boxAround(
      polygons.map((ring) => ring.map(([x, y]): [number, number] => [x * cos + y * sin, y * cos - x * sin])),
    );
  });
  const { width, height } = boxes.toSorted((a, b) => areaOf(a) - areaOf(b))[0]!;
  return Math.max(width, height) / Math.min(width, height);
};
