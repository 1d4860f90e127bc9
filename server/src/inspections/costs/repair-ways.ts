/** How a damage is repaired: by type, level and surface. */

import { damageEntry, type Way } from '../damages/damage-registry.ts';
import type { Surface } from '../parts/part-facts.ts';
import type { Level } from '../records/severity.ts';
import type { DamageType } from '../vocabulary.ts';

export const waysFor = (type: DamageType, level: Level, surface: Surface): Way[] => {
  const repair = damageEntry(type)?.repair;
  if (!repair) return [];
  return surface === 'unpainted' ? repair.unpainted : repair.painted(level, surface);
};
