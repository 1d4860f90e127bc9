/** The words of `training/` for the types of damage (training/walkaround_training/data/vocabulary.py). */
import lookalikes from '../../../../vocabulary/lookalikes.json' with { type: 'json' };
import { damageEntry } from '../damages/damage-registry.ts';
import type { DamageType } from '../vocabulary.ts';

/** Inside such a box no type is right or wrong. */
export const UNSPECIFIED = 'damage_unspecified';

/** Those that the damage model learns and people review. It also learns flat tires and airbags, which nobody confirms as a damage. */
const LEARNED: readonly DamageType[] = [
  'scratch',
  'dent',
  'missing_piece',
  'broken_light',
  'broken_glass',
  'body_crack',
  'misshape',
  'paint_peeling',
  'smash',
  'rustiness',
  'hubcap_scratch',
];

/** Whoever approves an inspection says that these are listed wherever a photo shows them. */
export const REVIEWED_TYPES: readonly string[] = LEARNED;

/** What the model learns although it is no damage, so that it tells it from one. Nobody looks for all of it. */
const LEARNED_LOOKALIKES: readonly string[] = ['dirt', 'light_reflection'];

export const isLookalike = (type: DamageType) => Object.hasOwn(lookalikes, type);

/** What a box of this type teaches; null: that there is no damage. */
export const categoryOf = (type: DamageType): string | null => {
  const learned = [...REVIEWED_TYPES, ...LEARNED_LOOKALIKES];
  if (learned.includes(type)) return type;
  if (isLookalike(type)) return null;
  const other = damageEntry(type)?.same_as;
  return other && learned.includes(other) ? other : UNSPECIFIED;
};
