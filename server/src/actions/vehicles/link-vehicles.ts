/** A person says which vehicle an inspection shows. What was recognized by VIN or plate gives way to that. */
import { type Actor, mayWrite } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { forbidden, notFound } from '../../inspections/problems/access.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import { notRecognizable } from '../../inspections/problems/vehicles.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { KnownVehicle } from '../../inspections/records/vehicle.ts';
import { recordDetails } from '../inspections/record-details.ts';
import { changed } from '../inspections/update-inspection.ts';
import { assertId, inspectionToChange } from '../reach-inspection.ts';
import { getVehicle } from './read-vehicles.ts';

const link = async (actor: Actor, head: InspectionHead, vehicleId: string | null, tx: Store) => {
  const before = (await tx.documents.vehicle(head.id))?.known_vehicle_id ?? null;
  const after = await tx.knownVehicles.link(head.id, vehicleId);
  if (after === null) throw notFound('vehicle');
  if (after === before) return after;
  await recordDetails(tx, head, actor, {
    action: 'changed',
    before: { known_vehicle_id: before },
    after: { known_vehicle_id: after },
  });
  await changed(tx, head, 'vehicle');
  return after;
};

/** Null: a vehicle that no other inspection shows. */
export const linkVehicle = (
  actor: Actor,
  input: { inspection_id: string; vehicle_id: string | null },
  { store }: Ports,
): Promise<KnownVehicle> =>
  store.transaction(async (tx) => {
    if (input.vehicle_id !== null) await getVehicle(actor, { vehicle_id: input.vehicle_id }, { store: tx });
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const vehicle_id = await link(actor, head, input.vehicle_id, tx);
    return getVehicle(actor, { vehicle_id }, { store: tx });
  });

/** Takes back what a person said: the vehicle is recognized by its VIN, else by its plate. */
export const recognizeVehicle = (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<KnownVehicle> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const before = (await tx.documents.vehicle(head.id))?.known_vehicle_id ?? null;
    const recognized = await tx.knownVehicles.recognize(head.id);
    if (recognized === null) throw notRecognizable();
    const { id: vehicle_id, was_said } = recognized;
    if (was_said || before !== vehicle_id) {
      await recordDetails(tx, head, actor, {
        action: 'changed',
        before: { known_vehicle_id: before },
        after: { known_vehicle_id: vehicle_id, is_recognized: true },
      });
      await changed(tx, head, 'vehicle');
    }
    return getVehicle(actor, { vehicle_id }, { store: tx });
  });

/** Deleted ones too. Whoever sees the vehicle by one of them may not see the others. */
const inspectionToMove = async (actor: Actor, id: string, tx: Store): Promise<InspectionHead> => {
  const head = await tx.inspections.lock(id);
  if (head === null || !mayWrite(actor, head))
    throw forbidden(
      'inspections:update_organization, because not all inspections of the other vehicle are yours',
    );
  return head;
};

/** All inspections of the other one show this one from now on. They are locked before the vehicles, as by whoever changes one. */
export const mergeVehicles = (
  actor: Actor,
  { vehicle_id, other_vehicle_id }: { vehicle_id: string; other_vehicle_id: string },
  { store }: Ports,
): Promise<KnownVehicle> =>
  store.transaction(async (tx) => {
    assertId(vehicle_id, 'vehicle');
    await tx.knownVehicles.beginMerge(vehicle_id);
    await getVehicle(actor, { vehicle_id }, { store: tx });
    await getVehicle(actor, { vehicle_id: other_vehicle_id }, { store: tx });
    const heads: InspectionHead[] = [];
    for (const id of await tx.knownVehicles.everyInspection(other_vehicle_id))
      heads.push(await inspectionToMove(actor, id, tx));
    if (vehicle_id === other_vehicle_id)
      throw invalidField('other_vehicle_id', 'A vehicle cannot be merged with itself. Name the other one.');
    await tx.knownVehicles.takeKeys(vehicle_id, other_vehicle_id);
    for (const head of heads) await link(actor, head, vehicle_id, tx);
    return getVehicle(actor, { vehicle_id }, { store: tx });
  });
