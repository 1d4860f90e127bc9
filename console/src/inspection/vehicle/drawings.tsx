import { type ComponentProps, Fragment } from 'react';
import { useVehicleName } from '../../shell/use-vehicle-name.ts';
import type { Findings, FoundVehicle } from '../findings.ts';
import { CarDrawing } from './car-drawing.tsx';

type DrawingsProps = Omit<ComponentProps<typeof CarDrawing>, 'parts'> & { findings: Findings };

/** Each of several vehicles has a drawing of its own. */
export const Drawings = ({ findings: { parts, vehicles }, ...drawing }: DrawingsProps) => {
  const vehicleName = useVehicleName();
  if (vehicles.length === 0) return <CarDrawing parts={parts} {...drawing} />;
  const has = (vehicle: FoundVehicle) => vehicle.parts.some(({ type }) => type === drawing.selected);
  // A part that one of them has damaged is not selected on the others.
  const isFound = vehicles.some(has);
  return vehicles.map((vehicle) => (
    <Fragment key={vehicle.group}>
      <h3>{vehicleName(vehicle.group, vehicle.photos, vehicle.whole?.plate)}</h3>
      <CarDrawing
        parts={vehicle.parts}
        {...drawing}
        selected={isFound && !has(vehicle) ? null : drawing.selected}
      />
    </Fragment>
  ));
};
