/** How badly the vehicle is damaged as far as one photo shows it. */

import type { Threshold } from '../damages/damage-kinds.ts';
import type { Detections } from '../photos/detections.ts';
import type { PhotoState } from '../records/image.ts';
import { VEHICLE_STATES, type VehicleState } from '../vocabulary.ts';
import { LEAST_STATE } from './tuning.ts';

/** Severe or worse: no photo alone tells a wreck. */
const HEAVIEST: VehicleState = 'severe';

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
  return {
    state: probability >= LEAST_STATE ? best : null,
    probability,
    heavy: state[HEAVIEST] ?? 0,
    airbag: damages.some(
      ({ damage_type, score }) => damage_type === 'airbag_deployed' && score >= threshold(damage_type),
    ),
  };
};
