/**
 * A close-up that tells no part, beside a damage that other photos of the vehicle show on a part that it may lie on: most often that damage
 * again, from nearby or from another side. Nobody pays twice for a guess, so a person decides: it is a suspicion.
 */
import { type OpenFamily, readingsOf } from '../../parts/open-families.ts';
import type { PhotoFindings } from '../../photos/photo-findings.ts';
import { isOneEvent, type Threshold } from '../damage-kinds.ts';
import type { FoundDamage } from '../find-damages.ts';

/** The parts that such a family may mean; null: any. */
const readings = (family: OpenFamily | null | undefined) => (family ? readingsOf(family) : null);

const mayRepeat = (one: FoundDamage, other: FoundDamage) => {
  const [part] = other.part_types;
  return (
    one.part_types.length === 0 &&
    part !== undefined &&
    isOneEvent(one.damage_type, other.damage_type) &&
    (readings(one.evidence.part_family)?.includes(part) ?? true) &&
    one.views.every((view) => other.views.every(({ image_id }) => image_id !== view.image_id))
  );
};

/** `vehicles`: the photos of each. `suspected`: from which score on a type is a suspicion; what can be none stays a damage, lest it be lost. */
export const withoutLikelyRepeats = (
  damages: readonly FoundDamage[],
  vehicles: readonly (readonly PhotoFindings[])[],
  suspected: Threshold,
): FoundDamage[] => {
  const vehicleOf = new Map(vehicles.flatMap((photos, at) => photos.map(({ image_id }) => [image_id, at])));
  const isOnSameVehicle = (one: FoundDamage, other: FoundDamage) =>
    vehicleOf.get(one.views[0]!.image_id) === vehicleOf.get(other.views[0]!.image_id);
  return damages.filter(
    (one) =>
      one.score < suspected(one.damage_type) ||
      !damages.some((other) => isOnSameVehicle(one, other) && mayRepeat(one, other)),
  );
};
