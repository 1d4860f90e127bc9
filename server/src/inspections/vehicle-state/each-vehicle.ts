/** The condition of an inspection: that of its vehicle, or of each where the photos seem to show several. */

import { byVehicle, type VehicleOfGroup } from '../checks/by-vehicle.ts';
import type { Inspection } from '../records/inspection.ts';
import { conditionOf } from './condition.ts';
import { MOST_CONDITION } from './tuning.ts';
import { type StateOfVehicle, stateOfVehicle } from './vehicle-state.ts';

type Judgment = { condition: number | null; state: StateOfVehicle | null };
type JudgedVehicle = Judgment & Omit<VehicleOfGroup, 'inspection'>;

const judged = (inspection: Inspection): Judgment => ({
  condition: conditionOf(inspection),
  state: stateOfVehicle(inspection),
});

/** A vehicle whose condition is open may be worse than any but a severe one. */
const rankOf = ({ condition }: Judgment) => condition ?? MOST_CONDITION.severe + 1;

/**
 * Many clients read one condition. Of several vehicles it is that of the worst: that of all photos together is nobody's.
 * `vehicles`: each of them; empty where the photos seem to show one.
 */
export const judgmentOf = (inspection: Inspection): Judgment & { vehicles: JudgedVehicle[] } => {
  const all = byVehicle(inspection).map(({ inspection: own, ...vehicle }) => ({
    ...vehicle,
    ...judged(own),
  }));
  const { condition, state } = all.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ?? judged(inspection);
  return { condition, state, vehicles: all.filter(({ vehicle_group }) => vehicle_group !== null) };
};
