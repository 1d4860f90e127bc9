import type { KnownVehicle, VehicleHistory } from '@walkaround/sdk';
import { useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import { nameIn, useCounted, useNames, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { useMessageOf, Waiting } from '../shell/messages.tsx';
import { ChooseVehicle, VehicleFacts } from './choose-vehicle.tsx';
import { useRelink, useVehicle } from './use-vehicles.ts';

const Inspections = ({ inspections }: Pick<VehicleHistory, 'inspections'>) => {
  const { inspection_types } = useNames();
  const { time } = useFormats();
  return (
    <ul>
      {inspections.map(({ id, createdAt, inspectionType, reference }) => (
        <li key={id}>
          {[time(createdAt), inspectionType && nameIn(inspection_types, inspectionType), reference]
            .filter(Boolean)
            .join(' · ')}
        </li>
      ))}
    </ul>
  );
};

const Side = ({ title, vehicle }: { title: string; vehicle: VehicleHistory }) => (
  <section className="merge-side">
    <h3>{title}</h3>
    <VehicleFacts vehicle={vehicle} />
    <Inspections inspections={vehicle.inspections} />
  </section>
);

/** Both with their inspections, and what will happen. */
const Both = ({ vehicle, otherId }: { vehicle: VehicleHistory; otherId: string }) => {
  const { vehicle: say } = useWords();
  const counted = useCounted();
  const messageOf = useMessageOf();
  const { vehicle: other, error } = useVehicle(otherId);
  if (error)
    return (
      <p className="alarm" role="alert">
        {messageOf(error)}
      </p>
    );
  if (!other) return <Waiting />;
  return (
    <>
      <div className="merge-sides">
        <Side title={say.stays} vehicle={vehicle} />
        <Side title={say.goes} vehicle={other} />
      </div>
      <p>{counted(say.mergeMeans, other.inspectionsCount)}</p>
      <p>
        <strong>{say.mergeIsFinal}</strong>
      </p>
    </>
  );
};

/** Another vehicle is found, looked at beside this one, and merged into it. */
export const MergeDialog = (props: { vehicle: VehicleHistory; onClose(): void }) => {
  const { vehicle: say, shell } = useWords();
  const messageOf = useMessageOf();
  const { vehicle, onClose } = props;
  const [other, setOther] = useState<KnownVehicle | null>(null);
  const merge = useRelink(
    ({ vehicles }) => vehicles.merge(vehicle.id, { otherVehicleId: other!.id }),
    onClose,
  );
  return (
    <Dialog title={say.merge} onClose={onClose}>
      <form
        className="stack vehicle-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (other) merge.mutate();
        }}
      >
        <p>{say.mergeHint}</p>
        <ChooseVehicle but={vehicle.id} chosen={other?.id ?? null} onChoose={setOther} />
        {other && <Both vehicle={vehicle} otherId={other.id} />}
        {merge.error && (
          <p className="alarm" role="alert">
            {messageOf(merge.error)}
          </p>
        )}
        <div className="row">
          <button type="submit" className="button primary" disabled={!other || merge.isPending}>
            {say.mergeNow}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {shell.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
