/** Where on a picture something is: polygons and their box, in pixels of the upright picture. */
import { invalidField, invalidInput } from '../problems/requests.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import { areaOf, clippedTo, type Size } from './boxes.ts';
import { boxAround } from './polygons.ts';

export const MAX_POLYGONS = 100;
export const MAX_POINTS = 5000;

type Region = { bounding_box?: BoundingBox; polygons?: Polygon[] };

const outside = ({ width, height }: Size) =>
  `This lies outside the picture, which is ${width} × ${height} pixels.`;

const hasArea = (box: BoundingBox) => areaOf(box) > 0;

/** A line that a picture ends at: points of which `axis` is below, or above, it are outside. */
type Edge = { axis: 0 | 1; at: number; keeps: 'above' | 'below' };

const edgesOf = ({ width, height }: Size): Edge[] => [
  { axis: 0, at: 0, keeps: 'above' },
  { axis: 0, at: width, keeps: 'below' },
  { axis: 1, at: 0, keeps: 'above' },
  { axis: 1, at: height, keeps: 'below' },
];

/** Where the line from one point to another, on its other side, meets the edge. */
const crossing = (from: Polygon[number], to: Polygon[number], { axis, at }: Edge): Polygon[number] => {
  const along = (at - from[axis]) / (to[axis] - from[axis]);
  const across = axis === 0 ? 1 : 0;
  const other = from[across] + along * (to[across] - from[across]);
  return axis === 0 ? [at, other] : [other, at];
};

/** Edge by edge: what lies beyond is cut off, and the cut becomes part of the outline. */
const cutAt = (polygon: Polygon, edge: Edge): Polygon => {
  const isIn = (point: Polygon[number]) =>
    edge.keeps === 'above' ? point[edge.axis] >= edge.at : point[edge.axis] <= edge.at;
  return polygon.flatMap((point, index): Polygon => {
    const before = polygon.at(index - 1)!;
    const entry = isIn(point) === isIn(before) ? [] : [crossing(before, point, edge)];
    return isIn(point) ? [...entry, point] : entry;
  });
};

const polygonOn = (picture: Size, polygon: Polygon): Polygon[] => {
  const cut = edgesOf(picture).reduce(cutAt, polygon);
  const isWhole = cut.length === polygon.length && cut.every((point, index) => point === polygon[index]);
  return isWhole || (cut.length > 0 && hasArea(boxAround([cut]))) ? [cut] : [];
};

/**
 * A region with its box: the given one, the one around the polygons, or the whole picture. People draw over the edge,
 * so what sticks out is cut off; refused is only what lies beside the picture altogether.
 */
export const regionOn = (
  picture: Size,
  region: Region,
): { bounding_box: BoundingBox; polygons: Polygon[] } => {
  const drawn = region.polygons ?? [];
  const polygons = drawn.flatMap((polygon) => polygonOn(picture, polygon));
  const box = region.bounding_box ? clippedTo(picture, region.bounding_box) : null;
  if (polygons.length === 0 && box === null) {
    const given = [
      ...(drawn.length > 0 ? ['polygons.0'] : []),
      ...(region.bounding_box ? ['bounding_box'] : []),
    ];
    const whole = { xmin: 0, ymin: 0, width: picture.width, height: picture.height };
    if (given.length === 0) return { polygons, bounding_box: whole };
    throw invalidInput(given.map((path) => ({ path, message: outside(picture) })));
  }
  const bounding_box = box ?? boxAround(polygons);
  if (!hasArea(bounding_box))
    throw invalidField('polygons', 'All points lie on one line. Draw around an area.');
  return { polygons, bounding_box };
};
