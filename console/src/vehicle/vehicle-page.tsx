import type { VehicleHistory } from '@walkaround/sdk';
import { useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import { useNames, useWords } from '../language.tsx';
import { Failed, isMissing, Missing, Waiting } from '../shell/messages.tsx';
import { DamageLives } from './damage-lives.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useVehicle, useVehicleTitle } from './use-vehicles.ts';
import { VehicleChanges } from './vehicle-changes.tsx';
import { VehicleInspections } from './vehicle-inspections.tsx';
import '../inspection/inspection.css';
import '../shell/fact-list.css';
import '../inspection/viewer/viewer.css';
import '../inspection/damages/damage-table.css';
import './vehicle.css';

const Head = ({ vehicle }: { vehicle: VehicleHistory }) => {
  const { vehicle: say } = useWords();
  const { fields } = useNames();
  const formats = useFormats();
  const name = useVehicleTitle()(vehicle);
  const [isMerging, setMerging] = useState(false);
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
      <div className="vehicle-actions">
        <button type="button" className="button" onClick={() => setMerging(true)}>
          {say.merge}
        </button>
      </div>
      {isMerging && <MergeDialog vehicle={vehicle} onClose={() => setMerging(false)} />}
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
  const { vehicle, error, refetch } = useVehicle(id);
  if (isMissing(error)) return <Missing />;
  if (error) return <Failed error={error} again={refetch} />;
  if (!vehicle) return <Waiting />;
  return (
    <div className="inspection vehicle-page stack">
      <Head vehicle={vehicle} />
      <DamageLives id={id} />
      <VehicleInspections vehicle={vehicle} />
      <VehicleChanges vehicle={vehicle} />
    </div>
  );
}
