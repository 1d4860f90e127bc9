/** A part in its surroundings, as the network that judges parts learned it: in the middle of a square, the rest dimmed. */

import { centerOf, longSide, type Size } from '../../inspections/geometry/boxes.ts';
import { forCellsInside } from '../../inspections/geometry/cells-inside.ts';
import type { DetectedPart } from '../../inspections/photos/detections.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { drawSquare, type Square, samplesAlong } from './square-crop.ts';

/** The longer side of the photo that the crops are taken from. */
export const SEEN_AT = 768;
/** Side of a crop to the longer side of its part. */
const MARGIN = 1.35;
/** In pixels of the photo at `SEEN_AT`. */
const LEAST_SIDE = 48;
/** How much of what lies outside the part turns to gray. */
const DIMMED = 0.6;
/** The outline is drawn on cells of so many pixels, and one cell wider than it is. */
const CELL = 6;
const CELLS = SEEN_AT / CELL;
/** A cell with this share of the strongest one's strength belongs to the place. By eye. */
const NEARLY_AS_STRONG = 0.6;

/** 1 on the part and one cell around it, on a grid over the square of the photo. */
function cellsOf({ polygons }: Pick<DetectedPart, 'polygons'>, scale: number): Float32Array {
  const cells = new Float32Array(CELLS * CELLS);
  forCellsInside(polygons, CELLS, CELL / scale, (at) => {
    const [x, y] = [at % CELLS, Math.floor(at / CELLS)];
    for (let row = Math.max(0, y - 1); row <= Math.min(CELLS - 1, y + 1); row++)
      cells.fill(1, row * CELLS + Math.max(0, x - 1), row * CELLS + Math.min(CELLS, x + 2));
  });
  return cells;
}

const squareAround = ({ bounding_box }: DetectedPart, scale: number): Square => {
  const side = Math.max(LEAST_SIDE, MARGIN * scale * longSide(bounding_box));
  const { x, y } = centerOf(bounding_box);
  return { left: x * scale - side / 2, top: y * scale - side / 2, side };
};

/** `photo`: at `SEEN_AT`; `scale`: its pixels per pixel of the part. */
export function partCrop(photo: Pixels, part: DetectedPart, scale: number, size: number): Pixels {
  const { left, top, side } = squareAround(part, scale);
  const cells = cellsOf(part, scale);
  const step = side / size / CELL;
  const across = samplesAlong(left / CELL, step, size, CELLS);
  const down = samplesAlong(top / CELL, step, size, CELLS);
  const onPart = (x: number, y: number) => {
    const [upper, lower] = [down.before[y]! * CELLS, down.after[y]! * CELLS];
    const along = (column: number) =>
      down.ofBefore[y]! * cells[upper + column]! + down.ofAfter[y]! * cells[lower + column]!;
    return across.ofBefore[x]! * along(across.before[x]!) + across.ofAfter[x]! * along(across.after[x]!);
  };
  const crop = { data: new Uint8Array(3 * size * size), width: size, height: size, channels: 3 };
  drawSquare(photo, { left, top, side }, crop, { size }, (x, y) => 1 - DIMMED * (1 - onPart(x, y)));
  return crop;
}

/**
 * Where on the photo one kind of damage is seen: the box around the strongest cell of the part and its neighbors that are nearly as
 * strong. `strengths`: of the cells of the crop.
 */
export function placeOnPart(
  strengths: Float32Array,
  part: DetectedPart,
  photo: Size,
  scale: number,
): BoundingBox {
  const count = Math.round(Math.sqrt(strengths.length));
  const { left, top, side } = squareAround(part, scale);
  const cell = side / count;
  const onPart = cellsOf(part, scale);
  const isOnPart = (at: number) => {
    const [x, y] = [left + ((at % count) + 0.5) * cell, top + (Math.floor(at / count) + 0.5) * cell];
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    return column >= 0 && row >= 0 && column < CELLS && row < CELLS && onPart[row * CELLS + column] === 1;
  };
  const own = [...strengths.keys()].filter(isOnPart);
  const cells = own.length > 0 ? own : [...strengths.keys()];
  const values = cells.map((at) => strengths[at]!);
  const [most, least] = [Math.max(...values), Math.min(...values)];
  // A network that overflowed says nothing of the place.
  if (!Number.isFinite(most - least)) return part.bounding_box;
  const strong = new Set(
    cells.filter((at) => strengths[at]! >= most - (1 - NEARLY_AS_STRONG) * (most - least)),
  );
  const spot = connected(cells[values.indexOf(most)]!, strong, count);
  const [columns, rows] = [spot.map((at) => at % count), spot.map((at) => Math.floor(at / count))];
  const along = (from: number, steps: readonly number[], most: number) => {
    const [start, end] = [Math.min(...steps), Math.max(...steps) + 1].map((step) =>
      Math.min(most, Math.max(0, (from + step * cell) / scale)),
    );
    return { start: start!, length: end! - start! };
  };
  const [across, down] = [along(left, columns, photo.width), along(top, rows, photo.height)];
  return { xmin: across.start, ymin: down.start, width: across.length, height: down.length };
}

/** The cells that hang together with the first one. */
function connected(first: number, among: ReadonlySet<number>, count: number): number[] {
  const reached = [first];
  for (const at of reached)
    for (const next of [
      at - count,
      at + count,
      ...(at % count > 0 ? [at - 1] : []),
      ...((at + 1) % count > 0 ? [at + 1] : []),
    ])
      if (among.has(next) && !reached.includes(next)) reached.push(next);
  return reached;
}
