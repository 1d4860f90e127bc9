/** How bad a damage is by the look of its part. What its size tells is known beforehand and makes some levels likelier. */

import type { HowBad } from '../records/findings/damage.ts';
import type { Level } from '../records/severity.ts';
import type { LevelRange } from './severity.ts';
import { LOOK_OF_PART } from './tuning.ts';

const LEVELS: readonly Level[] = [1, 2, 3];

export type Probabilities = Pick<HowBad, 'moderate' | 'severe'>;

const chanceOf = (level: Level, { moderate, severe }: Probabilities) =>
  ({ 1: 1 - moderate, 2: Math.max(0, moderate - severe), 3: severe })[level];

const weightOf = (level: Level, { level: told, least, most }: LevelRange) =>
  level === told ? LOOK_OF_PART.agrees : level >= least && level <= most ? LOOK_OF_PART.range : 1;

/**
 * `within`: the levels that its type can have. What looks less bad than the first of them is of the first one, what looks worse than the
 * last of the last one.
 */
export const rangeByLook = (
  bySize: LevelRange,
  within: { least: Level; most: Level },
  look: Probabilities,
): LevelRange => {
  const nearest = (level: Level) => Math.min(within.most, Math.max(within.least, level));
  const weighed = LEVELS.filter((level) => nearest(level) === level).map((level) => ({
    level,
    weight: LEVELS.filter((seen) => nearest(seen) === level).reduce(
      (sum, seen) => sum + chanceOf(seen, look) * weightOf(level, bySize),
      0,
    ),
  }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const possible = weighed.filter(({ weight }) => weight >= LOOK_OF_PART.possible * total);
  const [likeliest] = weighed.toSorted((a, b) => b.weight - a.weight);
  return { level: likeliest!.level, least: possible[0]!.level, most: possible.at(-1)!.level };
};
