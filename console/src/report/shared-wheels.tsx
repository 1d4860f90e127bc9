import type { SharedInspection } from '@walkaround/sdk';
import { nameIn, useNames, useWords } from '../language.tsx';

const FIELDS = [
  ['rimCondition', 'rim_condition'],
  ['rimMaterial', 'rim_material'],
  ['hubcapCondition', 'hubcap_condition'],
  ['tyre', 'tyre'],
] as const;

export const SharedWheels = ({ shared }: { shared: SharedInspection }) => {
  const { report: say } = useWords();
  const names = useNames();
  if (shared.wheels.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="shared-wheels">
      <h2 id="shared-wheels">{say.wheels}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="shared-scroll" tabIndex={0} aria-label={say.wheels}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.wheel}</th>
              {FIELDS.map(([field, name]) => (
                <th scope="col" key={field}>
                  {names.wheel_fields[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shared.wheels.map((wheel) => (
              <tr key={wheel.id}>
                <th scope="row">
                  {wheel.wheelName ? nameIn(names.parts, wheel.wheelName) : say.unknownWheel}
                </th>
                {FIELDS.map(([field]) => (
                  <td key={field}>{nameIn(names.wheel_words, wheel[field])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
};
