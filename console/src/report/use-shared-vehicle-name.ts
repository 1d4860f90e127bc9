import type { SharedInspection } from '@walkaround/sdk';
import { useVehicleName } from '../shell/use-vehicle-name.ts';

/** How one of several vehicles is called wherever a shared page speaks of it. */
export const useSharedVehicleName = ({ images, vehicleGroups }: SharedInspection) => {
  const vehicleName = useVehicleName();
  return (group: number | null): string => {
    const whole = vehicleGroups.find(({ vehicleGroup }) => vehicleGroup === group);
    const photos = images.flatMap(({ vehicleGroup }, index) => (vehicleGroup === group ? [index + 1] : []));
    return vehicleName(group, photos, whole?.plate);
  };
};
