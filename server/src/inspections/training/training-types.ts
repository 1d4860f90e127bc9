/** The words of `training/` for the types of damage (training/walkaround_training/data/vocabulary.py). */
import lookalikes from '../../../../vocabulary/lookalikes.json' with { type: 'json' };
import { damageEntry } from '../damages/damage-registry.ts';
import type { DamageType } from '../vocabulary.ts';

/** Inside such a box no type is right or wrong. */
export const UNSPECIFIED = 'damage_unspecified';

/**
 * Those that models show to people: whoever approves an inspection says that they are listed wherever a photo shows them. The model
 * also learns flat tires and airbags, which nobody confirms as a damage.
 */
export const REVIEWED_TYPES: readonly string[] = [
  'scratch',
  'dent',
  'missing_piece',
  'broken_light',
  'broken_glass',
  'body_crack',
  'misshape',
  'paint_peeling',
  'rustiness',
] satisfies DamageType[];

/** What the model learns too, and never shows: it is listed only where a person thought of it. Two of them are no damage. */
const ALSO_LEARNED: readonly string[] = [
  'smash',
  'hubcap_scratch',
  'dirt',
  'light_reflection',
] satisfies DamageType[];

export const isLookalike = (type: DamageType) => Object.hasOwn(lookalikes, type);

/** What a box of this type teaches; null: that there is no damage. */
export const categoryOf = (type: DamageType): string | null => {
  const learned = [...REVIEWED_TYPES, ...ALSO_LEARNED];
  if (learned.includes(type)) return type;
  if (isLookalike(type)) return null;
  const other = damageEntry(type)?.same_as;
  return other && learned.includes(other) ? other : UNSPECIFIED;
};
