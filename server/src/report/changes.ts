/** What people did to the findings, severities and prices, oldest first. */
import { type Cents, toHundredths } from '../inspections/costs/money.ts';
import type { PartType } from '../inspections/parts/parts.ts';
import type { ReportSource } from '../inspections/ports/ports.ts';
import type { Correction } from '../inspections/records/findings/correction.ts';
import type { Damage } from '../inspections/records/findings/damage.ts';
import type { FoundBy } from '../inspections/records/findings/found-by.ts';
import type { Inspection } from '../inspections/records/inspection.ts';
import type { Severity } from '../inspections/records/severity.ts';
import type { WithdrawalCause } from '../inspections/tasks/validation.ts';
import type { DamageType, TaskName } from '../inspections/vocabulary.ts';
import type { Level } from './damaged-parts.ts';

/** `part_type` null: of the whole vehicle. */
export type Change = { by: string; at: string; part_type: PartType | null } & (
  | { kind: 'added' | 'confirmed' | 'removed' | 'restored' | 'reclassified'; damage_type: DamageType }
  | { kind: 'rated'; level: Level }
  | { kind: 'asked'; operation: string }
  | { kind: 'priced'; price: Cents }
  | { kind: 'withdrawn' }
  | { kind: 'corrected'; subject: string; field: string; value: unknown }
  | { kind: 'placed' | 'unplaced'; damage_type: DamageType; image_id: string }
  | { kind: 'measured'; damage_type: DamageType; size_cm: number }
  | { kind: 'validated'; task: TaskName; models: FoundBy[] }
  | { kind: 'unvalidated'; task: TaskName; because: WithdrawalCause }
);

type Words = Partial<Pick<Severity, 'level' | 'repair_operation' | 'pricing'>>;

/** What a model saw and was not sure of. */
type Confirmed = { model: FoundBy; score: number };

/** Of the damages that people made of places to check. */
export const confirmedIn = (corrections: readonly Correction[]): ReadonlyMap<string, Confirmed> =>
  new Map(
    corrections.flatMap(({ item_id, after }) => {
      const { suspicion_id, model, score } = (after ?? {}) as Partial<Confirmed & { suspicion_id: string }>;
      return suspicion_id && model && score !== undefined ? [[item_id, { model, score }] as const] : [];
    }),
  );

const toDamages = ({ damages }: Inspection, confirmed: ReadonlyMap<string, Confirmed>): Change[] =>
  damages.flatMap(({ id, model, damage_type, part_type, ...one }): Change[] => {
    const what = { damage_type, part_type };
    const kind = confirmed.has(id) ? ('confirmed' as const) : ('added' as const);
    return [
      ...(model === null ? [{ ...what, kind, by: one.created_by, at: one.created_at }] : []),
      ...(one.deleted_by && one.deleted_at
        ? [{ ...what, kind: 'removed' as const, by: one.deleted_by, at: one.deleted_at }]
        : []),
    ];
  });

type DamageWords = Pick<Damage, 'damage_type'> & { size_cm?: number | null };

/** Who added it and who removed it stands with the damage itself. */
const toDamage = ({ part_type, action, after, made_by, made_at }: Correction): Change[] => {
  const kind = action === 'changed' ? 'reclassified' : action === 'restored' ? 'restored' : null;
  if (kind === null) return [];
  const { damage_type, size_cm } = after as DamageWords;
  if (action === 'changed' && size_cm)
    return [{ kind: 'measured', damage_type, size_cm, part_type, by: made_by, at: made_at }];
  return [{ kind, damage_type, part_type, by: made_by, at: made_at }];
};

const toValidation = ({ after, made_by, made_at }: Correction): Change => {
  const { task, models } = after as { task: TaskName; models: FoundBy[] };
  return { kind: 'validated', task, models, part_type: null, by: made_by, at: made_at };
};

const toWithdrawal = ({ after, made_by, made_at }: Correction): Change => {
  const { task, because } = after as { task: TaskName; because: WithdrawalCause };
  return { kind: 'unvalidated', task, because, part_type: null, by: made_by, at: made_at };
};

const isOfDamage = ({ before, after }: Correction) => 'damage_type' in (after ?? before ?? {});

/** One correction may change several things; what stayed as it was is not told. */
const toWords = ({ part_type, action, before, after, made_by, made_at }: Correction): Change[] => {
  const by = { part_type, by: made_by, at: made_at };
  if (action === 'deleted') return [{ ...by, kind: 'withdrawn' }];
  const [old, now] = [(before ?? {}) as Words, (after ?? {}) as Words];
  const { level, repair_operation: operation, pricing } = now;
  const changes: Change[] = [];
  if (level && level !== old.level) changes.push({ ...by, kind: 'rated', level: level as Level });
  if (operation && operation !== old.repair_operation) changes.push({ ...by, kind: 'asked', operation });
  if (typeof pricing === 'number' && pricing !== old.pricing)
    changes.push({ ...by, kind: 'priced', price: toHundredths(pricing) });
  return changes;
};

type Read = { reading: string; values: { field: string; value: unknown }[] };
type Seen = { view: { image_id: string; damage_type: DamageType } };

const toReading = ({ after, made_by, made_at }: Correction): Change[] => {
  const { reading: subject, values } = after as Read;
  const by = { part_type: null, by: made_by, at: made_at };
  return values.map((said) => ({ ...by, ...said, kind: 'corrected' as const, subject }));
};

const toPlace = ({ action, before, after, part_type, made_by, made_at }: Correction): Change => {
  const { image_id, damage_type } = ((after ?? before) as Seen).view;
  const kind = action === 'created' ? 'placed' : 'unplaced';
  return { kind, damage_type, image_id, part_type, by: made_by, at: made_at };
};

const toChanges = (correction: Correction): Change[] => {
  const words = correction.after ?? correction.before ?? {};
  if (correction.action === 'validated') return [toValidation(correction)];
  if (correction.action === 'withdrawn') return [toWithdrawal(correction)];
  // Of the inspection itself: the head of the report shows how that is now.
  if ('details' in words) return [];
  if ('reading' in words) return toReading(correction);
  if ('view' in words) return [toPlace(correction)];
  return isOfDamage(correction) ? toDamage(correction) : toWords(correction);
};

type People = Pick<ReportSource, 'corrections' | 'names'>;

/** A correction keeps the name of its time. */
export const namesIn = ({ corrections, names }: People) => {
  const then = new Map(
    corrections.flatMap(({ made_by, made_by_name }) => (made_by_name ? [[made_by, made_by_name]] : [])),
  );
  return (id: string) => then.get(id) ?? names[id] ?? id;
};

export const changesOf = (inspection: Inspection, people: People): Change[] => {
  const { corrections } = people;
  const nameOf = namesIn(people);
  return [...toDamages(inspection, confirmedIn(corrections)), ...corrections.flatMap(toChanges)]
    .map((change) => ({ ...change, by: nameOf(change.by) }))
    .sort((a, b) => a.at.localeCompare(b.at));
};
