/** From which of eight directions a photo shows the vehicle. */
import type { PartSeen } from './part-outlines.ts';
import { type Evidence, VIEWPOINTS, type Viewpoint, viewpointEvidence } from './viewpoint-evidence.ts';

export type ViewpointSeen = {
  prediction: Viewpoint;
  confidence: number;
  probabilities: Record<Viewpoint, number>;
};

/** Fitted by training/viewpoint/fit.ts on the labelled pictures; one number for each of the evidence's. */
export const WEIGHTS: Record<Evidence['kind'], readonly number[]> = {
  end: [0.3, -0.4, 4.2, -4.4, -2.5, 3.4],
  corner: [-2.5, 3.5, 2.5, 3.3, 1.5, 3.1, -3.9, 2.6],
  side: [2.2, -2.1, -2.3, 4.1, -1.8, 2.7],
};

/** null for a close-up or no vehicle. */
export function viewpointFrom(parts: readonly PartSeen[]): ViewpointSeen | null {
  const evidence = viewpointEvidence(parts);
  return evidence && weighed(evidence, WEIGHTS);
}

export const weighed = (evidence: readonly Evidence[], weights: typeof WEIGHTS): ViewpointSeen =>
  mostLikely(
    evidence.map(({ kind, numbers }) =>
      Math.exp(numbers.reduce((sum, number, i) => sum + number * weights[kind][i]!, 0)),
    ),
  );

/**
 * Both opinions together: what the parts say, times what a network that looks at the whole photo says. Of the
 * latter only its best answer is known; the rest of its probability is shared by the other directions.
 */
export function combinedViewpoint(
  fromParts: ViewpointSeen | null,
  fromPhoto: { prediction: string | null; confidence: number } | null,
): ViewpointSeen | null {
  const chosen = VIEWPOINTS.indexOf(fromPhoto?.prediction as Viewpoint);
  if (!fromPhoto || chosen < 0) return fromParts;
  const others = (1 - fromPhoto.confidence) / (VIEWPOINTS.length - 1);
  return mostLikely(
    VIEWPOINTS.map(
      (viewpoint, i) =>
        (fromParts?.probabilities[viewpoint] ?? 1) * (i === chosen ? fromPhoto.confidence : others),
    ),
  );
}

function mostLikely(weights: number[]): ViewpointSeen {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const best = weights.indexOf(Math.max(...weights));
  return {
    prediction: VIEWPOINTS[best]!,
    confidence: weights[best]! / total,
    probabilities: Object.fromEntries(
      VIEWPOINTS.map((viewpoint, i) => [viewpoint, weights[i]! / total]),
    ) as Record<Viewpoint, number>,
  };
}
