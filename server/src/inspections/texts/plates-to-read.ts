import type { BoxSeen } from '../photos/photo-seen.ts';
import type { BoundingBox } from '../records/place.ts';

/** On a photo of a parking lot the others belong to other vehicles. */
const MOST_PLATES = 3;

const sizeOf = ({ width, height }: BoundingBox) => width * height;

/** The largest number plates on the photo, which are read once more from close by. */
export const platesToRead = (plates: readonly BoxSeen[]): BoundingBox[] =>
  plates
    .map(({ bounding_box }) => bounding_box)
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, MOST_PLATES);
