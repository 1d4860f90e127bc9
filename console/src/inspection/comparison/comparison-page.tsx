import { useQuery } from '@tanstack/react-query';
import type { Comparison, Inspection } from '@walkaround/sdk';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useClient } from '../../client.ts';
import { useWords } from '../../language.tsx';
import { Failed, isMissing, Missing, Waiting } from '../../shell/messages.tsx';
import { useMayChange } from '../use-may-change.ts';
import { CHANGES, type Change } from './changes.ts';
import { ComparedDamage } from './compared-damage.tsx';
import { FindOther } from './find-other.tsx';
import { LostDecisions } from './lost-decisions.tsx';
import { OtherChoice } from './other-choice.tsx';
import { Overview } from './overview.tsx';
import { useOthers } from './use-others.ts';
import '../inspection.css';
import '../viewer/viewer.css';
import '../damages/damage-table.css';
import '../vehicle/car-drawing.css';
import './comparison.css';

/** All damages of both sides; those of some kinds can be hidden. */
const Compared = ({ comparison, mayDecide }: { comparison: Comparison; mayDecide: boolean }) => {
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
      <LostDecisions lost={comparison.lostDecisions} />
      {comparison.damages.length > 0 && <Overview comparison={comparison} />}
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
            mayDecide={mayDecide}
          />
        ))}
      </ul>
    </>
  );
};

/** Whoever may change the inspection may decide what the photos leave open. */
const Decidable = ({ comparison, inspection }: { comparison: Comparison; inspection: Inspection }) => (
  <Compared comparison={comparison} mayDecide={useMayChange(inspection)} />
);

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
  const choose = (chosen: string) => setSearch({ with: chosen }, { replace: true });
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
        <div className="row">
          <button type="button" className="button" onClick={() => print()}>
            {say.print}
          </button>
          <Link className="button" href={`/inspection/${id}`}>
            {say.toInspection}
          </Link>
        </div>
      </header>
      <div className="other-choice row">
        {others && others.length > 0 && <OtherChoice others={others} value={other} onChange={choose} />}
        <FindOther id={id} onChoose={choose} />
      </div>
      {failure && <Failed error={failure} again={refetch} />}
      {others && other === null && <p className="card empty">{say.nothingToCompare}</p>}
      {comparison && inspection && <Decidable key={other} comparison={comparison} inspection={inspection} />}
      {!failure && !comparison && other !== null && <Waiting />}
    </div>
  );
}
