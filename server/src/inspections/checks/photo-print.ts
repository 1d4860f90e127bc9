/**
 * What a photo is compared by with the others of its inspection. It follows from the photo alone, so it is worked out before
 * the commit that stores the checks.
 */
import type { DetectedPart } from '../photos/detections.ts';
import { PART_THRESHOLD } from '../photos/tuning.ts';
import { type Tiled, tiled } from './duplicate-photos.ts';
import { type Paint, paintOn } from './paint.ts';
import type { PhotoColors } from './thumbprint.ts';

export type PhotoPrint = Tiled & {
  /** Null where too little of it is in sight. */
  paint: Paint | null;
};

export const printOf = (photo: PhotoColors, parts: readonly DetectedPart[]): PhotoPrint => ({
  ...tiled(photo),
  paint: paintOn(
    photo,
    parts.filter(({ score }) => score >= PART_THRESHOLD),
  ),
});
