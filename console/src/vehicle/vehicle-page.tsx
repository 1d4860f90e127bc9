import { useQuery } from '@tanstack/react-query';
import type { KnownVehicle } from '@walkaround/sdk';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { useNames, useWords } from '../language.tsx';
import { Failed, isMissing, Missing, Waiting } from '../shell/messages.tsx';
import { DamageLives } from './damage-lives.tsx';
import { VehicleInspections } from './vehicle-inspections.tsx';
import '../inspection/inspection.css';
import '../inspection/viewer/viewer.css';
import '../inspection/damages/damage-table.css';
import './vehicle.css';

const nameOf = ({ brand, model, plate, vin }: KnownVehicle, otherwise: string) =>
  [brand, model].filter(Boolean).join(' ') || plate || vin || otherwise;

const Head = ({ vehicle }: { vehicle: KnownVehicle }) => {
  const { vehicle: say } = useWords();
  const { fields } = useNames();
  const formats = useFormats();
  const name = nameOf(vehicle, say.vehicle);
  const facts = [
    [fields.plate, vehicle.plate],
    [fields.vin, vehicle.vin],
    [say.knownSince, formats.day(vehicle.firstInspectionAt)],
    [say.inspections, formats.number(vehicle.inspectionsCount)],
  ] as const;
  return (
    <header className="inspection-head">
      <title>{`${name} · Walkaround`}</title>
      <h1>{name}</h1>
      <dl className="fact-list head-facts">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </header>
  );
};

/** All inspections of one vehicle, and what became of its damages. */
export default function VehiclePage({ id }: { id: string }) {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['vehicle', id],
    queryFn: ({ signal }) => client.vehicles.getOne(id, { signal }),
  });
  if (isMissing(error)) return <Missing />;
  if (error) return <Failed error={error} again={refetch} />;
  const vehicle = data?.entities.knownVehicles[data.result];
  if (!vehicle) return <Waiting />;
  return (
    <div className="inspection vehicle-page stack">
      <Head vehicle={vehicle} />
      <DamageLives id={id} />
      <VehicleInspections inspections={vehicle.inspections} />
    </div>
  );
}
