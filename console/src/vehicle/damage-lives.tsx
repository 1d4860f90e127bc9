import { useQuery } from '@tanstack/react-query';
import type { DamageLives as Lives } from '@walkaround/sdk';
import { Link } from 'wouter';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { Crop } from '../shell/crop.tsx';
import { Failed, Waiting } from '../shell/messages.tsx';

type Life = Lives['damages'][number];

const SIZE: [number, number] = [240, 170];
/** What is on the vehicle now comes first. */
const ORDER: Life['state'][] = ['present', 'not_shown', 'gone'];

const Seen = ({ seen, name }: { seen: Life['seen'][number]; name: string }) => {
  const { vehicle: say } = useWords();
  const formats = useFormats();
  const time = formats.time(seen.createdAt);
  const { view } = seen;
  return (
    <figure>
      {view ? (
        <Crop
          photo={view}
          box={view.boundingBox}
          outline={{ boundingBox: view.boundingBox, polygons: view.polygons }}
          label={`${name}, ${time}`}
          size={SIZE}
          room={1}
        />
      ) : (
        <p className="no-crop soft">{say.withoutPlace}</p>
      )}
      <figcaption>
        <Link href={`/inspection/${seen.inspectionId}`}>{time}</Link>
      </figcaption>
    </figure>
  );
};

const DamageLife = ({ life }: { life: Life }) => {
  const { vehicle: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const name = `${nameIn(names.damages, life.damageType)}, ${nameIn(names.parts, life.partType)}`;
  const [first, last] = [life.seen[0]!, life.seen.at(-1)!];
  const since = formats.day((life.goneSince ?? last).createdAt);
  return (
    <li className="card damage-life">
      <div className="row">
        <h3>{name}</h3>
        <span className={life.state === 'gone' ? 'badge good' : 'badge'}>
          {fill(say[`state_${life.state}`], { day: since })}
        </span>
      </div>
      <p className="soft">
        {fill(say.firstSeen, { day: formats.day(first.createdAt) })}{' '}
        {life.firstSeenIsNew ? say.isNew : say.mayBeOlder}
      </p>
      <div className="times">
        {life.seen.map((seen) => (
          <Seen key={seen.damageId} seen={seen} name={name} />
        ))}
      </div>
    </li>
  );
};

/** Each damage once, with a photo of each time that it was seen. */
export const DamageLives = ({ id }: { id: string }) => {
  const { vehicle: say } = useWords();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['vehicle', id, 'damages'],
    queryFn: ({ signal }) => client.vehicles.getDamages(id, { signal }),
  });
  const lives = data?.entities.damageLives[data.result]?.damages;
  return (
    <section className="stack" aria-labelledby="lives">
      <h2 id="lives">{say.damages}</h2>
      {error && <Failed error={error} again={refetch} />}
      {!error && !lives && <Waiting />}
      {lives?.length === 0 && <p className="card empty">{say.noDamages}</p>}
      <ul className="life-list">
        {ORDER.flatMap((state) => (lives ?? []).filter((life) => life.state === state)).map((life) => (
          <DamageLife key={life.seen[0]!.damageId} life={life} />
        ))}
      </ul>
    </section>
  );
};
