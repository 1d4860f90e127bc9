import type { Comparison } from '@walkaround/sdk';
import { useFormats } from '../../formats/formats.ts';
import { fill, useWords } from '../../language.tsx';
import { CostRange } from '../../shell/cost-range.tsx';
import { ExamplePrices } from '../../shell/example-prices.tsx';
import { ChangeDrawing } from './change-drawing.tsx';
import { CHANGES, SIGNS } from './changes.ts';

const spelled = (plate: string) => plate.toUpperCase().replace(/[\s.·-]/g, '');

/** Any two inspections can be compared: that they name different vehicles has to be said. */
const OtherVehicle = ({ comparison: { before, after } }: { comparison: Comparison }) => {
  const { inspection: say } = useWords();
  const differs = (['plate', 'vin'] as const).find(
    (member) => before[member] && after[member] && spelled(before[member]) !== spelled(after[member]),
  );
  if (!differs) return null;
  const values = { before: before[differs]!, after: after[differs]! };
  return (
    <p className="alarm" role="alert">
      {fill(say.otherVehicle, values)}
    </p>
  );
};

const CostOfNew = ({ comparison: { costOfNew, counts } }: { comparison: Comparison }) => {
  const { inspection: say } = useWords();
  const formats = useFormats();
  if (!costOfNew) return null;
  return (
    <div className="cost-of-new">
      <h2>{say.costOfNew}</h2>
      <p>
        <strong>{formats.money(costOfNew.total, costOfNew.currency)}</strong>{' '}
        <ExamplePrices areExample={costOfNew.examplePrices} /> <CostRange {...costOfNew} />
      </p>
      <p className="soft facts">
        {say.visibleOnly} {counts.unknown > 0 && say.undecidedNotIn}
      </p>
    </div>
  );
};

/** What changed on which part, what the signs mean, and what the new damages cost. */
export const Overview = ({ comparison }: { comparison: Comparison }) => {
  const { inspection: say } = useWords();
  const formats = useFormats();
  const { before, after } = comparison;
  return (
    <section className="card change-overview" aria-label={say.changeDrawing}>
      <ChangeDrawing comparison={comparison} />
      <div className="stack">
        <OtherVehicle comparison={comparison} />
        <p className="compared-times">
          {fill(say.before, { time: formats.time(before.createdAt) })}
          {before.plate && `, ${before.plate}`}
          <br />
          {fill(say.after, { time: formats.time(after.createdAt) })}
          {after.plate && `, ${after.plate}`}
        </p>
        <dl className="change-legend">
          {CHANGES.map((change) => (
            <div key={change}>
              <dt>
                <span className={`change-sign change-${change}`} aria-hidden="true">
                  {SIGNS[change]}
                </span>
                {say[`change_${change}`]}: <strong>{comparison.counts[change]}</strong>
              </dt>
              <dd className="soft facts">{say[`changeMeans_${change}`]}</dd>
            </div>
          ))}
        </dl>
        <CostOfNew comparison={comparison} />
      </div>
    </section>
  );
};
