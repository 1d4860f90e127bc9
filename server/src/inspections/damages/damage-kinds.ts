/** Which finds count as damages, which are the same kind of damage, and from which score on they count. */
import type { DamageType } from '../vocabulary.ts';
import { damageEntry, findOf } from './damage-registry.ts';
import { JUST_BELOW, USUAL_THRESHOLD } from './tuning.ts';

export const isDamage = (type: string): type is DamageType => damageEntry(type) !== null;

const kindOf = (type: string): string => damageEntry(type)?.same_as ?? type;

export const isSameKind = (a: string, b: string) => kindOf(a) === kindOf(b);

export const isSameSort = (a: string, b: string) => {
  const sort = damageEntry(a)?.sort ?? null;
  return sort !== null && sort === damageEntry(b)?.sort;
};

/** Both at one spot are one damage: of the same kind, or what one hit leaves behind. */
export const isOneEvent = (a: string, b: string) =>
  kindOf(a) === kindOf(b) ||
  ([a, b].every((type) => damageEntry(type)?.by_impact ?? false) &&
    findOf(a).lies_on.some((kind) => findOf(b).lies_on.includes(kind)));

/** A type at one spot, and how surely it was found there. */
export type ScoredType<T extends string = string> = { damage_type: T; score: number };

/** A probability whose odds are multiplied by this: 0.9 at 0.5 leaves 0.82, and 0.5 leaves 0.33. */
export const withOdds = (score: number, factor: number): number =>
  (score * factor) / (1 - score + score * factor);

/** What takes most to repair first. */
export const worstFirst = (a: ScoredType, b: ScoredType) =>
  (damageEntry(b.damage_type)?.condition_share ?? 0) - (damageEntry(a.damage_type)?.condition_share ?? 0) ||
  b.score - a.score;

/** The score from which a type is shown when these are the model's own thresholds. */
export type Threshold = (type: string) => number;

/** The scores from which the types of a model are findings; null: never. */
export type Thresholds = Record<string, number | null>;

/** No finding, for a reason that is not sure either: a suspicion, which a person decides. */
export const inDoubt = <Find extends ScoredType>(find: Find, thresholds: Thresholds): Find => ({
  ...find,
  score: Math.min(find.score, (thresholds[find.damage_type] ?? Infinity) - JUST_BELOW),
});

/** A crack, or a piece that is gone. */
export const isTorn = ({ damage_type }: ScoredType) => damageEntry(damage_type)?.sort === 'torn';

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
