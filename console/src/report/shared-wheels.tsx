import type { SharedInspection } from '@walkaround/sdk';
import { Fragment } from 'react';
import { isTold, isWheelFault } from '../../../vocabulary/wheels.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { useSharedVehicleName } from './use-shared-vehicle-name.ts';

const FIELDS = [
  ['rimCondition', 'rim_condition'],
  ['rimMaterial', 'rim_material'],
  ['hubcapCondition', 'hubcap_condition'],
  ['tyre', 'tyre'],
] as const;

type Wheel = SharedInspection['wheels'][number];
type Field = (typeof FIELDS)[number];

const isKnown = (wheel: Wheel, [field]: Field) => isTold(wheel[field]);

type TableProps = { wheels: Wheel[]; label: string; numberOf(wheel: Wheel): number | undefined };

/** Without a column of which nothing is known. */
const WheelTable = ({ wheels, label, numberOf }: TableProps) => {
  const { report: say } = useWords();
  const names = useNames();
  const photo = fill(say.photo, { number: '', name: '' }).trim();
  const fields = FIELDS.filter((field) => wheels.some((wheel) => isKnown(wheel, field)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className="shared-scroll" tabIndex={0} aria-label={label}>
      <table className="shared-wheels">
        <thead>
          <tr>
            <th scope="col">{say.wheel}</th>
            {fields.map(([field, name]) => (
              <th scope="col" key={field}>
                {names.wheel_fields[name]}
              </th>
            ))}
            <th scope="col">{photo}</th>
          </tr>
        </thead>
        <tbody>
          {wheels.map((wheel) => (
            <tr key={wheel.id}>
              <th scope="row">{wheel.wheelName ? nameIn(names.parts, wheel.wheelName) : say.unknownWheel}</th>
              {fields.map((field) => (
                <td
                  key={field[0]}
                  data-title={names.wheel_fields[field[1]]}
                  className={isWheelFault(wheel[field[0]]) ? 'bad' : undefined}
                >
                  {isKnown(wheel, field) ? nameIn(names.wheel_words, wheel[field[0]]) : '–'}
                </td>
              ))}
              <td data-title={photo}>{numberOf(wheel) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** Those of several vehicles are never in one table. A wheel of which nothing is known is in none. */
export const SharedWheels = ({ shared }: { shared: SharedInspection }) => {
  const { report: say } = useWords();
  const vehicleName = useSharedVehicleName(shared);
  const { images, vehicleGroups } = shared;
  const wheels = shared.wheels.filter((wheel) => FIELDS.some((field) => isKnown(wheel, field)));
  if (wheels.length === 0) return null;
  const numberOf = ({ imageId }: Wheel) => images.findIndex(({ id }) => id === imageId) + 1 || undefined;
  const groupOf = ({ imageId }: Wheel) => images.find(({ id }) => id === imageId)?.vehicleGroup ?? null;
  const groups = [...Map.groupBy(wheels, groupOf)].toSorted(([a], [b]) => (a ?? Infinity) - (b ?? Infinity));
  return (
    <section className="card stack" aria-labelledby="shared-wheels">
      <h2 id="shared-wheels">{say.wheels}</h2>
      {vehicleGroups.length === 0 && <WheelTable wheels={wheels} label={say.wheel} numberOf={numberOf} />}
      {vehicleGroups.length > 0 &&
        groups.map(([group, own]) => (
          <Fragment key={group}>
            <h3>{vehicleName(group)}</h3>
            <WheelTable wheels={own} label={`${say.wheels}, ${vehicleName(group)}`} numberOf={numberOf} />
          </Fragment>
        ))}
    </section>
  );
};
