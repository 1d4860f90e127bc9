import { useQuery } from '@tanstack/react-query';
import type { Comparison } from '@walkaround/sdk';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useClient } from '../../client.ts';
import { useWords } from '../../language.tsx';
import { Failed, isMissing, Missing, Waiting } from '../../shell/messages.tsx';
import { type Change, ComparedDamage } from './compared-damage.tsx';
import { OtherChoice } from './other-choice.tsx';
import { useOthers } from './use-others.ts';
import '../inspection.css';
import '../viewer/viewer.css';
import '../damages/damage-table.css';
import './comparison.css';

const CHANGES: Change[] = ['new', 'unknown', 'existing', 'gone'];

/** All damages of both sides; those of some kinds can be hidden. */
const Compared = ({ comparison }: { comparison: Comparison }) => {
  const { inspection: say } = useWords();
  const [hidden, setHidden] = useState<ReadonlySet<Change>>(new Set());
  const toggle = (change: Change) => {
    const next = new Set(hidden);
    if (!next.delete(change)) next.add(change);
    setHidden(next);
  };
  const shown = comparison.damages.filter(({ status }) => !hidden.has(status));
  return (
    <>
      <fieldset className="outline-filter">
        <legend className="visually-hidden">{say.shownChanges}</legend>
        {CHANGES.map((change) => (
          <label key={change} className="chip">
            <input type="checkbox" checked={!hidden.has(change)} onChange={() => toggle(change)} />
            {say[`change_${change}`]} <strong>{comparison.counts[change]}</strong>
          </label>
        ))}
      </fieldset>
      {comparison.damages.length === 0 && <p className="card empty">{say.nothingDiffers}</p>}
      <ul className="compared-list">
        {CHANGES.flatMap((change) => shown.filter(({ status }) => status === change)).map((compared) => (
          <ComparedDamage
            key={`${compared.before.damageId} ${compared.after.damageId}`}
            compared={compared}
            comparison={comparison}
          />
        ))}
      </ul>
    </>
  );
};

export default function ComparisonPage({ id }: { id: string }) {
  const { inspection: say } = useWords();
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const { inspection, others, error: othersError } = useOthers(id);
  const other = search.get('with') ?? inspection?.relatedInspectionId ?? others?.[0]?.id ?? null;
  const { data, error, refetch } = useQuery({
    queryKey: ['inspection', id, 'comparison', other],
    queryFn: ({ signal }) => client.inspections.compareOne(id, { relatedInspectionId: other! }, { signal }),
    enabled: others !== null && other !== null,
  });
  const comparison = data?.entities.comparisons[data.result];
  const failure = error ?? othersError;
  if (isMissing(othersError)) return <Missing />;
  return (
    <div className="inspection comparison stack">
      <title>{`${say.comparison} · Walkaround`}</title>
      <header className="inspection-head">
        <div>
          <h1>{say.comparison}</h1>
          <p className="soft">{say.comparisonHow}</p>
        </div>
        <Link className="button" href={`/inspection/${id}`}>
          {say.toInspection}
        </Link>
      </header>
      {others && others.length > 0 && (
        <OtherChoice
          others={others}
          value={other}
          onChange={(chosen) => setSearch({ with: chosen }, { replace: true })}
        />
      )}
      {failure && <Failed error={failure} again={refetch} />}
      {others && other === null && <p className="card empty">{say.nothingToCompare}</p>}
      {comparison && <Compared key={other} comparison={comparison} />}
      {!failure && !comparison && other !== null && <Waiting />}
    </div>
  );
}
