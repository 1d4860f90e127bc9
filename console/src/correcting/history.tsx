import type { Correction } from '@walkaround/sdk';
import type { Details } from '../claim/detail-fields.tsx';
import { useMembers } from '../claim/use-members.ts';
import { useFormats } from '../formats/formats.ts';
import type { Findings } from '../inspection/findings.ts';
import { useChanges, useWho } from '../inspection/use-who.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { Failed } from '../shell/messages.tsx';
import { type Level, useLevelName } from '../shell/severity-badge.tsx';
import { isReading, type ReadingValue, useReadingWords } from './reading-words.ts';
import { useTakeBack } from './use-take-back.ts';

/** What was said of a damage, a suspicion, a severity or a price; which of these are there tells what it was. */
type Said = {
  damageType?: string;
  partType?: string;
  /** A person said whether it is there. */
  isConfirmed?: boolean;
  /** The length that a person measured. */
  sizeCm?: number | null;
  /** Of a place on a photo. */
  view?: { imageId: string; damageType: string };
  /** Of a suspicion. */
  state?: 'open' | 'dismissed';
  level?: Level | null;
  repairOperation?: string | null;
  pricing?: number | null;
  comment?: string | null;
  /** Of a damage that a comparison left undecided. */
  comparedDamageType?: string;
  change?: 'new' | 'existing' | 'gone' | null;
  /** Of the inspection itself. */
  details?: SaidDetails;
};

type SaidDetails = Partial<Details & { assignedTo: string | null; knownVehicleId: string | null }>;

/** Of a validation: what it vouches for. */
type Validation = { task: string; models: { name: string; version: string }[] };

/** Of a validation that was withdrawn: whose it was, and why it went. */
type Withdrawal = { task: string; validatedBy: string | null; validatedAt: string | null; because: string };

/** Its sentence names the part itself. */
const isOfDamage = ({ before, after }: Correction) =>
  ['damageType', 'comparedDamageType'].some((name) => name in (after ?? before ?? {}));

/** Not of a damage, which names its part itself, and not of a task or of the inspection. */
const isOfPart = (correction: Correction) =>
  !['validated', 'withdrawn'].includes(correction.action) &&
  !isOfDamage(correction) &&
  !['details', 'reading', 'view'].some((word) => word in (correction.after ?? correction.before ?? {}));

