import type { Inspection } from '../../inspections/records/inspection.ts';
import { judgmentOf } from '../../inspections/vehicle-state/each-vehicle.ts';
import {
  asksForPhotos,
  isBeyondVisualEstimate,
  reasonOf,
  type StateOfVehicle,
} from '../../inspections/vehicle-state/vehicle-state.ts';

const presentState = (whole: StateOfVehicle) => ({
  state: whole.state,
  heavy_probability: whole.heavy,
  may_be_severe: whole.may_be_severe,
  looks_worse: whole.looks_worse,
  part_is_worse: whole.part_is_worse,
  retake_photos: asksForPhotos(whole),
  no_vehicle: whole.is_unseen,
  sides: whole.sides,
  parts: whole.parts,
  image_ids: whole.image_ids,
  airbag_deployed: whole.airbag,
  flat_tire: whole.flat_tire,
  beyond_visual_estimate: isBeyondVisualEstimate(whole.state),
  reason: reasonOf(whole),
});

export const presentCondition = (inspection: Inspection) => {
  const { condition, state, vehicles } = judgmentOf(inspection);
  return {
    condition_score: condition,
    vehicle_state: state && presentState(state),
    vehicle_groups: vehicles.map((vehicle) => ({
      vehicle_group: vehicle.vehicle_group,
      image_ids: vehicle.image_ids,
      plate: vehicle.plate,
      places_to_check: vehicle.state?.to_check ?? 0,
      condition_score: vehicle.condition,
      vehicle_state: vehicle.state && presentState(vehicle.state),
    })),
  };
};
