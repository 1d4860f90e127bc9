/**
 * A second network looks at each find in doubt, from close by and with its surroundings. What both hold for a damage is one. What the
 * first alone would list, and the second does not believe, is left to a person, as a suspicion. A fainter find is no surer than both are.
 */
import type { DamageFind, DetectedDamage } from '../photos/detections.ts';
import { inDoubt, type Thresholds, withOdds } from './damage-kinds.ts';
import { SECOND_OPINION } from './tuning.ts';

/** The types that it is asked about. Scratches are not: there it is no surer than the first (training/EXPERIMENTS.md, 19a). */
const ASKED_TYPES: readonly string[] = ['dent', 'missing_piece', 'body_crack'];

/** `opinion`: how likely the second network holds it for a damage of its type; null where it was not asked. */
type WithOpinion<Find extends DamageFind> = Find & { opinion: number | null };

/** Surer finds stay what they are, and fainter ones too. */
export const isInDoubt = ({ damage_type, score }: Pick<DamageFind, 'damage_type' | 'score'>): boolean =>
  ASKED_TYPES.includes(damage_type) && score >= SECOND_OPINION.from && score < SECOND_OPINION.below;

/** The finds were judged in their order. */
export const withOpinions = <Find extends DamageFind>(
  finds: readonly Find[],
  opinions: readonly (number | null)[] = [],
): WithOpinion<Find>[] => finds.map((find, index) => ({ ...find, opinion: opinions[index] ?? null }));

/** The score of both together. */
const together = ({ score, opinion }: { score: number; opinion: number | null }): number => {
  if (opinion === null) return score;
  const { surest, weight, factor } = SECOND_OPINION;
  const believed = Math.min(surest, Math.max(1 - surest, opinion));
  return withOdds(score, factor * (believed / (1 - believed)) ** weight);
};

/** `thresholds`: from which score on a type is a finding. On a part with a finding a further find is most often the same damage. */
export const withSecondOpinions = (
  found: readonly WithOpinion<DetectedDamage>[],
  thresholds: Thresholds,
): DetectedDamage[] => {
  const judged = found.map(({ opinion, ...find }) => {
    const least = thresholds[find.damage_type] ?? Infinity;
    const score = together({ ...find, opinion });
    return { find, score, was: find.score >= least, is: score >= least };
  });
  const standing = judged.filter(({ was, is }) => was && is);
  const isFree = ({ part_type }: DetectedDamage) =>
    part_type === null || !standing.some(({ find }) => find.part_type === part_type);
  return judged.map(({ find, score, was, is }) => {
    if (is)
      return was ? { ...find, score } : isFree(find) ? { ...find, score, found_by: 'second_opinion' } : find;
    return was ? inDoubt(find, thresholds) : { ...find, score: Math.min(find.score, score) };
  });
};
