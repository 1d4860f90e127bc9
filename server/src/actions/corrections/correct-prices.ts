import { v7 as uuid } from 'uuid';
import type { Actor } from '../../inspections/access.ts';
import { fromHundredths } from '../../inspections/costs/money.ts';
import { type PriceDetail, pricingOf } from '../../inspections/costs/pricing.ts';
import { NO_PART, type PartType } from '../../inspections/parts/parts.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { Correction } from '../../inspections/records/findings/correction.ts';
import type { Inspection, InspectionHead } from '../../inspections/records/inspection.ts';
import { TELL_DAMAGES } from '../../inspections/tasks/validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { noteStanding } from '../inspections/note-standing.ts';
import { assertId, inspectionToChange, inspectionToRead } from '../reach-inspection.ts';
import { withdrawValidations } from './withdraw-validation.ts';

const read = async (tx: Store, inspectionId: string): Promise<Inspection> =>
  (await tx.inspections.read(inspectionId, { deletedObjects: false, outlines: false }))!;

const detailsOf = (inspection: Inspection): PriceDetail[] =>
  pricingOf(inspection).flatMap(({ details }) => details);

const priceOf = (detail: PriceDetail | undefined) => detail && { pricing: fromHundredths(detail.price) };

const recorded = async (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  change: Pick<Correction, 'action'> & { item_id: string; before?: PriceDetail; after?: PriceDetail },
) => {
  await tx.corrections.record({
    inspection_id: head.id,
    item_id: change.item_id,
    part_type: (change.after ?? change.before)!.part_type,
    action: change.action,
    before: priceOf(change.before) ?? null,
    after: priceOf(change.after) ?? null,
    made_by: actor.user_id,
    made_by_name: actor.name ?? null,
  });
  await recordEvent(tx, head, 'inspection.updated', { changed: 'pricing' });
  await withdrawValidations(tx, head, actor, TELL_DAMAGES, 'prices');
  await noteStanding(tx, head.id);
};

/** Sets the price of a part or of the vehicle, over the estimate and over what people said before. */
const put = async (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  price: { id: string; part_id: string | null; pricing: number },
): Promise<PriceDetail> => {
  const before = detailsOf(await read(tx, head.id)).find(({ part_id }) => part_id === price.part_id);
  const { id: item_id } = await tx.prices.put({
    ...price,
    inspection_id: head.id,
    related_item_type: price.part_id === null ? 'vehicle' : 'part',
    created_by: actor.user_id,
  });
  const after = detailsOf(await read(tx, head.id)).find(({ id }) => id === item_id)!;
  const action = before?.id === item_id ? 'changed' : 'created';
  await recorded(tx, head, actor, { item_id, action, before, after });
  return after;
};

export const createPrice = (
  actor: Actor,
  input: {
    inspection_id: string;
    pricing: number;
    related_item_type: 'part' | 'vehicle';
    part_type?: PartType;
  },
  { store }: Ports,
): Promise<PriceDetail> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const { pricing, part_type = 'ignore' } = input;
    if (input.related_item_type === 'vehicle')
      return put(tx, head, actor, { id: uuid(), part_id: null, pricing });
    if (NO_PART.includes(part_type))
      throw invalidField('part_type', 'Name the part that this is the price of.');
    const part = await tx.findings.part(head.id, part_type, actor.user_id);
    return put(tx, head, actor, { id: uuid(), part_id: part.id, pricing });
  });

const detailIn = (inspection: Inspection, id: string) => detailsOf(inspection).find((one) => one.id === id);

const detailOf = (inspection: Inspection, id: string): PriceDetail => {
  assertId(id, 'price');
  const detail = detailIn(inspection, id);
  if (!detail) throw notFound('price');
  return detail;
};

export const getPrice = async (
  actor: Actor,
  input: { inspection_id: string; pricing_id: string },
  { store }: Ports,
): Promise<PriceDetail> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  return detailOf(await read(store, head.id), input.pricing_id);
};

/** The price of an estimate becomes the person's, under the same id. */
export const changePrice = (
  actor: Actor,
  input: { inspection_id: string; pricing_id: string; pricing: number },
  { store }: Ports,
): Promise<PriceDetail> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const { id, part_id } = detailOf(await read(tx, head.id), input.pricing_id);
    return put(tx, head, actor, { id, part_id, pricing: input.pricing });
  });

/**
 * Without a person's price the estimate counts again; deleting what was estimated leaves the part uncounted. What is
 * gone already stays gone: clients of generation 5 delete the damages of a part and its price at the same moment,
 * and without its damages the part has no price.
 */
export const deletePrice = (
  actor: Actor,
  input: { inspection_id: string; pricing_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const inspection = await read(tx, head.id);
    const { pricing_id: id } = input;
    assertId(id, 'price');
    const before = detailIn(inspection, id);
    if (!before) {
      if (!(await tx.prices.isFormer(head.id, id))) throw notFound('price');
      return { id, deleted: true };
    }
    const { part_id, estimate } = before;
    const isPrice = inspection.prices.some((price) => price.id === id);
    const price = { id, inspection_id: head.id, part_id, pricing: null, created_by: actor.user_id };
    // Clients of generation 3 give a price with a severity, which was overridden and must not come back.
    const wasRated = part_id !== null && (await tx.findings.removePricesOf(head.id, part_id));
    if (isPrice && estimate?.id !== id && !wasRated) await tx.prices.delete(head.id, id);
    else await tx.prices.put({ ...price, related_item_type: 'part' });
    await recorded(tx, head, actor, { item_id: id, action: 'deleted', before });
    return { id, deleted: true };
  });
