import type { ModelQuality } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { capital, fill, nameIn, useWords } from '../language.tsx';
import { Drift } from './drift.tsx';

/** The photos of the newest week beside those that the models were validated on. */
export const PhotoQuality = ({ week }: { week: ModelQuality['weeks'][number] }) => {
  const { watching: say } = useWords();
  const formats = useFormats();
  return (
    <section className="card stack" aria-labelledby="photo-quality">
      <h2 id="photo-quality">{fill(say.quality, { week: formats.date(week.week) })}</h2>
      <p className="soft">
        {fill(say.rejected, {
          photos: formats.number(week.photos),
          rejected: formats.number(week.rejectedPhotos),
        })}
      </p>
      {week.photoQuality.length > 0 && (
        <table className="narrow">
          <thead>
            <tr>
              <th scope="col">{say.score}</th>
              <th scope="col" className="number">
                {say.mean}
              </th>
              <th scope="col" className="number">
                {say.drift}
              </th>
            </tr>
          </thead>
          <tbody>
            {week.photoQuality.map(({ score, mean, drift }) => (
              <tr key={score}>
                <th scope="row">{capital(nameIn(say.scores, score))}</th>
                <td className="number">{formats.percent(mean)}</td>
                <td className="number">
                  <Drift value={drift} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
