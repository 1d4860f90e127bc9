import { useQuery } from '@tanstack/react-query';
import type { Model } from '@walkaround/sdk';
import { useClient } from '../client.ts';
import { fill, nameIn, useNames, useWords, wordIn } from '../language.tsx';
import { Failed, Waiting } from '../shell/messages.tsx';
import './about.css';

const ModelTable = ({ models }: { models: Model[] }) => {
  const { about: say } = useWords();
  const names = useNames();
  const restricted = models.filter(({ use }) => use === 'evaluation_and_research');
  return (
    <>
      {restricted.length > 0 && (
        <p>
          <strong>
            {fill(names.model_use.sentence, {
              models: restricted.map(({ id }) => wordIn(names.model_names, id)).join(', '),
            })}
          </strong>{' '}
          {say.train}
        </p>
      )}
      <table className="about-models">
        <thead>
          <tr>
            <th scope="col">{say.model}</th>
            <th scope="col">{say.version}</th>
            <th scope="col">{say.use}</th>
            <th scope="col">{say.licence}</th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ id, version, use, licence }) => (
            <tr key={id}>
              <th scope="row">{nameIn(names.model_names, id)}</th>
              <td>
                <code>{id}</code> {version}
              </td>
              <td>
                <span className={use === 'any' ? 'badge good' : 'badge alarm'}>
                  {use ? nameIn(names.model_use, use) : say.notSaid}
                </span>
              </td>
              <td className="soft" lang="en">
                {licence}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

/** Under which terms all this may be used: the code, and each model. */
export default function AboutPage() {
  const { about: say } = useWords();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => {
      const { entities, result } = await client.models.getMany({ signal });
      return result.map((id) => entities.models[id]!);
    },
  });
  return (
    <div className="stack about">
      <title>{`${say.title} · Walkaround`}</title>
      <h1>{say.title}</h1>
      <section className="card" aria-labelledby="about-code">
        <h2 id="about-code">{say.code}</h2>
        <p>{say.codeTerms}</p>
      </section>
      <section className="card" aria-labelledby="about-models">
        <h2 id="about-models">{say.models}</h2>
        <p>{say.modelsWhy}</p>
        {error ? <Failed error={error} again={refetch} /> : data ? <ModelTable models={data} /> : <Waiting />}
      </section>
    </div>
  );
}
