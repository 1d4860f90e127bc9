/**
 * A find that is not sure enough by itself is a damage where two models agree: the photo as a whole says that the vehicle is
 * damaged, and this is the surest find on it. Of each such photo one counts; the others stay suspicions.
 */
import { type Threshold, withOdds } from '../damages/damage-kinds.ts';
import { type FoundDamage, findDamages } from '../damages/find-damages.ts';
import { mergeDamages } from '../damages/merging/merge-damages.ts';
import type { Detections } from '../photos/detections.ts';
import type { DamageOnPhoto, PhotoFindings } from '../photos/photo-findings.ts';
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

type ByVehicle = readonly (readonly PhotoFindings[])[];

const surestFirst = (a: { score: number }, b: { score: number }) => b.score - a.score;

/** `photosByVehicle`: of the photos only those that say so and show none of the listed damages have finds, from this threshold on. */
export const findJointly = (photosByVehicle: ByVehicle, threshold: Threshold): FoundDamage[] => {
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

/** `also`: where the same photos show what was found jointly. */
const withFinds = (
  photosByVehicle: ByVehicle,
  also: ByVehicle,
  isMeant: (find: DamageOnPhoto) => boolean,
) => {
  const finds = Map.groupBy(
    also.flatMap((photos) => photos.flatMap(({ damages }) => damages)).filter(isMeant),
    ({ image_id }) => image_id,
  );
  return photosByVehicle.map((photos) =>
    photos.map((photo) => ({
      ...photo,
      damages: [...photo.damages, ...(finds.get(photo.image_id) ?? [])],
    })),
  );
};

/**
 * What was found jointly may be one of the listed damages, by the rules for these: then that one is seen on a further photo,
 * and nothing is listed again.
 */
export const withJointFinds = (
  listed: readonly FoundDamage[],
  photosByVehicle: ByVehicle,
  jointly: readonly FoundDamage[],
  also: ByVehicle,
): FoundDamage[] => {
  const isSeenBy = (find: DamageOnPhoto) => (damage: FoundDamage) => damage.views.includes(find);
  const groups = withFinds(photosByVehicle, also, (find) => jointly.some(isSeenBy(find))).flatMap(
    mergeDamages,
  );
  const sameAs = (found: FoundDamage) =>
    listed.find((damage) =>
      groups.some(
        (group) =>
          group.some((find) => isSeenBy(find)(found)) && group.some((find) => isSeenBy(find)(damage)),
      ),
    );
  const seenAgain = Map.groupBy(jointly, sameAs);
  return [
    ...listed.map((damage) => ({
      ...damage,
      views: [damage, ...(seenAgain.get(damage) ?? [])].flatMap(({ views }) => views),
    })),
    ...(seenAgain.get(undefined) ?? []),
  ];
};
