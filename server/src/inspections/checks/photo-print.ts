/**
 * What a photo is compared by with the others of its inspection. It follows from the photo alone, so it is worked out before
 * the commit that stores the checks.
 */
import type { DetectedPart } from '../photos/detections.ts';
import type { Finds, PartFinds } from '../photos/finds.ts';
import { PART_THRESHOLD } from '../photos/tuning.ts';
import { type Tiled, tiled } from './duplicate-photos.ts';
import { type Paint, showsPaint } from './paint.ts';
import type { PhotoColors } from './thumbprint.ts';
import { WASHED_OUT } from './tuning.ts';

export type PhotoPrint = Tiled & {
  /** Null where too little of it is in sight, and where light in the lens takes its color. */
  paint: Paint | null;
};

const sureParts = (parts: readonly DetectedPart[]) => parts.filter(({ score }) => score >= PART_THRESHOLD);

type Seen = Partial<Pick<Finds, 'paint' | 'photo'> & { parts: Pick<PartFinds, 'parts'> }>;

const isWashedOut = ({ photo }: Seen) => (photo?.attributes.lens_flare?.confidence ?? 0) >= WASHED_OUT;

/** Null where it does not tell the color of the vehicle. */
export const paintOf = (photo: Pick<PhotoColors, 'width' | 'height'>, seen: Seen): Paint | null =>
  !isWashedOut(seen) && showsPaint(photo, sureParts(seen.parts?.parts ?? [])) ? (seen.paint ?? null) : null;

export const printOf = (photo: PhotoColors, seen: Seen): PhotoPrint => ({
  ...tiled(photo),
  paint: paintOf(photo, seen),
});
