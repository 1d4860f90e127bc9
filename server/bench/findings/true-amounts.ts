/** What the true damages take from the condition and cost: the service's own rules on damages that a person entered. */
import { v7 as uuid } from 'uuid';
import { assess } from '../../src/actions/tasks/assess-damages.ts';
import { DEFAULT_MATRIX } from '../../src/inspections/costs/price-matrix.ts';
import { isDamage } from '../../src/inspections/damages/damage-kinds.ts';
import { sideOf } from '../../src/inspections/parts/part-sides.ts';
import { isPart, PART_TYPES, type PartType } from '../../src/inspections/parts/parts.ts';
import { conditionOf } from '../../src/inspections/vehicle-state/condition.ts';
import { MOST_CONDITION } from '../../src/inspections/vehicle-state/tuning.ts';
import { costOf } from './listed.ts';
import { addFound, emptyInspection, memoryStore, severityOf } from './memory-store.ts';
import { isSamePart } from './same-part.ts';
import type { TrueAmounts } from './score.ts';
import type { KnownInspection, State } from './truth.ts';

/** A part whose side or end is open is taken for one of its kind: they cost about the same. */
const partTypeOf = (part: string | null): PartType => {
  if (part === null) return 'ignore';
  if (isPart(part)) return part;
  const alike = PART_TYPES.filter((type) => isSamePart(type, part));
  return alike.find((type) => sideOf(type) === sideOf(part)) ?? alike[0] ?? 'ignore';
};

/** As the rules of the service cap it for a vehicle in that state. */
const mostIn = (state: State): number =>
  (({ ...MOST_CONDITION }) as Partial<Record<State, number>>)[state] ?? 100;

export const trueAmounts = async ({ photos, damages, state }: KnownInspection): Promise<TrueAmounts> => {
  const inspection = emptyInspection(photos, ['damage_detection']);
  inspection.tasks[0]!.status = 'DONE';
  for (const { part, types, severity } of damages) {
    const damage_type = types.find(isDamage);
    if (!damage_type) continue;
    const part_type = partTypeOf(part);
    const id = uuid();
    const part_types = part_type === 'ignore' ? [] : [part_type];
    const damage = { id, damage_type, part_type, part_types, score: null, model: null, evidence: null };
    addFound(inspection, { images: [], views: [], rendered: [], damages: [damage] });
    inspection.severities.push(
      severityOf(inspection, {
        label: part_type,
        level: severity,
        related_item_type: 'damage',
        related_item_id: id,
        is_user_modified: true,
      }),
    );
  }
  await assess(memoryStore(inspection), inspection.id, { methodology: 'labor_cost', matrix: DEFAULT_MATRIX });
  return { condition: Math.min(conditionOf(inspection)!, mostIn(state)), cost: costOf(inspection) };
};
