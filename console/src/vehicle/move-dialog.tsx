import type { KnownVehicle, VehicleHistory } from '@walkaround/sdk';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import { ChooseVehicle } from './choose-vehicle.tsx';
import { useRelink } from './use-vehicles.ts';

const WAYS = ['other', 'own', 'recognized'] as const;
type Way = (typeof WAYS)[number];

/** One inspection shows another vehicle, or one of its own, or what its VIN and plate tell. */
export const MoveDialog = (props: {
  vehicleId: string;
  inspection: VehicleHistory['inspections'][number];
  onClose(): void;
}) => {
  const { vehicle: say, shell } = useWords();
  const { time } = useFormats();
  const messageOf = useMessageOf();
  const [, navigate] = useLocation();
  const { vehicleId, inspection, onClose } = props;
  const [way, setWay] = useState<Way>('other');
  const [other, setOther] = useState<KnownVehicle | null>(null);
  const move = useRelink(
    ({ vehicles }) =>
      way === 'recognized'
        ? vehicles.recognize(inspection.id)
        : vehicles.link(inspection.id, { vehicleId: way === 'own' ? null : other!.id }),
    (id) => {
      onClose();
      if (id !== vehicleId) navigate(`/vehicle/${id}`);
    },
  );
  const isReady = way !== 'other' || other !== null;
  return (
    <Dialog title={fill(say.moveTitle, { time: time(inspection.createdAt) })} onClose={onClose}>
      <form
        className="stack vehicle-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) move.mutate();
        }}
      >
        <fieldset>
          <legend>{say.moveTo}</legend>
          {WAYS.map((one) => (
            <label className="check" key={one}>
              <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
              {say[`move_${one}`]}
            </label>
          ))}
        </fieldset>
        {way === 'other' && <ChooseVehicle but={vehicleId} chosen={other?.id ?? null} onChoose={setOther} />}
        <p className="soft">{say.moveMeans}</p>
        {move.error && (
          <p className="alarm" role="alert">
            {messageOf(move.error)}
          </p>
        )}
        <div className="row">
          <button type="submit" className="button primary" disabled={!isReady || move.isPending}>
            {say.moveNow}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {shell.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
