/** What speaks for a find and against it, beside the look that found it. What is in doubt for any reason is left to a person. */
import type { DetectedDamage, DetectedPart } from '../photos/detections.ts';
import { inDoubt, isTorn, type Thresholds } from './damage-kinds.ts';
import { isOnWheel } from './on-wheel.ts';
import { withGapsInDoubt } from './panel-gaps.ts';
import { withSecondOpinions } from './second-opinion.ts';

export const judgedFinds = (
  found: Parameters<typeof withSecondOpinions>[0],
  parts: readonly DetectedPart[],
  thresholds: Thresholds,
): DetectedDamage[] =>
  withGapsInDoubt(withSecondOpinions(found, thresholds), thresholds).map((damage) =>
    isTorn(damage) && isOnWheel(damage, parts) ? inDoubt(damage, thresholds) : damage,
  );
