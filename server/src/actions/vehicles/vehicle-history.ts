/** The inspections of one vehicle, as far as they tell of damages. */
import type { Actor } from '../../inspections/access.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { VehicleScope } from '../../inspections/ports/vehicles.ts';
import type { Inspection, InspectionHead } from '../../inspections/records/inspection.ts';
import { isAnalysed } from '../../inspections/severity/condition-score.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';
import { scopeOf } from './read-vehicles.ts';

/** A comparison of two takes some milliseconds. */
const MOST_COMPARED = 10;
/** Among so many they are looked for. */
const MOST_READ = 50;

const searchOf = ({ tasks }: Inspection) =>
  tasks.find(({ name }) => name === 'damage_detection')?.status ?? null;

const isSearched = (inspection: Inspection) =>
  isAnalysed({
    search: searchOf(inspection),
    images: inspection.images.length,
    damages: inspection.damages.length,
  });

/** Those of the vehicle that the caller may read and in which damages were looked for, oldest first. */
export const historyOf = async (actor: Actor, vehicleId: string, store: Store): Promise<Inspection[]> => {
  const newest: Inspection[] = [];
  const page = { limit: MOST_READ, before: null };
  for (const id of await store.knownVehicles.newest(scopeOf(actor), vehicleId, page)) {
    const one = await store.inspections.read(id, { deletedObjects: false });
    if (one && isSearched(one)) newest.push(one);
    if (newest.length === MOST_COMPARED) break;
  }
  return newest.toReversed();
};

/** What an inspection is compared with where nobody named another one: the last one of its vehicle that a person approved. */
export const lastApproved = async (
  scope: VehicleScope,
  { id: ownId, created_at }: InspectionHead,
  store: Store,
): Promise<string | null> => {
  const vehicle = await store.documents.vehicle(ownId);
  if (!vehicle?.known_vehicle_id) return null;
  const page = { limit: MOST_READ, before: created_at };
  for (const id of await store.knownVehicles.newest(scope, vehicle.known_vehicle_id, page)) {
    const one = await store.inspections.read(id, { deletedObjects: false, outlines: false });
    if (one && isSearched(one) && reviewOf(one).approved) return id;
  }
  return null;
};
