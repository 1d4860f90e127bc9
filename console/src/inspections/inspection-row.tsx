import type { InspectionSummary } from '@walkaround/sdk';
import { Link } from 'wouter';
import { useFormats } from '../formats/formats.ts';
import { capital, nameIn, type Plural, pluralForm, useLanguage, useNames, useWords } from '../language.tsx';
import { Outline } from '../shell/outline.tsx';
import { type Level, SeverityBadge } from '../shell/severity-badge.tsx';

const LOOK_OF = { NOT_STARTED: '', IN_PROGRESS: 'running', DONE: 'good', ERROR: 'alarm', VALIDATED: 'good' };

const Thumbnail = ({ address }: { address: string | null }) => (
  <span className="list-picture">
    {address ? (
      <img src={address} alt="" loading="lazy" decoding="async" width="96" height="72" />
    ) : (
      <Outline view={{ outline: 'side', mirrored: false }} />
    )}
  </span>
);

const Count = ({ count, forms }: { count: number; forms: Plural }) => {
  const { code } = useLanguage();
  const { number } = useFormats();
  return (
    <span className="list-count">
      <span className="number">{number(count)}</span>{' '}
      <span className="soft">{pluralForm(code, forms, count)}</span>
    </span>
  );
};

/** What somebody began and did not finish goes on where they were. */
const placeOf = ({ id, status }: InspectionSummary) =>
  status === 'NOT_STARTED' ? `/inspection/${id}/capture` : `/inspection/${id}`;

export const InspectionRow = ({ inspection }: { inspection: InspectionSummary }) => {
  const { inspections: say } = useWords();
  const { task_status, to_check } = useNames();
  const { time } = useFormats();
  const { brand, model, plate, vin, status } = inspection;
  const name = [brand, model].filter(Boolean).join(' ');
  const isEmpty = inspection.analysed && inspection.damagesCount === 0;
  const isClean = isEmpty && inspection.placesToCheck === 0;
  return (
    <li>
      <Link href={placeOf(inspection)} className="list-row">
        <Thumbnail address={inspection.thumbnail} />
        <span className="list-vehicle">
          <strong>{name || plate || vin || say.unnamed}</strong>
          <span className="soft">{[name && plate, vin].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="list-status">
          <span className={`badge ${LOOK_OF[status]}`}>{nameIn(task_status, status)}</span>
        </span>
        <Count count={inspection.imagesCount} forms={say.photos} />
        {inspection.analysed ? (
          <Count count={inspection.damagesCount} forms={say.damages} />
        ) : (
          <span className="list-count soft">{say.notAnalysed}</span>
        )}
        <span className="list-severity">
          {inspection.worstSeverity !== null && <SeverityBadge level={inspection.worstSeverity as Level} />}
          {isClean && <span className="badge good">{say.noDamage}</span>}
          {isEmpty && !isClean && <span className="badge">{capital(to_check.short)}</span>}
        </span>
        <time className="list-time soft" dateTime={inspection.createdAt}>
          {time(inspection.createdAt)}
        </time>
      </Link>
    </li>
  );
};
