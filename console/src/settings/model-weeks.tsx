import type { ModelQuality } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { Drift } from './drift.tsx';

type Week = ModelQuality['weeks'][number];
type Model = Week['models'][number];

const DECIDED = ['confirmed', 'corrected', 'dismissed'] as const;

/** A bar of what people decided; the numbers stand beside it. */
const Decided = ({ outcomes }: { outcomes: Model['outcomes'] }) => {
  const { watching: say } = useWords();
  const { number } = useFormats();
  const all = DECIDED.reduce((sum, outcome) => sum + outcomes[outcome], 0);
  const said = fill(say.decided, {
    confirmed: number(outcomes.confirmed),
    corrected: number(outcomes.corrected),
    dismissed: number(outcomes.dismissed),
  });
  return (
    <>
      {all > 0 && (
        <span className="model-bar" aria-hidden="true">
          {DECIDED.filter((outcome) => outcomes[outcome] > 0).map((outcome) => (
            <span key={outcome} className={outcome} style={{ flexGrow: outcomes[outcome] }} />
          ))}
        </span>
      )}
      <span className="soft">{said}</span>
    </>
  );
};

const Row = ({ week, model }: { week: Week; model: Model | undefined }) => {
  const { watching: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const inspections = <td className="number">{formats.number(week.inspections)}</td>;
  const share = (value: number | null) => (value === null ? '–' : formats.percent(value));
  return (
    <tr>
      <th scope="row">{formats.date(week.week)}</th>
      {model ? (
        <>
          <td>
            {model.name === null
              ? say.unknownModel
              : `${nameIn(names.model_names, model.name)} ${model.version ?? ''}`}
          </td>
          <td className="number">{share(model.confirmedShare)}</td>
          <td>
            <Decided outcomes={model.outcomes} />
          </td>
          {inspections}
          <td className="number">{share(model.addedShare)}</td>
          <td className="number">{share(model.abstainedShare)}</td>
          <td className="number">{share(model.meanScore)}</td>
          <td className="number">
            <Drift value={model.scoreDrift} />
          </td>
        </>
      ) : (
        <>
          <td colSpan={3}>{say.noFinds}</td>
          {inspections}
          <td colSpan={4} />
        </>
      )}
    </tr>
  );
};

/** A line for each week and model. */
export const ModelWeeks = ({ weeks }: { weeks: Week[] }) => {
  const { watching: say } = useWords();
  const numbers = [
    say.confirmed,
    say.findings,
    say.inspections,
    say.added,
    say.abstained,
    say.meanScore,
    say.drift,
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className="price-scroll" tabIndex={0} aria-label={say.findings}>
      <table className="model-weeks">
        <thead>
          <tr>
            <th scope="col">{say.week}</th>
            <th scope="col">{say.model}</th>
            {numbers.map((title) => (
              <th key={title} scope="col" className={title === say.findings ? undefined : 'number'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.flatMap((week) =>
            (week.models.length === 0 ? [undefined] : week.models).map((model) => (
              <Row key={`${week.week} ${model?.name} ${model?.version}`} week={week} model={model} />
            )),
          )}
        </tbody>
      </table>
    </section>
  );
};
