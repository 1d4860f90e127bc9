/**
 * What a photo is compared by with the others of its inspection. It follows from the photo alone, so it is worked out before
 * the commit that stores the checks.
 */
import type { DetectedPart } from '../photos/detections.ts';
import { PART_THRESHOLD } from '../photos/tuning.ts';
import { type Tiled, tiled } from './duplicate-photos.ts';
import { type Paint, showsPaint } from './paint.ts';
import type { PhotoColors } from './thumbprint.ts';

export type PhotoPrint = Tiled & {
  /** Null where too little of it is in sight. */
  paint: Paint | null;
};

export const sureParts = (parts: readonly DetectedPart[]) =>
  parts.filter(({ score }) => score >= PART_THRESHOLD);

export const printOf = (
  photo: PhotoColors,
  paint: Paint | null | undefined,
  parts: readonly DetectedPart[],
): PhotoPrint => ({ ...tiled(photo), paint: paint && showsPaint(photo, sureParts(parts)) ? paint : null });
