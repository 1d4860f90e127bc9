/** A find as the network for second opinions learned it: from close by, and beside that with its surroundings; the rest dimmed. */
import { centerOf, longSide } from '../../inspections/geometry/boxes.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { drawSquare } from './square-crop.ts';

/** Side of a crop to the longer side of the find, and the least, in pixels of the photo at `SEEN_AT`. */
const CROPS = [
  { margin: 1.6, least: 72 },
  { margin: 4, least: 320 },
];
/** A crop is not much larger than the photo, unless the find itself is. */
const MOST = { of_photo: 1.1, of_find: 1.3 };
/** The box is left bright, and so much more. */
const AROUND = 1.1;
/** How much of what lies outside turns to gray. */
const DIMMED = 0.45;

/** `photo`: at `SEEN_AT`; `scale`: its pixels per pixel of the box; `size`: the side of each crop. */
export function findCrops(photo: Pixels, box: BoundingBox, scale: number, size: number): Pixels {
  const crops = {
    data: new Uint8Array(3 * CROPS.length * size * size),
    width: CROPS.length * size,
    height: size,
    channels: 3,
  };
  const { x, y } = centerOf(box);
  const longer = longSide(box) * scale;
  for (const [index, { margin, least }] of CROPS.entries()) {
    const most = Math.max(MOST.of_photo * longSide(photo), MOST.of_find * longer);
    const side = Math.min(most, Math.max(least, margin * longer));
    const square = { left: x * scale - side / 2, top: y * scale - side / 2, side };
    const reach = (length: number) => ((AROUND * scale * length) / 2) * (size / side);
    const [across, down] = [reach(box.width), reach(box.height)];
    const isInside = (column: number, row: number) =>
      Math.abs(column + 0.5 - size / 2) < across && Math.abs(row + 0.5 - size / 2) < down;
    drawSquare(photo, square, crops, { at: index * size, size }, (column, row) =>
      isInside(column, row) ? 1 : 1 - DIMMED,
    );
  }
  return crops;
}
