import { useQuery } from '@tanstack/react-query';
import type { SharedInspection } from '@walkaround/sdk';
import { useState } from 'react';
import { useClient } from '../client.ts';
import { ContestForm } from '../contests/contest-form.tsx';
import { SharedContests, type SharedDamage } from '../contests/shared-contests.tsx';
import { Brand } from '../frame/brand.tsx';
import { LanguageChoice } from '../frame/language-choice.tsx';
import { useWords } from '../language.tsx';
import { Draft } from '../shell/draft.tsx';
import { Failed, isMissing, Waiting } from '../shell/messages.tsx';
import { SharedCosts } from './shared-costs.tsx';
import { SharedDamages } from './shared-damages.tsx';
import { SharedHead } from './shared-head.tsx';
import { PhotoDialog, type Place, SharedPhotos } from './shared-photos.tsx';
import { SharedWheels } from './shared-wheels.tsx';
import './shared.css';

/** While its report is being made. */
const ASK_MS = 4000;

const LinkOver = () => {
  const { report: say } = useWords();
  return (
    <main className="alone card">
      <Brand />
      <h1>{say.linkOver}</h1>
      <p>{say.linkOverWhy}</p>
      <LanguageChoice />
    </main>
  );
};

const Shared = ({ shared, link }: { shared: SharedInspection; link: string }) => {
  const { report: say } = useWords();
  const [place, setPlace] = useState<Place | null>(null);
  const [contested, setContested] = useState<SharedDamage | null>(null);
  return (
    <div className="shared">
      <title>{`${say.sharedKind} · Walkaround`}</title>
      <header className="shared-top">
        {shared.logoUrl ? <img className="shared-logo" src={shared.logoUrl} alt={say.logo} /> : <Brand />}
        <LanguageChoice />
      </header>
      <main className="stack">
        <Draft review={shared.review} />
        <SharedHead shared={shared} />
        <SharedDamages shared={shared} onOpen={setPlace} onContest={setContested} />
        <SharedContests shared={shared} link={link} />
        <SharedCosts shared={shared} />
        <SharedPhotos shared={shared} onOpen={setPlace} />
        <SharedWheels shared={shared} />
      </main>
      {contested && <ContestForm link={link} damage={contested} onClose={() => setContested(null)} />}
      {place && <PhotoDialog shared={shared} place={place} onMove={setPlace} />}
    </div>
  );
};

/** For a customer's phone: without an account. All they can do is contest a finding, where the link allows it. */
export default function SharedPage({ link }: { link: string }) {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['shared', link],
    queryFn: async ({ signal }) => {
      const { entities, result } = await client.shared.getOne(link, { signal });
      return entities.sharedInspections[result]!;
    },
    refetchInterval: ({ state }) => state.data?.report.status === 'requested' && ASK_MS,
  });
  if (isMissing(error)) return <LinkOver />;
  if (data) return <Shared shared={data} link={link} />;
  return <main className="alone">{error ? <Failed error={error} again={refetch} /> : <Waiting />}</main>;
}
