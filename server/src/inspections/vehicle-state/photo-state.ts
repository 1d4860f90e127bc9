/** How badly the vehicle is damaged as far as one photo shows it. */

import { isDamage, type ScoredType, type Threshold } from '../damages/damage-kinds.ts';
import type { Detections } from '../photos/detections.ts';
import type { PhotoState } from '../records/image.ts';
import { VEHICLE_STATES, type VehicleState } from '../vocabulary.ts';
import { LEAST_STATE, LIKELY_DAMAGE } from './tuning.ts';

/** Severe or worse: no photo alone tells a wreck. */
const HEAVIEST: VehicleState = 'severe';

/** More likely a damage than not, listed or suspected: such a photo is not called intact. */
const isLikely =
  (threshold: Threshold) =>
  ({ damage_type, score }: ScoredType) =>
    isDamage(damage_type) && threshold(damage_type) !== Infinity && score >= LIKELY_DAMAGE;

/** Null where no vehicle is seen, or no model judged. */
export const photoState = (
  { state, has_vehicle, damages = [] }: Pick<Detections, 'state' | 'has_vehicle' | 'damages'>,
  threshold: Threshold,
): PhotoState | null => {
  if (!state || has_vehicle === false) return null;
  const known = VEHICLE_STATES.filter((name) => name in state);
  const [best] = known.toSorted((a, b) => state[b]! - state[a]!);
  if (!best) return null;
  const probability = state[best]!;
  const isContradicted = best === 'intact' && damages.some(isLikely(threshold));
  return {
    state: probability >= LEAST_STATE && !isContradicted ? best : null,
    probability,
    heavy: state[HEAVIEST] ?? 0,
    airbag: damages.some(
      ({ damage_type, score }) => damage_type === 'airbag_deployed' && score >= threshold(damage_type),
    ),
  };
};
