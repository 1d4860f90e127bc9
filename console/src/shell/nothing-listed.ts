import type { SharedInspection } from '@walkaround/sdk';
import { fill, pluralForm, useLanguage } from '../language.tsx';

type Whole = Pick<SharedInspection, 'vehicleState' | 'placesToCheck'>;

/** Of a vehicle without a damage: `none` only where nothing is left to check. */
export const useNothingListed = () => {
  const { code, names } = useLanguage();
  const { to_check, vehicle_state } = names;
  return ({ vehicleState, placesToCheck: n }: Whole, none: string): string => {
    if (vehicleState === null) return none;
    if (vehicleState.noVehicle) return vehicle_state.no_vehicle;
    if (vehicleState.retakePhotos) return vehicle_state.retake_photos;
    const isOpen = vehicleState.state === null;
    if (n === 0 && isOpen) return to_check.unclear;
    if (n === 0) return vehicleState.flatTire ? vehicle_state.only_flat_tire : none;
    return fill(pluralForm(code, isOpen ? to_check.places : to_check.reservation, n), { n });
  };
};
