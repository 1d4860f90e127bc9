/** Where on a picture something is: polygons and their box, in pixels of the upright picture. */
import { type FieldError, invalidField, invalidInput } from './problem.ts';
import type { BoundingBox, Polygon } from './records.ts';

export const MAX_POLYGONS = 100;
export const MAX_POINTS = 5000;

type Picture = { width: number; height: number };
type Region = { bounding_box?: BoundingBox; polygons?: Polygon[] };

export const boxAround = (polygons: Polygon[]): BoundingBox => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of polygons.flat()) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { xmin: left, ymin: top, width: right - left, height: bottom - top };
};

const outside = ({ width, height }: Picture) =>
  `This lies outside the picture, which is ${width} × ${height} pixels.`;

const polygonErrors = (polygons: Polygon[], picture: Picture): FieldError[] => {
  const index = polygons.findIndex((polygon) =>
    polygon.some(([x, y]) => x < 0 || y < 0 || x > picture.width || y > picture.height),
  );
  return index < 0 ? [] : [{ path: `polygons.${index}`, message: outside(picture) }];
};

const boxErrors = (box: BoundingBox | undefined, picture: Picture): FieldError[] => {
  if (!box) return [];
  const within =
    box.xmin >= 0 &&
    box.ymin >= 0 &&
    box.xmin + box.width <= picture.width &&
    box.ymin + box.height <= picture.height;
  return within ? [] : [{ path: 'bounding_box', message: outside(picture) }];
};

/** A region with its box: the given one, the one around the polygons, or the whole picture. */
export const regionOn = (
  picture: Picture,
  region: Region,
): { bounding_box: BoundingBox; polygons: Polygon[] } => {
  const polygons = region.polygons ?? [];
  const errors = [...polygonErrors(polygons, picture), ...boxErrors(region.bounding_box, picture)];
  if (errors.length > 0) throw invalidInput(errors);
  const whole = { xmin: 0, ymin: 0, width: picture.width, height: picture.height };
  const bounding_box = region.bounding_box ?? (polygons.length > 0 ? boxAround(polygons) : whole);
  if (bounding_box.width === 0 || bounding_box.height === 0)
    throw invalidField('polygons', 'All points lie on one line. Draw around an area.');
  return { polygons, bounding_box };
};
