/** Which finds count as damages, which are the same kind of damage, and from which score on they count. */
import type { DamageType } from '../vocabulary.ts';
import { damageEntry } from './damage-registry.ts';
import { USUAL_THRESHOLD } from './tuning.ts';

export const isDamage = (type: string): type is DamageType => damageEntry(type) !== null;

const kindOf = (type: string): string => damageEntry(type)?.same_as ?? type;

export const isSameKind = (a: DamageType, b: DamageType) => kindOf(a) === kindOf(b);

/** The score from which a type is shown when these are the model's own thresholds. */
export type Threshold = (type: string) => number;

/**
 * As usual each type counts from its own threshold on, which was set on photos for a stated precision. Whoever asks
 * for more or less than usual sees fewer or more finds of every type, never the other way round.
 */
export const thresholdFor =
  (own: Record<string, number | null>, asked = USUAL_THRESHOLD): Threshold =>
  (type) => {
    const least = own[type] ?? own[kindOf(type)] ?? null;
    if (least === null) return Infinity;
    if (asked === USUAL_THRESHOLD) return least;
    return asked < USUAL_THRESHOLD ? Math.min(asked, least) : Math.max(asked, least);
  };
