import { v7 as uuid } from 'uuid';
import type { Actor } from '../../inspections/access.ts';
import { type Pricing, pricingOf } from '../../inspections/costs/pricing.ts';
import { NO_PART, type PartType } from '../../inspections/parts/parts.ts';
import type { SeverityChange } from '../../inspections/ports/findings.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Severity } from '../../inspections/records/severity.ts';
import { TELL_DAMAGES } from '../../inspections/tasks/validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { assertId, inspectionToChange, inspectionToRead, isId } from '../reach-inspection.ts';
import { reassess } from '../tasks/assess-damages.ts';
import { assertRoomFor } from './assert-room.ts';
import { withdrawValidations } from './withdraw-validation.ts';

const wordsOf = ({ level, pricing, repair_operation, comment }: Severity) => ({
  level,
  pricing,
  repair_operation,
  comment,
});

/** Who said what, and what follows from it. */
const recorded = async (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  change: Pick<Correction, 'action'> & { item_id: string; before?: Severity; after?: Severity },
) => {
  await tx.corrections.record({
    inspection_id: head.id,
    item_id: change.item_id,
    part_type: (change.after ?? change.before)!.label,
    action: change.action,
    before: change.before ? wordsOf(change.before) : null,
    after: change.after ? wordsOf(change.after) : null,
    made_by: actor.user_id,
    made_by_name: actor.name ?? null,
  });
  await recordEvent(tx, head, 'inspection.updated', { changed: 'severity_pricing' });
  await withdrawValidations(tx, head, actor, TELL_DAMAGES, 'severities');
  await reassess(tx, head.id);
};

type NewSeverity = { inspection_id: string; label: PartType; damage_id?: string } & Partial<SeverityChange>;

/** On no part in particular there is nothing to rate or to pay for, only something to say. */
const assertRemark = ({ level, pricing, repair_operation }: NewSeverity) => {
  if ([level, pricing, repair_operation].some((value) => value !== undefined && value !== null))
    throw invalidField('label', 'Name the part that has this severity, price or operation.');
};

const itemOf = async (tx: Store, head: InspectionHead, given: NewSeverity, by: string) => {
  const { label, damage_id } = given;
  if (damage_id === undefined && NO_PART.includes(label)) {
    assertRemark(given);
    return { related_item_type: 'comment' as const, related_item_id: null };
  }
  if (damage_id === undefined)
    return {
      related_item_type: 'part' as const,
      related_item_id: (await tx.findings.part(head.id, label, by)).id,
    };
  const damage = isId(damage_id) ? await tx.findings.findDamage(head.id, damage_id) : null;
  if (damage === null) throw invalidField('damage_id', 'This inspection has no such damage.');
  if (damage.part_type !== label)
    throw invalidField('label', `The damage lies on another part: ${damage.part_type}.`);
  return { related_item_type: 'damage' as const, related_item_id: damage.id };
};

/** The severity that it replaces: the one of the service, or an earlier one of a person. */
const lastWordOn = async (tx: Store, head: InspectionHead, itemId: string | null) =>
  (await tx.findings.listSeverities(head.id)).findLast(
    ({ related_item_id }) => itemId !== null && related_item_id === itemId,
  );

/** A price overrides the price of a severity, so an earlier price is removed: the last statement on a part counts. */
const replacePrice = async (
  tx: Store,
  head: InspectionHead,
  { related_item_type, related_item_id }: Pick<Severity, 'related_item_type' | 'related_item_id'>,
  { pricing }: Partial<SeverityChange>,
) => {
  if (related_item_type === 'part' && related_item_id !== null && typeof pricing === 'number')
    await tx.prices.removeOfPart(head.id, related_item_id);
};

/** `pricing`: the estimate that tells the hours of its part. */
export type PricedSeverity = { severity: Severity; pricing: Pricing | undefined };

const pricingIn = async (store: Store, inspectionId: string): Promise<Pricing | undefined> => {
  const inspection = await store.inspections.read(inspectionId, { deletedObjects: false, outlines: false });
  return pricingOf(inspection!)[0];
};

export const createSeverity = (
  actor: Actor,
  input: NewSeverity,
  { store, limits }: Ports,
): Promise<PricedSeverity> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    await assertRoomFor('severities', head.id, tx, limits.severitiesPerInspection);
    const item = await itemOf(tx, head, input, actor.user_id);
    const before = await lastWordOn(tx, head, item.related_item_id);
    await replacePrice(tx, head, item, input);
    const severity = await tx.findings.insertSeverity({
      id: uuid(),
      inspection_id: head.id,
      label: input.label,
      level: input.level ?? null,
      pricing: input.pricing ?? null,
      repair_operation: input.repair_operation ?? null,
      comment: input.comment ?? null,
      ...item,
      is_user_modified: true,
      created_by: actor.user_id,
    });
    await recorded(tx, head, actor, { item_id: severity.id, action: 'created', before, after: severity });
    return { severity, pricing: await pricingIn(tx, head.id) };
  });

export const changeSeverity = (
  actor: Actor,
  input: { inspection_id: string; severity_id: string; change: Partial<SeverityChange> },
  { store }: Ports,
): Promise<PricedSeverity> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.severity_id, 'severity');
    const before = await tx.findings.findSeverity(head.id, input.severity_id);
    if (before === null) throw notFound('severity');
    await replacePrice(tx, head, before, input.change);
    const after = await tx.findings.changeSeverity(head.id, before.id, input.change);
    await recorded(tx, head, actor, { item_id: before.id, action: 'changed', before, after });
    // With the price that follows from it.
    const severity = (await tx.findings.findSeverity(head.id, before.id))!;
    return { severity, pricing: await pricingIn(tx, head.id) };
  });

export const deleteSeverity = (
  actor: Actor,
  input: { inspection_id: string; severity_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    assertId(input.severity_id, 'severity');
    const before = await tx.findings.deleteSeverity(head.id, input.severity_id, actor.user_id);
    if (before === null) throw notFound('severity');
    await recorded(tx, head, actor, { item_id: before.id, action: 'deleted', before });
    return { id: before.id, deleted: true };
  });

export const listSeverities = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<PricedSeverity[]> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  const pricing = await pricingIn(store, head.id);
  return (await store.findings.listSeverities(head.id)).map((severity) => ({ severity, pricing }));
};

export const getSeverity = async (
  actor: Actor,
  input: { inspection_id: string; severity_id: string },
  { store }: Ports,
): Promise<PricedSeverity> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  assertId(input.severity_id, 'severity');
  const severity = await store.findings.findSeverity(head.id, input.severity_id);
  if (severity === null) throw notFound('severity');
  return { severity, pricing: await pricingIn(store, head.id) };
};
