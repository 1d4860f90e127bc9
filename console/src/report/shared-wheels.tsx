import type { SharedInspection } from '@walkaround/sdk';
import { nameIn, useNames, useWords } from '../language.tsx';

const FIELDS = [
  ['rimCondition', 'rim_condition'],
  ['rimMaterial', 'rim_material'],
  ['hubcapCondition', 'hubcap_condition'],
  ['tyre', 'tyre'],
] as const;

type Wheel = SharedInspection['wheels'][number];
type Field = (typeof FIELDS)[number];

const isKnown = (wheel: Wheel, [field]: Field) => !['UNKNOWN', 'NOT_APPLICABLE'].includes(wheel[field]);

/** Neither a wheel nor a column of which nothing is known. */
export const SharedWheels = ({ shared }: { shared: SharedInspection }) => {
  const { report: say } = useWords();
  const names = useNames();
  const wheels = shared.wheels.filter((wheel) => FIELDS.some((field) => isKnown(wheel, field)));
  const numbers = new Map(shared.images.map(({ id }, index) => [id, index + 1]));
  const fields = FIELDS.filter((field) => wheels.some((wheel) => isKnown(wheel, field)));
  if (wheels.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="shared-wheels">
      <h2 id="shared-wheels">{say.wheels}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="shared-scroll" tabIndex={0} aria-label={say.wheels}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.wheel}</th>
              {fields.map(([field, name]) => (
                <th scope="col" key={field}>
                  {names.wheel_fields[name]}
                </th>
              ))}
              <th scope="col">{say.photos}</th>
            </tr>
          </thead>
          <tbody>
            {wheels.map((wheel) => (
              <tr key={wheel.id}>
                <th scope="row">
                  {wheel.wheelName ? nameIn(names.parts, wheel.wheelName) : say.unknownWheel}
                </th>
                {fields.map((field) => (
                  <td key={field[0]}>
                    {isKnown(wheel, field) ? nameIn(names.wheel_words, wheel[field[0]]) : '–'}
                  </td>
                ))}
                <td>{numbers.get(wheel.imageId) ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
};
