/** For tests: what photos come to, and a door on them. */
import { type AnalyzedPhoto, findingsOnPhoto } from '../photos/photo-findings.ts';
import { box, damage, part } from '../photos/test-photos.ts';
import { thresholdFor } from './damage-kinds.ts';
import { findDamages } from './find-damages.ts';

export const threshold = thresholdFor({
  scratch: 0.5,
  missing_piece: 0.5,
  dent: 0.4,
  misshape: 0.5,
  rustiness: 0.4,
  body_crack: 0.4,
  smash: 0.3,
  dirt: 0.2,
  broken_glass: 0.5,
  broken_light: 0.5,
  hubcap_scratch: 0.5,
});
export const found = (...photos: AnalyzedPhoto[]) =>
  findDamages(
    photos.map((photo) => findingsOnPhoto(photo, threshold)),
    threshold,
  );

export const DOOR = 'door_front_left' as const;
/** The door on a photo of the whole car, and again from closer by: the same thing is at other pixels. */
export const far = part(DOOR, box(400, 400, 200, 200));
export const near = part(DOOR, box(100, 200, 600, 600));
/** A mark in the middle of the door, and one in its lower corner. */
export const farMiddle = damage('scratch', DOOR, box(480, 480, 40, 20));
export const nearMiddle = damage('scratch', DOOR, box(345, 450, 110, 60), 0.6);
export const farCorner = damage('scratch', DOOR, box(420, 560, 30, 20), 0.7);
export const nearCorner = damage('scratch', DOOR, box(160, 680, 90, 60), 0.9);

export const viewsOf = (damages: ReturnType<typeof found>) =>
  damages.map(({ views }) => views.map((view) => view.image_id).sort()).sort();
