/** A person says which vehicle an inspection shows. What was recognized by VIN or plate gives way to that. */
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { KnownVehicle } from '../../inspections/records/vehicle.ts';
import { recordDetails } from '../inspections/record-details.ts';
import { changed } from '../inspections/update-inspection.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { getVehicle } from './read-vehicles.ts';

const link = async (actor: Actor, inspectionId: string, vehicleId: string | null, tx: Store) => {
  const head = await inspectionToChange(actor, inspectionId, tx, { deleted: true });
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
    const vehicle_id = await link(actor, input.inspection_id, input.vehicle_id, tx);
    return getVehicle(actor, { vehicle_id }, { store: tx });
  });

/** All inspections of the other one show this one from now on. */
export const mergeVehicles = (
  actor: Actor,
  input: { vehicle_id: string; other_vehicle_id: string },
  { store }: Ports,
): Promise<KnownVehicle> =>
  store.transaction(async (tx) => {
    await getVehicle(actor, input, { store: tx });
    await getVehicle(actor, { vehicle_id: input.other_vehicle_id }, { store: tx });
    for (const id of await tx.knownVehicles.everyInspection(input.other_vehicle_id))
      await link(actor, id, input.vehicle_id, tx);
    return getVehicle(actor, input, { store: tx });
  });
