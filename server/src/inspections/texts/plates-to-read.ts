import { areaOf } from '../geometry/boxes.ts';
import type { DetectedBox } from '../photos/detections.ts';
import type { BoundingBox } from '../records/place.ts';

/** On a photo of a parking lot the others belong to other vehicles. */
const MOST_PLATES = 3;

/** The largest number plates on the photo, which are read once more from close by. */
export const platesToRead = (plates: readonly DetectedBox[]): BoundingBox[] =>
  plates
    .map(({ bounding_box }) => bounding_box)
    .sort((a, b) => areaOf(b) - areaOf(a))
    .slice(0, MOST_PLATES);
