/**
 * A close-up that tells no part, beside a damage that other photos of the vehicle show on a part that it may lie on: most often that damage
 * again, from nearby or from another side. So is the less sure of two such close-ups. Nobody pays twice for a guess, so a person decides: it is a
 * suspicion.
 */
import { readingsOf } from '../../parts/open-families.ts';
import type { PartType } from '../../parts/parts.ts';
import type { PhotoFindings } from '../../photos/photo-findings.ts';
import { isOneEvent, type Threshold } from '../damage-kinds.ts';
import type { FoundDamage } from '../find-damages.ts';

/** The parts that it may lie on; null: any. */
const readings = ({
  part_types: [part],
  evidence: { part_family },
}: FoundDamage): readonly PartType[] | null => (part ? [part] : part_family ? readingsOf(part_family) : null);

const mayBeOnSamePart = (one: FoundDamage, other: FoundDamage) => {
  const [own, others] = [readings(one), readings(other)];
  return own === null || others === null || own.some((part) => others.includes(part));
};

const mayRepeat = (one: FoundDamage, other: FoundDamage) =>
  one.part_types.length === 0 &&
  isOneEvent(one.damage_type, other.damage_type) &&
  mayBeOnSamePart(one, other) &&
  one.views.every((view) => other.views.every(({ image_id }) => image_id !== view.image_id));

/** Those with a part, and of the others the surest. */
const toldFirst = (a: FoundDamage, b: FoundDamage) =>
  Number(b.part_types.length > 0) - Number(a.part_types.length > 0) || b.score - a.score;

/** `vehicles`: the photos of each. `suspected`: from which score on a type is a suspicion; what can be none stays a damage, lest it be lost. */
export const withoutLikelyRepeats = (
  damages: readonly FoundDamage[],
  vehicles: readonly (readonly PhotoFindings[])[],
  suspected: Threshold,
): FoundDamage[] => {
  const vehicleOf = new Map(vehicles.flatMap((photos, at) => photos.map(({ image_id }) => [image_id, at])));
  const isOnSameVehicle = (one: FoundDamage, other: FoundDamage) =>
    vehicleOf.get(one.views[0]!.image_id) === vehicleOf.get(other.views[0]!.image_id);
  const kept = new Set<FoundDamage>();
  for (const one of damages.toSorted(toldFirst)) {
    const repeats = [...kept].some((other) => isOnSameVehicle(one, other) && mayRepeat(one, other));
    if (!repeats || one.score < suspected(one.damage_type)) kept.add(one);
  }
  return damages.filter((one) => kept.has(one));
};
