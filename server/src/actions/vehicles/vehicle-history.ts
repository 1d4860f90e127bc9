/** The inspections of one vehicle, as far as they tell of damages. */
import { type Actor, mayRead } from '../../inspections/access.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import { isAnalysed } from '../../inspections/severity/condition-score.ts';
import { reviewOf } from '../../inspections/tasks/validation.ts';

/** The newest are read; a comparison of two takes some milliseconds. */
const MOST_INSPECTIONS = 10;

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
  const ids = await store.knownVehicles.newest(vehicleId, MOST_INSPECTIONS);
  const read = await Promise.all(ids.map((id) => store.inspections.read(id, { deletedObjects: false })));
  return read
    .filter((one) => one !== null && mayRead(actor, one) && isSearched(one))
    .toReversed() as Inspection[];
};

/** What an inspection is compared with where nobody named another one: the last one of its vehicle that a person approved. */
export const lastApproved = async (
  actor: Actor,
  inspection: Inspection,
  store: Store,
): Promise<string | null> => {
  const vehicleId = inspection.vehicle?.known_vehicle_id;
  if (!vehicleId) return null;
  const history = await historyOf(actor, vehicleId, store);
  const earlier = history.filter(({ created_at }) => created_at < inspection.created_at);
  return earlier.findLast((one) => reviewOf(one).approved)?.id ?? null;
};
