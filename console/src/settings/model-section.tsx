import { useQuery } from '@tanstack/react-query';
import type { ModelQuality } from '@walkaround/sdk';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { Failed, Waiting } from '../shell/messages.tsx';
import { ModelWeeks } from './model-weeks.tsx';
import { SideBySideSection } from './models/side-by-side.tsx';
import { PhotoQuality } from './photo-quality.tsx';
import './model-section.css';

const Alert = ({ alert }: { alert: ModelQuality['alerts'][number] }) => {
  const { watching: say } = useWords();
  const formats = useFormats();
  const { model, version, week, share, findings, shareBefore, findingsBefore } = alert;
  return (
    <div className="alarm" role="alert">
      <strong>{say.fell}</strong>
      <p>
        {fill(say.fellWhy, {
          model: `${model} ${version ?? ''}`.trim(),
          week: formats.date(week),
          share: formats.percent(share),
          findings: formats.number(findings),
          before: formats.percent(shareBefore),
          findingsBefore: formats.number(findingsBefore),
        })}
      </p>
      <p>{say.fellCure}</p>
    </div>
  );
};

/** How models did week by week, by what people made of their finds. */
export const ModelSection = () => {
  const { watching: say } = useWords();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['model-quality'],
    queryFn: ({ signal }) => client.organization.getModelQuality({}, { signal }),
  });
  if (error) return <Failed error={error} again={refetch} />;
  const quality = data?.entities.modelQuality[data.result];
  if (!quality) return <Waiting />;
  const newest = quality.weeks.at(-1);
  return (
    <>
      {quality.alerts.map((alert) => (
        <Alert key={alert.model} alert={alert} />
      ))}
      <section className="card stack" aria-labelledby="models-weeks">
        <h2 id="models-weeks">{say.weeks}</h2>
        <p className="soft">{say.weeksHint}</p>
        {newest ? <ModelWeeks weeks={quality.weeks.toReversed()} /> : <p>{say.nothing}</p>}
      </section>
      {newest && <PhotoQuality week={newest} />}
      <SideBySideSection />
    </>
  );
};
