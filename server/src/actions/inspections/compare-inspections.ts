import { type Actor, mayRead } from '../../inspections/access.ts';
import { type Comparison, compareInspections } from '../../inspections/comparison/comparison.ts';
import { withDecisions } from '../../inspections/comparison/decisions.ts';
import type { CostOfSome } from '../../inspections/costs/pricing.ts';
import { faintAmong } from '../../inspections/photos/photo-findings.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { VehicleScope } from '../../inspections/ports/vehicles.ts';
import { nothingToCompare } from '../../inspections/problems/tasks.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import type { Inspection, InspectionHead } from '../../inspections/records/inspection.ts';
import { isId } from '../reach-inspection.ts';
import { costOfSome } from '../tasks/assess-damages.ts';
import { scopeOf } from '../vehicles/read-vehicles.ts';
import { lastApproved } from '../vehicles/vehicle-history.ts';
import { getInspection } from './get-inspection.ts';

/** Compares any two of these, of which everything is read once: for whoever has them already, and the right to read them. */
export const comparisonsAmong = async (
  inspections: readonly Inspection[],
  store: Store,
): Promise<(one: Inspection, other: Inspection) => Comparison> => {
  const images = inspections.flatMap((one) => one.images.map(({ id }) => id));
  const seen = await store.sightings.damagesOn(images);
  const faint = new Map([...seen].map(([id, damages]) => [id, faintAmong(damages)]));
  const said = new Map<string, Correction[]>();
  for (const { id } of inspections) said.set(id, await store.corrections.list(id));
  return (one, other) => {
    const comparison = compareInspections(one, other, faint);
    return withDecisions(comparison, {
      after: said.get(comparison.after.id)!,
      before: said.get(comparison.before.id)!,
    });
  };
};

export const comparisonOf = async (one: Inspection, other: Inspection, store: Store): Promise<Comparison> =>
  (await comparisonsAmong([one, other], store))(one, other);

/** What the repair of the new damages alone costs. */
export const costOfNew = (comparison: Comparison, store: Store): Promise<CostOfSome | null> => {
  const isNew = new Set(
    comparison.damages.flatMap(({ status, after }) => (status === 'new' ? [after.damage!.id] : [])),
  );
  return costOfSome(store, comparison.after, ({ id }) => isNew.has(id));
};

export type Compared = Comparison & { cost_of_new: CostOfSome | null };
export type ToCompare = { inspection_id: string; related_inspection_id?: string };

/** What to compare with: what somebody named, else the last approved inspection of the vehicle; null where there is none. */
export const relatedIdOf = async (
  scope: VehicleScope,
  inspection: InspectionHead,
  store: Store,
  named?: string,
) => named ?? inspection.related_inspection_id ?? (await lastApproved(scope, inspection, store));

/** Deleted or not this caller's: to them it is the same. */
const readableOr = async (actor: Actor, id: string, store: Store): Promise<Inspection | null> => {
  const found = isId(id) ? await store.inspections.read(id, { deletedObjects: false }) : null;
  return found && found.deleted_at === null && mayRead(actor, found) ? found : null;
};

export const compareWithRelated = async (actor: Actor, input: ToCompare, ports: Ports): Promise<Compared> => {
  const { store } = ports;
  const { inspection_id } = input;
  const inspection = await getInspection(actor, { inspection_id, show_deleted_objects: false }, ports);
  const id = await relatedIdOf(scopeOf(actor), inspection, store, input.related_inspection_id);
  if (id === null)
    throw nothingToCompare(
      'This inspection names no related_inspection_id, and no earlier inspection of its vehicle is approved. Name here what to compare it with.',
    );
  if (id === inspection.id)
    throw nothingToCompare('An inspection cannot be compared with itself. Name another one.');
  const related = await readableOr(actor, id, store);
  if (related === null)
    throw nothingToCompare(
      `The related inspection ${id} was deleted, or is not yours to read, so there is nothing to compare with.`,
    );
  const comparison = await comparisonOf(inspection, related, store);
  return { ...comparison, cost_of_new: await costOfNew(comparison, store) };
};

/** A damage that an earlier inspection of the vehicle has already; `known_damage_id` null: a person says so. */
export type KnownDamage = {
  damage_id: string;
  known_damage_id: string | null;
  inspection_id: string;
  known_since: string;
};

export const knownDamages = async (
  actor: Actor,
  inspection: Inspection,
  { store }: Pick<Ports, 'store'>,
): Promise<KnownDamage[]> => {
  const id = await relatedIdOf(scopeOf(actor), inspection, store);
  const earlier = id === null || id === inspection.id ? null : await readableOr(actor, id, store);
  if (earlier === null || earlier.created_at > inspection.created_at) return [];
  const { damages } = await comparisonOf(inspection, earlier, store);
  return damages.flatMap(({ status, before, after }) =>
    status === 'existing' && after.damage
      ? [
          {
            damage_id: after.damage.id,
            known_damage_id: before.damage?.id ?? null,
            inspection_id: earlier.id,
            known_since: earlier.created_at,
          },
        ]
      : [],
  );
};
