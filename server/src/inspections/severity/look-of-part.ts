/** How bad a damage is by the look of its part, together with the level that its size and the photos as a whole tell. */

import type { HowBad } from '../records/findings/damage.ts';
import type { Level } from '../records/severity.ts';
import type { LevelRange } from './severity.ts';
import { LEAST_CHANCE, LOOK_OF_PART } from './tuning.ts';

const LEVELS: readonly Level[] = [1, 2, 3];

export type Probabilities = Pick<HowBad, 'moderate' | 'severe'>;

const logOdds = (probability: number) => {
  const sane = Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, probability));
  return Math.log(sane / (1 - sane));
};

/** That the damage is at least so bad. */
const chanceFrom = (step: 'moderate' | 'severe', isTold: boolean, { moderate, severe }: Probabilities) => {
  const weight = LOOK_OF_PART[step];
  const odds =
    weight.base +
    weight.moderate * logOdds(moderate) +
    weight.severe * logOdds(severe) +
    (isTold ? weight.told : 0);
  return 1 / (1 + Math.exp(-odds));
};

/**
 * `told`: without this look. `within`: the levels that its type can have. What looks less bad than the first of them is of the first one, what
 * looks worse than the last of the last one.
 */
export const rangeByLook = (
  told: Level,
  within: { least: Level; most: Level },
  look: Probabilities,
): LevelRange => {
  const severe = chanceFrom('severe', told === 3, look);
  const moderate = Math.max(severe, chanceFrom('moderate', told >= 2, look));
  const chances: Record<Level, number> = { 1: 1 - moderate, 2: moderate - severe, 3: severe };
  const nearest = (level: Level) => Math.min(within.most, Math.max(within.least, level));
  const weighed = LEVELS.filter((level) => nearest(level) === level).map((level) => ({
    level,
    chance: LEVELS.filter((seen) => nearest(seen) === level).reduce((sum, seen) => sum + chances[seen], 0),
  }));
  const possible = weighed.filter(({ chance }) => chance >= LOOK_OF_PART.possible);
  const [likeliest] = weighed.toSorted((a, b) => b.chance - a.chance);
  return { level: likeliest!.level, least: possible[0]!.level, most: possible.at(-1)!.level };
};
