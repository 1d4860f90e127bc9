import type { InspectionSummary } from '@walkaround/sdk';
import { Link } from 'wouter';
import { useMembers } from '../claim/use-members.ts';
import { useFormats } from '../formats/formats.ts';
import {
  capital,
  fill,
  nameIn,
  type Plural,
  pluralForm,
  useCounted,
  useLanguage,
  useNames,
  useWords,
} from '../language.tsx';
import { Outline } from '../shell/outline.tsx';
import { type Level, WorstPartBadge } from '../shell/severity-badge.tsx';
import { LessonReasons } from './lessons.tsx';

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
    <span>
      <span className="number">{number(count)}</span>{' '}
      <span className="soft">{pluralForm(code, forms, count)}</span>
    </span>
  );
};

/** What somebody began and did not finish goes on where they were. */
const placeOf = ({ id, status }: InspectionSummary) =>
  status === 'NOT_STARTED' ? `/inspection/${id}/capture` : `/inspection/${id}`;

export const useVehicleNameOf = () => {
  const { inspections: say } = useWords();
  return ({ brand, model, plate, vin }: InspectionSummary) =>
    [brand, model].filter(Boolean).join(' ') || plate || vin || say.unnamed;
};

/** A deleted inspection has no page; it is only here to be brought back or erased. */
const Row = ({ inspection, children }: { inspection: InspectionSummary; children: React.ReactNode }) =>
  inspection.deletedAt === null ? (
    <Link href={placeOf(inspection)} className="list-row">
      {children}
    </Link>
  ) : (
    <div className="list-row">{children}</div>
  );

const Found = ({ inspection }: { inspection: InspectionSummary }) => {
  const { inspections: say, contests } = useWords();
  const { to_check, reasons } = useNames();
  const counted = useCounted();
  const isEmpty = inspection.analysed && inspection.damagesCount === 0;
  // Nothing listed is clean only where the condition is told: a street has none.
  const isClean = isEmpty && inspection.placesToCheck === 0 && inspection.conditionScore !== null;
  return (
    <span className="list-severity">
      {inspection.worstSeverity !== null && <WorstPartBadge level={inspection.worstSeverity as Level} />}
      {inspection.worstSeverityRaised && <span className="soft list-raised">{reasons.raised}</span>}
      {isClean && <span className="badge good">{say.noDamage}</span>}
      {isEmpty && !isClean && <span className="badge">{capital(to_check.short)}</span>}
      {inspection.openContests > 0 && (
        <span className="badge">{counted(contests.openCount, inspection.openContests)}</span>
      )}
      {inspection.overdueContests > 0 && <span className="badge alarm">{contests.overdue}</span>}
      <span className="list-counts">
        <Count count={inspection.imagesCount} forms={say.photos} />
        {inspection.analysed ? (
          <Count count={inspection.damagesCount} forms={say.damages} />
        ) : (
          <span className="soft">{say.notAnalysed}</span>
        )}
      </span>
    </span>
  );
};

type Props = {
  inspection: InspectionSummary;
  selected: boolean;
  /** Where the list is sorted by it. */
  withLesson: boolean;
  onSelect(selected: boolean): void;
};

export const InspectionRow = ({ inspection, selected, withLesson, onSelect }: Props) => {
  const { inspections: say, inspection: words } = useWords();
  const { task_status, inspection_types, fields } = useNames();
  const formats = useFormats();
  const { nameOf } = useMembers();
  const name = useVehicleNameOf()(inspection);
  const { brand, model, plate, vin, status, reference, customer, assignedTo } = inspection;
  const isNamed = Boolean(brand || model);
  return (
    <li className={selected ? 'list-item selected' : 'list-item'} data-id={inspection.id}>
      <label className="list-check">
        <input
          type="checkbox"
          checked={selected}
          aria-label={fill(say.select, { name })}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <Row inspection={inspection}>
        <Thumbnail address={inspection.thumbnail} />
        <span className="list-vehicle">
          <strong>{name}</strong>
          <span className="soft">{[isNamed && plate, vin].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="list-claim">
          <span>{reference}</span>
          <span className="soft">{customer}</span>
        </span>
        <span className="list-type">
          <span>{inspection.inspectionType && nameIn(inspection_types, inspection.inspectionType)}</span>
          {assignedTo !== null && (
            <span className="soft">
              <span className="visually-hidden">{fields.assigned_to} </span>
              <span aria-hidden="true">→ </span>
              {nameOf(assignedTo)}
            </span>
          )}
        </span>
        <span className="list-status">
          <span className={`badge ${LOOK_OF[status]}`}>{nameIn(task_status, status)}</span>
        </span>
        <Found inspection={inspection} />
        <span className="list-condition number">
          {inspection.conditionScore !== null && (
            <>
              <span className="list-label soft">{words.condition} </span>
              {inspection.conditionScore}
              <span className="list-most soft"> / 100</span>
            </>
          )}
        </span>
        <span className="list-cost number">
          {inspection.repairCost !== null && formats.money(inspection.repairCost, inspection.currency)}
        </span>
        <time className="list-time soft" dateTime={inspection.createdAt}>
          {formats.time(inspection.createdAt)}
        </time>
        {withLesson && <LessonReasons inspection={inspection} />}
      </Row>
    </li>
  );
};
