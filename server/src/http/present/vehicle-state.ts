import type { Inspection } from '../../inspections/records/inspection.ts';
import {
  isBeyondVisualEstimate,
  reasonOf,
  stateOfVehicle,
} from '../../inspections/vehicle-state/vehicle-state.ts';

export const presentVehicleState = (inspection: Inspection) => {
  const whole = stateOfVehicle(inspection);
  return (
    whole && {
      state: whole.state,
      heavy_probability: whole.heavy,
      may_be_severe: whole.may_be_severe,
      looks_worse: whole.looks_worse,
      sides: whole.sides,
      parts: whole.parts,
      image_ids: whole.image_ids,
      airbag_deployed: whole.airbag,
      beyond_visual_estimate: isBeyondVisualEstimate(whole.state),
      reason: reasonOf(whole),
    }
  );
};
