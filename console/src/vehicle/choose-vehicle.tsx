import type { KnownVehicle } from '@walkaround/sdk';
import { useDeferredValue, useState } from 'react';
import { useFormats } from '../formats/formats.ts';
import { useCounted, useWords } from '../language.tsx';
import { useMessageOf } from '../shell/messages.tsx';
import { useFoundVehicles, useVehicleTitle } from './use-vehicles.ts';

/** What tells two vehicles apart. */
export const VehicleFacts = ({ vehicle }: { vehicle: KnownVehicle }) => {
  const { vehicle: say } = useWords();
  const titleOf = useVehicleTitle();
  const counted = useCounted();
  const { day } = useFormats();
  return (
    <span className="vehicle-facts">
      <strong>{titleOf(vehicle)}</strong>
      <span className="soft">{[vehicle.plate, vehicle.vin].filter(Boolean).join(' · ')}</span>
      <span className="soft">
        {counted(say.inspectionCount, vehicle.inspectionsCount)}, {day(vehicle.firstInspectionAt)} –{' '}
        {day(vehicle.lastInspectionAt)}
      </span>
    </span>
  );
};

/** Found by how its plate or VIN begins. */
export const ChooseVehicle = (props: {
  but: string;
  chosen: string | null;
  onChoose(vehicle: KnownVehicle | null): void;
}) => {
  const { vehicle: say } = useWords();
  const messageOf = useMessageOf();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { vehicles, error, isFetching } = useFoundVehicles(search, props.but);
  const isEmpty = search !== '' && !isFetching && !error && vehicles.length === 0;
  return (
    <>
      <label className="field">
        {say.search}
        <input
          type="search"
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => {
            setTyped(target.value);
            props.onChoose(null);
          }}
        />
      </label>
      <div role="status">{isEmpty && <p className="soft">{say.nothingFound}</p>}</div>
      {error && (
        <p className="alarm" role="alert">
          {messageOf(error)}
        </p>
      )}
      {vehicles.length > 0 && (
        <fieldset className="vehicle-choices">
          <legend className="visually-hidden">{say.found}</legend>
          {vehicles.map((vehicle) => (
            <label className="check" key={vehicle.id}>
              <input
                type="radio"
                name="vehicle"
                checked={props.chosen === vehicle.id}
                onChange={() => props.onChoose(vehicle)}
              />
              <VehicleFacts vehicle={vehicle} />
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
};
