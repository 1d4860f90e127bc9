/** The outline of what is above zero on a patch of a network's grid, as polygons in pixels of the picture. */
import { hullOf, isSimple } from '../../inspections/geometry/polygon-validity.ts';
import { MOST_POINTS } from '../../inspections/geometry/polygons.ts';
import type { BoundingBox, Polygon } from '../../inspections/records/place.ts';
import { type Ring, ringsAround, signedArea } from './contours.ts';
import { simplified } from './polygon-simplify.ts';
import { COARSER, FINER, MOST_PIECES, TOLERANCE_CELLS, TOLERANCE_SIZE } from './tuning.ts';

/** Samples at the centers of cells, row by row; `left` and `top` are the first cell's place on the whole grid. */
export type Patch = { values: Float32Array; left: number; top: number; width: number; height: number };

/** A piece smaller than this is a speck unless it is all there is: in cells, and as a share of the largest piece. */
type Specks = { cells: number; share: number };

/** The outline within `box` (in pixels), largest piece first; none when nothing is above zero there. */
export function outlineIn(patch: Patch, box: BoundingBox, pixelsPerCell: number, specks: Specks): Polygon[] {
  const rings = ringsAround(fieldIn(patch, box, pixelsPerCell))
    .map((ring) => ({ ring, area: signedArea(ring) }))
    .sort((a, b) => b.area - a.area)
    .slice(0, MOST_PIECES);
  const least = Math.max(specks.cells * pixelsPerCell ** 2, specks.share * (rings[0]?.area ?? 0));
  const pieces = rings.filter(({ area }, i) => i === 0 || area >= least);
  for (let coarseness = 1; ; coarseness *= COARSER) {
    const polygons = pieces
      .map(({ ring, area }) => {
        const tolerance = Math.max(TOLERANCE_CELLS * pixelsPerCell, TOLERANCE_SIZE * Math.sqrt(area));
        return polygonFrom(ring, coarseness * tolerance);
      })
      .filter((polygon) => polygon.length > 2);
    if (polygons.reduce((sum, polygon) => sum + polygon.length, 0) <= MOST_POINTS) return polygons;
  }
}

/** Simplification and rounding can make a narrow ring cross itself: then finer, and in the end its hull. */
function polygonFrom(ring: Ring, tolerance: number): Polygon {
  for (const share of [1, FINER]) {
    const polygon = rounded(simplified(ring, share * tolerance));
    if (isSimple(polygon)) return polygon;
  }
  return hullOf(rounded(simplified(ring, tolerance)));
}

/** Quarters of a pixel are exact numbers, so that a box's corner plus its side never passes the picture's edge. */
export const quarter = (value: number) => Math.round(value * 4) / 4;

function rounded(ring: Ring): Polygon {
  const polygon: Polygon = [];
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [quarter(ring[i]!), quarter(ring[i + 1]!)];
    const last = polygon.at(-1);
    if (last?.[0] !== x || last[1] !== y) polygon.push([x, y]);
  }
  const [first, last] = [polygon[0], polygon.at(-1)];
  if (polygon.length > 1 && first![0] === last![0] && first![1] === last![1]) polygon.pop();
  return polygon;
}

let samples = new Float32Array(0);

/**
 * The patch's samples within the box, and on the box's edges what lies between the samples there. A frame of samples
 * below zero at the same places as the edge closes the rings along it.
 */
function fieldIn(patch: Patch, box: BoundingBox, pixelsPerCell: number) {
  const xs = placesAlong(box.xmin, box.width, pixelsPerCell, patch.left, patch.width);
  const ys = placesAlong(box.ymin, box.height, pixelsPerCell, patch.top, patch.height);
  const width = xs.length;
  const size = width * ys.length;
  if (samples.length < size) samples = new Float32Array(size);
  samples.fill(-1, 0, size);
  const across = xs.map((x) => cellBetween(x / pixelsPerCell - patch.left, patch.width));
  for (let row = 1; row < ys.length - 1; row++) {
    const down = cellBetween(ys[row]! / pixelsPerCell - patch.top, patch.height);
    for (let column = 1; column < width - 1; column++) {
      samples[row * width + column] = between(patch, across[column]!, down);
    }
  }
  return { values: samples, xs, ys };
}

/** The edges twice (the frame and the samples on it), and the centers of the cells that lie between them. */
function placesAlong(start: number, length: number, pixelsPerCell: number, first: number, cells: number) {
  const places = [start, start];
  for (let cell = first; cell < first + cells; cell++) {
    const place = (cell + 0.5) * pixelsPerCell;
    if (place > start && place < start + length) places.push(place);
  }
  places.push(start + length, start + length);
  return Float64Array.from(places);
}

/** A place on the patch as the cell before it plus a share of the way to the next one. */
const cellBetween = (place: number, cells: number) => Math.min(cells - 1, Math.max(0, place - 0.5));

function between({ values, width, height }: Patch, right: number, down: number): number {
  const x = Math.floor(right);
  const y = Math.floor(down);
  const dx = right - x;
  const dy = down - y;
  const next = x + 1 < width ? 1 : 0;
  const below = y + 1 < height ? width : 0;
  const at = y * width + x;
  const above = values[at]! + dx * (values[at + next]! - values[at]!);
  const under = values[at + below]! + dx * (values[at + below + next]! - values[at + below]!);
  return above + dy * (under - above);
}
