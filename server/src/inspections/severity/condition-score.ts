/**
 * The condition of a vehicle as one number, 100 without a damage and never below 0. Every damage takes its type's
 * share of what the others leave. On one part the worst damage counts whole and each further one half: a part is
 * repaired once. Corrections by people count at once, because the number is worked out whenever it is shown.
 */

import { damageEntry } from '../damages/damage-registry.ts';
import type { Damage } from '../records/findings/damage.ts';
import type { TaskStatus } from '../vocabulary.ts';
import { FURTHER_DAMAGE_COUNTS } from './tuning.ts';

type Counted = Pick<Damage, 'damage_type' | 'part_type' | 'deleted_at'>;

export const conditionScore = (damages: readonly Counted[]): number => {
  const counted = damages
    .flatMap(({ damage_type, part_type, deleted_at }) => {
      const share = deleted_at === null && damageEntry(damage_type)?.condition_share;
      return share ? { part_type, share } : [];
    })
    .sort((a, b) => b.share - a.share);
  const onPart = new Set<string>();
  let left = 1;
  for (const { part_type, share } of counted) {
    left *= 1 - ((onPart.has(part_type) ? FURTHER_DAMAGE_COUNTS : 1) * share) / 100;
    if (part_type !== 'ignore') onPart.add(part_type);
  }
  return Math.round(100 * left);
};

/** `search`: the status of the task that finds damages. */
type Searched = { search: TaskStatus | null | undefined; images: number; damages: number };

/** Whether somebody has looked, so that no damage means something. A search without photos does not; what a person says does. */
export const isAnalysed = ({ search, images, damages }: Searched) =>
  damages > 0 || (images > 0 && (search === 'DONE' || search === 'VALIDATED'));
