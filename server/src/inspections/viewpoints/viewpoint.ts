/** From which of eight directions a photo shows the vehicle. */

import type { DetectedPart, PredictedAttribute } from '../photos/detections.ts';
import { OPPOSITE, SURE_PARTS, WEIGHTS } from './tuning.ts';
import { type Evidence, viewpointEvidence } from './viewpoint-evidence.ts';
import { degreesBetween, degreesOf, isViewpoint, VIEWPOINTS, type Viewpoint } from './viewpoints.ts';

type PredictedViewpoint = {
  prediction: Viewpoint;
  confidence: number;
  probabilities: Record<Viewpoint, number>;
};

/** null for a close-up or no vehicle. */
export function viewpointFrom(parts: readonly DetectedPart[]): PredictedViewpoint | null {
  const evidence = viewpointEvidence(parts);
  return evidence && weighed(evidence, WEIGHTS);
}

export const weighed = (evidence: readonly Evidence[], weights: typeof WEIGHTS): PredictedViewpoint =>
  mostLikely(
    evidence.map(({ kind, numbers }) =>
      Math.exp(numbers.reduce((sum, number, i) => sum + number * weights[kind][i]!, 0)),
    ),
  );

/**
 * A network that judges the whole photo knows it better (184 of 187 validation photos; both opinions multiplied
 * 182, the parts alone about 160), and also when there is no direction to tell. The parts answer where it is not
 * sure, or not there; and where they are sure of the opposite, because a corner looks like the one across from it.
 */
export function resolvedViewpoint(
  fromParts: PredictedViewpoint | null,
  fromPhoto: PredictedAttribute | null,
  /** That each label is right, by the same network. */
  chances: Record<string, number> = {},
): PredictedViewpoint | null {
  if (!fromPhoto?.prediction) return fromParts;
  const { prediction, confidence } = fromPhoto;
  if (!isViewpoint(prediction)) return null;
  if (fromParts && isOpposed(fromParts, prediction)) return fromParts;
  return { prediction, confidence, probabilities: perViewpoint((viewpoint) => chances[viewpoint] ?? 0) };
}

/** All directions across the vehicle together: parts of a front corner may not tell which corner it is, and are sure that it is no rear. */
const isOpposed = ({ probabilities }: PredictedViewpoint, to: Viewpoint) =>
  VIEWPOINTS.filter((one) => degreesBetween(degreesOf(one), degreesOf(to)) >= OPPOSITE).reduce(
    (sum, one) => sum + probabilities[one],
    0,
  ) >= SURE_PARTS;

const perViewpoint = (chance: (viewpoint: Viewpoint, index: number) => number) =>
  Object.fromEntries(VIEWPOINTS.map((viewpoint, i) => [viewpoint, chance(viewpoint, i)])) as Record<
    Viewpoint,
    number
  >;

function mostLikely(weights: number[]): PredictedViewpoint {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const best = weights.indexOf(Math.max(...weights));
  return {
    prediction: VIEWPOINTS[best]!,
    confidence: weights[best]! / total,
    probabilities: perViewpoint((_, i) => weights[i]! / total),
  };
}
