import type { Actor } from '../inspections/access.ts';
import type { Ports, Store } from '../inspections/ports.ts';
import type { InspectionHead, Json, Vehicle, VehicleDetails } from '../inspections/records.ts';
import { inspectionToChange } from './reach-inspection.ts';

const changed = (tx: Store, head: InspectionHead, what: string) =>
  tx.events.record({
    inspection_id: head.id,
    organization_id: head.organization_id,
    type: 'inspection.updated',
    data: { changed: what },
  });

/** A shallow merge: clients send only the members they want to set. */
export const addAdditionalData = (
  actor: Actor,
  input: { inspection_id: string; additional_data: Json },
  { store }: Ports,
): Promise<InspectionHead> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    await tx.inspections.mergeAdditionalData(head.id, input.additional_data);
    await changed(tx, head, 'additional_data');
    return (await tx.inspections.head(head.id))!;
  });

/** What the report says about people and dates; kept where clients look for it. */
export const setPdfData = (
  actor: Actor,
  input: { inspection_id: string; pdf_data: Json },
  { store }: Ports,
): Promise<InspectionHead> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const before = head.additional_data.pdf_data;
    const merged = { ...(typeof before === 'object' ? before : {}), ...input.pdf_data };
    await tx.inspections.mergeAdditionalData(head.id, { pdf_data: merged });
    await changed(tx, head, 'pdf_data');
    return (await tx.inspections.head(head.id))!;
  });

export const updateVehicle = (
  actor: Actor,
  input: { inspection_id: string; vehicle: VehicleDetails },
  { store }: Ports,
): Promise<Vehicle> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const vehicle = await tx.inspections.putVehicle(head.id, input.vehicle);
    await changed(tx, head, 'vehicle');
    return vehicle;
  });

export const deleteInspection = (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    await tx.inspections.markDeleted(head.id);
    await tx.events.record({
      inspection_id: head.id,
      organization_id: head.organization_id,
      type: 'inspection.deleted',
      data: {},
    });
    return { id: head.id, deleted: true };
  });
