/**
 * A find that is not sure enough by itself is a damage where two models agree: the photo as a whole says that the vehicle is
 * damaged, and this is the surest find on it. Of each such photo one counts; the others stay suspicions.
 */
import { type Threshold, withOdds } from '../damages/damage-kinds.ts';
import { type FoundDamage, findDamages } from '../damages/find-damages.ts';
import type { Detections } from '../photos/detections.ts';
import type { PhotoFindings } from '../photos/photo-findings.ts';
import { DAMAGED_AS_A_WHOLE, JOINT_ODDS } from './tuning.ts';

/** A sure flat tire is reason enough for the photo as a whole to say so: nothing else on it need be damaged. */
export const saysDamaged = (
  { state = {}, damages = [] }: Pick<Detections, 'state' | 'damages'>,
  threshold: Threshold,
): boolean =>
  (state.moderate ?? 0) + (state.severe ?? 0) >= DAMAGED_AS_A_WHOLE &&
  !damages.some(({ damage_type, score }) => damage_type === 'flat_tire' && score >= threshold(damage_type));

/** From where on a find counts on such a photo. A type that is never suspected needs all of its threshold. */
export const jointThreshold =
  (threshold: Threshold, suspected: Threshold): Threshold =>
  (type) =>
    suspected(type) === Infinity ? threshold(type) : withOdds(threshold(type), JOINT_ODDS);

const surestFirst = (a: { score: number }, b: { score: number }) => b.score - a.score;

/** `photosByVehicle`: of the photos only those that say so and show none of the listed damages have finds, from this threshold on. */
export const findJointly = (
  photosByVehicle: readonly (readonly PhotoFindings[])[],
  threshold: Threshold,
): FoundDamage[] => {
  const shown = new Set<string>();
  return photosByVehicle
    .flatMap((photos) => findDamages(photos, threshold))
    .toSorted(surestFirst)
    .filter(({ views }) => {
      const isFirst = views.every(({ image_id }) => !shown.has(image_id));
      for (const { image_id } of views) shown.add(image_id);
      return isFirst;
    });
};