const useSentences = ({ inspection, pricing, images }: Findings) => {
  const currency = pricing?.currency ?? null;
  const who = useWho(inspection.id);
  const { nameOf } = useMembers();
  const { correcting: say, inspection: look } = useWords();
  const names = useNames();
  const formats = useFormats();
  const levelName = useLevelName();
  const reading = useReadingWords();
  const damageIn = ({ damageType, partType }: Said) =>
    `${nameIn(names.damages, damageType!)}, ${nameIn(names.parts, partType!)}`;
  const changeOf = <T,>(
    what: string,
    show: (value: T) => string,
    before: T | null | undefined,
    after: T | null | undefined,
  ) =>
    before === after || (before == null && after == null)
      ? []
      : [
          fill(say.change, {
            what,
            from: before == null ? '–' : show(before),
            to: after == null ? '–' : show(after),
          }),
        ];
  const validation = ({ task, models }: Validation) =>
    fill(say.validated, {
      task: nameIn(names.tasks, task),
      models:
        models.map(({ name, version }) => `${nameIn(names.model_names, name)} ${version}`).join(', ') || '–',
    });
  const withdrawal = ({ task, validatedBy, validatedAt, because }: Withdrawal) =>
    fill(say.validationWithdrawn, {
      task: nameIn(names.tasks, task),
      cause: names.withdrawal_causes[because as keyof typeof names.withdrawal_causes],
      who: validatedBy ? who(validatedBy) : '–',
      time: validatedAt ? formats.time(validatedAt) : '–',
    });
  const detailChanges = (before: SaidDetails, after: SaidDetails) => [
    ...changeOf(
      names.fields.inspection_type,
      (type) => nameIn(names.inspection_types, type),
      before.inspectionType,
      after.inspectionType,
    ),
    ...changeOf(names.fields.reference, String, before.reference, after.reference),
    ...changeOf(names.fields.customer, String, before.customer, after.customer),
    ...changeOf(names.fields.date_of_loss, formats.date, before.dateOfLoss, after.dateOfLoss),
    ...changeOf(names.fields.assigned_to, nameOf, before.assignedTo, after.assignedTo),
    ...(after.knownVehicleId === undefined ? [] : [say.vehicleLinked]),
  ];
  return ({ action, before: old, after: now, partType }: Correction): string[] => {
    if (action === 'validated') return [validation(now as Validation)];
    if (action === 'withdrawn') return [withdrawal({ ...old, ...now } as Withdrawal)];
    if (isReading(old) && isReading(now)) {
      const { reading: of } = now;
      const changes = now.values.flatMap(({ field, value }, index) =>
        changeOf(
          reading.field(of, field),
          (said: ReadingValue) => reading.value(of, said),
          old.values[index]?.value,
          value,
        ),
      );
      return changes.map((change) => `${reading.subject(of)}, ${change}`);
    }
    const [before, after] = [old as Said | null, now as Said | null];
    const one = after ?? before ?? {};
    if (one.comparedDamageType !== undefined) {
      const damage = damageIn({ damageType: one.comparedDamageType, partType: partType ?? 'ignore' });
      return [fill(say.comparisonDecided, { damage, change: look[`change_${one.change ?? 'unknown'}`] })];
    }
    if (one.details !== undefined)
      return action === 'deleted' || action === 'restored'
        ? [say[`details_${action}`]]
        : detailChanges(before?.details ?? {}, after?.details ?? {});
    if (one.view !== undefined) {
      const damage = damageIn({ damageType: one.view.damageType, partType: partType ?? 'ignore' });
      const number = images.findIndex(({ id }) => id === one.view!.imageId) + 1;
      return [
        fill(action === 'created' ? say.view_created : say.view_deleted, { damage, number: number || '–' }),
      ];
    }
    if (one.state !== undefined) return [fill(say[`suspicion_${one.state}`], { damage: damageIn(one) })];
    if (one.damageType !== undefined) {
      const isOther = before?.damageType !== after?.damageType || before?.partType !== after?.partType;
      if (action === 'changed' && isOther) return [`${damageIn(before!)} → ${damageIn(after!)}`];
      if (action === 'changed' && before?.sizeCm !== after?.sizeCm)
        return changeOf(`${damageIn(one)}, ${say.sizeIn}`, formats.length, before?.sizeCm, after?.sizeCm);
      if (action === 'changed')
        return [
          fill(after!.isConfirmed ? say.damage_confirmed : say.damage_unconfirmed, { damage: damageIn(one) }),
        ];
      return [fill(say[`damage_${action}`], { damage: damageIn(one) })];
    }
    if (action === 'deleted') return [say.withdrawn];
    return [
      ...changeOf(say.severity, levelName, before?.level, after?.level),
      ...changeOf(
        say.operation,
        (name) => nameIn(names.operations, name),
        before?.repairOperation,
        after?.repairOperation,
      ),
      ...changeOf(say.price, (amount) => formats.money(amount, currency), before?.pricing, after?.pricing),
      ...changeOf(say.note, String, before?.comment, after?.comment),
    ];
  };
};

/** The last word on each thing: only that can be taken back without taking back what was said after it. */
const lastWords = (changes: Correction[]): Set<string> =>
  new Set(new Map(changes.map(({ id, itemId }) => [itemId, id])).values());

type HistoryProps = {
  findings: Findings;
  of: (correction: Correction) => boolean;
  empty: string;
  /** Of the whole inspection: with the parts, and with a way back where it may be changed. */
  withParts?: boolean;
  mayChange?: boolean;
};

/** What people changed, the last first: what was said before, by whom it was changed and when. */
export const History = ({ findings, of, empty, withParts = false, mayChange = false }: HistoryProps) => {
  const { inspection } = findings;
  const { correcting: say, shell } = useWords();
  const names = useNames();
  const formats = useFormats();
  const who = useWho(inspection.id);
  const { make, wayBack } = useTakeBack(findings);
  const sentences = useSentences(findings);
  const { changes, error, refetch } = useChanges(inspection.id);
  if (error) return <Failed error={error} again={refetch} />;
  const corrections = changes?.filter(of) ?? [];
  const last = lastWords(changes ?? []);
  const undoOf = (correction: Correction) =>
    mayChange && last.has(correction.id) ? wayBack(correction) : null;
  if (corrections.length === 0) return <p className="soft facts">{changes ? empty : ''}</p>;
  return (
    <ol className="history">
      {corrections.toReversed().map((correction) => {
        const undo = undoOf(correction);
        const text = sentences(correction).join('; ');
        return (
          <li key={correction.id}>
            <span>
              {withParts && isOfPart(correction) && (
                <>{correction.partType ? nameIn(names.parts, correction.partType) : say.wholeRepair}, </>
              )}
              {text}
            </span>
            <span className="soft facts">
              {who(correction.madeBy)},{' '}
              <time dateTime={correction.madeAt}>{formats.time(correction.madeAt)}</time>
            </span>
            {undo && (
              <button
                type="button"
                className="button small"
                aria-label={`${shell.undo}: ${text}`}
                onClick={() => make(say.undone, [undo])}
              >
                {shell.undo}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
};
