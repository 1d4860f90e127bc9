import { useQuery } from '@tanstack/react-query';
import type { SideBySide } from '@walkaround/sdk';
import { useClient } from '../../client.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, useWords } from '../../language.tsx';
import { Failed, Waiting } from '../../shell/messages.tsx';
import { DifferingPhotos } from './differing-photos.tsx';
import './side-by-side.css';

type Compared = NonNullable<SideBySide['compared']>;

const VERDICTS = ['confirmed', 'added', 'dismissed'] as const;
const FOUND = ['both', 'judging', 'along', 'neither'] as const;

const Counts = ({ compared }: { compared: Compared }) => {
  const say = useWords().watching.along;
  const { number } = useFormats();
  const counts = [
    [say.agreed, compared.agreed],
    [fill(say.only, { version: compared.judging }), compared.onlyJudging],
    [fill(say.only, { version: compared.along }), compared.onlyAlong],
  ] as const;
  return (
    <dl className="side-counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Of what people said: what both find, what one alone finds, and what neither finds. */
const Said = ({ compared }: { compared: Compared }) => {
  const say = useWords().watching.along;
  const { number } = useFormats();
  const names = {
    both: say.both,
    judging: fill(say.only, { version: compared.judging }),
    along: fill(say.only, { version: compared.along }),
    neither: say.neither,
  };
  if (compared.saidOnPhotos === 0) return <p className="soft">{say.nothingSaid}</p>;
  return (
    <>
      <p className="soft">{fill(say.saidHint, { photos: number(compared.saidOnPhotos) })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="price-scroll" tabIndex={0} aria-label={say.said}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.said}</th>
              {FOUND.map((found) => (
                <th key={found} scope="col" className="number">
                  {names[found]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {VERDICTS.map((verdict) => (
              <tr key={verdict}>
                <th scope="row">{say[verdict]}</th>
                {FOUND.map((found) => (
                  <td key={found} className="number">
                    {number(compared.said[verdict][found])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};

/** A version of the damage model that looks along, beside the one that judges. */
export const SideBySideSection = () => {
  const say = useWords().watching.along;
  const client = useClient();
  const { number, percent } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: ['side-by-side'],
    queryFn: ({ signal }) => client.organization.getSideBySide({ signal }),
  });
  if (error) return <Failed error={error} again={refetch} />;
  const found = data?.entities.sideBySides[data.result];
  if (!found) return <Waiting />;
  const { compared } = found;
  return (
    <section className="card stack" aria-labelledby="side-by-side">
      <h2 id="side-by-side">{say.title}</h2>
      {compared === null ? (
        <p className="soft">{say.none}</p>
      ) : (
        <>
          <p className="soft">
            {fill(say.hint, {
              along: compared.along,
              judging: compared.judging,
              share: percent(compared.share),
              photos: number(compared.photos),
              inspections: number(compared.inspections),
            })}
          </p>
          <Counts compared={compared} />
          <Said compared={compared} />
          <DifferingPhotos compared={compared} />
        </>
      )}
    </section>
  );
};
