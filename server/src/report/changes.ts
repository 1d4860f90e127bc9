/** What people did to the findings, severities and prices, oldest first. */
import { type Cents, toHundredths } from '../inspections/money.ts';
import type { PartType } from '../inspections/parts.ts';
import type { Correction, Inspection, Severity } from '../inspections/records.ts';
import type { DamageType } from '../inspections/vocabulary.ts';
import type { Level } from './damaged-parts.ts';

/** `part_type` null: of the whole vehicle. */
export type Change = { by: string; at: string; part_type: PartType | null } & (
  | { kind: 'added' | 'removed'; damage_type: DamageType }
  | { kind: 'rated'; level: Level }
  | { kind: 'asked'; operation: string }
  | { kind: 'priced'; price: Cents }
  | { kind: 'withdrawn' }
);

type Words = Partial<Pick<Severity, 'level' | 'repair_operation' | 'pricing'>>;

const toDamages = ({ damages }: Inspection): Change[] =>
  damages.flatMap(({ model, damage_type, part_type, ...one }): Change[] => {
    const what = { damage_type, part_type };
    return [
      ...(model === null
        ? [{ ...what, kind: 'added' as const, by: one.created_by, at: one.created_at }]
        : []),
      ...(one.deleted_by && one.deleted_at
        ? [{ ...what, kind: 'removed' as const, by: one.deleted_by, at: one.deleted_at }]
        : []),
    ];
  });

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

export const changesOf = (inspection: Inspection, corrections: readonly Correction[]): Change[] =>
  [...toDamages(inspection), ...corrections.flatMap(toWords)].sort((a, b) => a.at.localeCompare(b.at));
