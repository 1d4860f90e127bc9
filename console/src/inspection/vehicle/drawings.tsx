import type { WheelAnalysis } from '@walkaround/sdk';
import { type ComponentProps, Fragment } from 'react';
import { useVehicleName } from '../../shell/use-vehicle-name.ts';
import { type Findings, type FoundVehicle, flatTires } from '../findings.ts';
import { CarDrawing } from './car-drawing.tsx';

type DrawingsProps = Omit<ComponentProps<typeof CarDrawing>, 'parts' | 'flat'> & { findings: Findings };

const placesOf = (wheels: readonly WheelAnalysis[]) => [
  ...new Set(wheels.flatMap(({ wheelName }) => wheelName ?? [])),
];

/** Each of several vehicles has a drawing of its own. */
export const Drawings = ({ findings, ...drawing }: DrawingsProps) => {
  const { parts, vehicles, inspection } = findings;
  const vehicleName = useVehicleName();
  const flat = flatTires(findings.wheels);
  if (vehicles.length === 0) return <CarDrawing parts={parts} flat={placesOf(flat)} {...drawing} />;
  const isOn =
    ({ photos }: FoundVehicle) =>
    ({ imageId }: WheelAnalysis) =>
      photos.includes(inspection.images.indexOf(imageId) + 1);
  const has = (vehicle: FoundVehicle) => vehicle.parts.some(({ type }) => type === drawing.selected);
  // A part that one of them has damaged is not selected on the others.
  const isFound = vehicles.some(has);
  return vehicles.map((vehicle) => (
    <Fragment key={vehicle.group}>
      <h3>{vehicleName(vehicle.group, vehicle.photos, vehicle.whole?.plate)}</h3>
      <CarDrawing
        parts={vehicle.parts}
        flat={placesOf(flat.filter(isOn(vehicle)))}
        {...drawing}
        selected={isFound && !has(vehicle) ? null : drawing.selected}
      />
    </Fragment>
  ));
};
