/** Numbers of the yardstick. They are definitions, not tuned: docs/accuracy.md tells them in words. */
import type { State } from './truth.ts';

/**
 * A finding lies on a true damage when so much of the smaller box lies in the other one, or when the center of one box
 * lies in the other. People and models draw different boxes around one damage.
 */
export const SHARE_OF_SMALLER = 0.5;
/** The condition is right within so many points. */
export const CONDITION_POINTS = 10;
/** The cost is right within this share of the true one. */
export const COST_SHARE = 0.3;
/** The condition that a vehicle of each state may have. The bands overlap, because the states are judged by eye. */
export const STATE_BANDS: Record<State, { least: number; most: number }> = {
  intact: { least: 95, most: 100 },
  light: { least: 80, most: 100 },
  moderate: { least: 50, most: 95 },
  severe: { least: 0, most: 70 },
  wreck: { least: 0, most: 40 },
};
/** A crushed vehicle above this condition is a gross error. */
export const MOST_FOR_HEAVY = 40;
