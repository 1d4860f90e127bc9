import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { beingErased } from '../../inspections/problems/claims.ts';
import { limitReached } from '../../inspections/problems/requests.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { Vehicle, VehicleDetails } from '../../inspections/records/vehicle.ts';
import { TELL_DAMAGES, TELL_VEHICLE } from '../../inspections/tasks/validation.ts';
import { withdrawValidations } from '../corrections/withdraw-validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { reassess } from '../tasks/assess-damages.ts';
import { recordDetails } from './record-details.ts';

export const changed = (tx: Store, head: InspectionHead, what: string) =>
  recordEvent(tx, head, 'inspection.updated', { changed: what });

/** As much as one request may bring; else it would grow with every request, and every reading with it. */
const MAX_ADDITIONAL_DATA = 1024 * 1024;

/** A shallow merge: clients send only the members they want to set. */
export const mergeData = async (
  tx: Store,
  head: InspectionHead,
  data: Json,
  what: string,
): Promise<InspectionHead> => {
  await tx.inspections.mergeAdditionalData(head.id, data);
  const merged = (await tx.inspections.head(head.id))!;
  if (Buffer.byteLength(JSON.stringify(merged.additional_data)) > MAX_ADDITIONAL_DATA)
    throw limitReached(
      'The additional_data of an inspection holds at most 1 MiB. Set members you no longer need to null.',
    );
  await changed(tx, head, what);
  return merged;
};

/** What the report says about people and dates; kept where clients look for it. */
export const setPdfData = (
  actor: Actor,
  input: { inspection_id: string; pdf_data: Json },
  { store }: Ports,
): Promise<InspectionHead> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const before = head.additional_data.pdf_data;
    const pdf_data = { ...(typeof before === 'object' ? before : {}), ...input.pdf_data };
    return mergeData(tx, head, { pdf_data }, 'pdf_data');
  });

/** New parts cost by the type of the vehicle. */
const pricesFollow = ({ vehicle_type }: VehicleDetails) => vehicle_type !== undefined;

const touchedBy = (details: VehicleDetails) =>
  pricesFollow(details) ? [...TELL_VEHICLE, ...TELL_DAMAGES] : TELL_VEHICLE;

type DetailChange = { field: keyof VehicleDetails; before: unknown; after: unknown };

const changedDetails = (before: VehicleDetails, after: VehicleDetails): DetailChange[] =>
  (Object.keys({ ...before, ...after }) as (keyof VehicleDetails)[])
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));

/** Who said what of the vehicle, as of anything else that was read. */
const recordVehicle = (
  tx: Store,
  head: InspectionHead,
  actor: Actor,
  { id }: Vehicle,
  changes: readonly DetailChange[],
) => {
  const said = (which: 'before' | 'after') => ({
    reading: 'vehicle',
    values: changes.map((change) => ({ field: change.field, value: change[which] })) as Json[],
  });
  return tx.corrections.record({
    inspection_id: head.id,
    item_id: id,
    part_type: null,
    action: 'changed',
    before: said('before'),
    after: said('after'),
    made_by: actor.user_id,
    made_by_name: actor.name ?? null,
  });
};

export const updateVehicle = (
  actor: Actor,
  input: { inspection_id: string; vehicle: VehicleDetails },
  { store }: Ports,
): Promise<Vehicle> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const before = await tx.documents.vehicle(head.id);
    const vehicle = await tx.inspections.putVehicle(head.id, input.vehicle);
    await changed(tx, head, 'vehicle');
    const changes = changedDetails(before?.details ?? {}, vehicle.details);
    if (changes.length > 0) await recordVehicle(tx, head, actor, vehicle, changes);
    if (changes.length > 0) await withdrawValidations(tx, head, actor, touchedBy(input.vehicle), 'vehicle');
    if (pricesFollow(input.vehicle)) await reassess(tx, head.id);
    return vehicle;
  });

export const hideInspection = async (tx: Store, head: InspectionHead) => {
  await tx.inspections.markDeleted(head.id);
  await recordEvent(tx, head, 'inspection.deleted');
};

/** Who deleted it, or brought it back, stands in its history. */
const record = (tx: Store, head: InspectionHead, actor: Actor, action: 'deleted' | 'restored') =>
  recordDetails(tx, head, actor, action === 'deleted' ? { action, before: {} } : { action, after: {} });

export const deleteInspection = (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    await record(tx, head, actor, 'deleted');
    await hideInspection(tx, head);
    return { id: head.id, deleted: true };
  });

/** As it was. One that is not deleted stays as it is: the request may have come twice. */
export const restoreInspection = (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<InspectionHead> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx, { deleted: true });
    if (head.deleted_at === null) return head;
    if (!(await tx.inspections.restore(head.id))) throw beingErased();
    await record(tx, head, actor, 'restored');
    await recordEvent(tx, head, 'inspection.restored');
    return { ...head, deleted_at: null };
  });
