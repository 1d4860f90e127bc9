/** What is not sure enough to be a damage, for a person to check. It is kept apart from damages everywhere. */

import { isSamePlace } from '../damages/corrections.ts';
import type { Threshold } from '../damages/damage-kinds.ts';
import { type FoundDamage, findPlaces } from '../damages/find-damages.ts';
import type { PhotoFindings } from '../photos/photo-findings.ts';
import type { Suspicion } from '../records/findings/suspicion.ts';
import type { Inspection } from '../records/inspection.ts';
import type { BoundingBox } from '../records/place.ts';
import { onVehicle } from './on-vehicle.ts';
import { MOST_SUSPICIONS } from './tuning.ts';

type Seen = { views: readonly { image_id: string; bounding_box: BoundingBox }[] };

const isAtPlaceOf = (one: Seen, other: Seen) =>
  one.views.some((view) =>
    other.views.some(
      ({ image_id, bounding_box }) =>
        image_id === view.image_id && isSamePlace(bounding_box, view.bounding_box),
    ),
  );

const surestFirst = (one: { score: number }, other: { score: number }) => other.score - one.score;

/**
 * Merged over the photos of each vehicle by the rules for damages, with a lower threshold. What does not lie on the vehicle is none, and what lies at the place of a
 * damage, or of a surer suspicion, says nothing new, whatever its type.
 */
export const findSuspicions = (
  photosByVehicle: readonly (readonly PhotoFindings[])[],
  threshold: Threshold,
  damages: readonly FoundDamage[],
): FoundDamage[] => {
  const kept: FoundDamage[] = [];
  // Where no damage is listed a person had better look at all of them: without them the vehicle reads as intact.
  const shown =
    damages.length === 0 ? photosByVehicle : photosByVehicle.map((photos) => photos.map(onVehicle));
  const all = shown.flatMap((photos) => findPlaces(photos, threshold, surestFirst));
  for (const found of all.toSorted(surestFirst))
    if (![...damages, ...kept].some((surer) => isAtPlaceOf(found, surer))) kept.push(found);
  return kept.slice(0, MOST_SUSPICIONS);
};

/** Those that still tell something: people may have added or restored a damage at the place of an open one since. */
export const listedSuspicions = (
  suspicions: readonly Suspicion[],
  { damages, views }: Pick<Inspection, 'damages' | 'views'>,
): Suspicion[] => {
  const standing = new Set(damages.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id));
  const seen = views.filter(
    ({ damage_id, deleted_at }) => deleted_at === null && damage_id !== null && standing.has(damage_id),
  );
  return suspicions.filter(
    (suspicion) => suspicion.state !== 'open' || !isAtPlaceOf(suspicion, { views: seen }),
  );
};
