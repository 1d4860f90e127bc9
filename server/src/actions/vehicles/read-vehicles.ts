/** Vehicles that several inspections show. */
import { type Actor, readableScope } from '../../inspections/access.ts';
import { type Page, pageRequest } from '../../inspections/paging.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { VehicleScope } from '../../inspections/ports/vehicles.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { InspectionSummary } from '../../inspections/records/inspection.ts';
import type { KnownVehicle, VehicleChange } from '../../inspections/records/vehicle.ts';
import type { PaginationOrder } from '../../inspections/vocabulary.ts';
import { newestOfVehicle } from '../inspections/list-inspections.ts';
import { assertId } from '../reach-inspection.ts';

type ListVehicles = {
  search?: string;
  limit: number;
  pagination_order: PaginationOrder;
  before?: string;
  after?: string;
};

/** Those whose inspections the caller may read. */
export const scopeOf = (actor: Actor): VehicleScope => ({
  scope: readableScope(actor),
  user_id: actor.user_id,
  organization_id: actor.organization_id,
});

export const listVehicles = async (
  actor: Actor,
  input: ListVehicles,
  { store }: Ports,
): Promise<{ list: string; page: Page<KnownVehicle> }> => {
  const scope = scopeOf(actor);
  const search = input.search?.trim() || null;
  const list = `vehicles ${JSON.stringify([scope, search])}`;
  return { list, page: await store.knownVehicles.list(scope, search, pageRequest(list, input)) };
};

export const getVehicle = async (
  actor: Actor,
  { vehicle_id }: { vehicle_id: string },
  { store }: Pick<Ports, 'store'>,
): Promise<KnownVehicle> => {
  assertId(vehicle_id, 'vehicle');
  const vehicle = await store.knownVehicles.find(scopeOf(actor), vehicle_id);
  if (vehicle === null) throw notFound('vehicle');
  return vehicle;
};

/** As many as a page shows at once. */
const MOST_IN_HISTORY = 50;

export const getVehicleHistory = async (
  actor: Actor,
  input: { vehicle_id: string },
  ports: Ports,
): Promise<{ vehicle: KnownVehicle; inspections: InspectionSummary[]; changes: VehicleChange[] }> => ({
  vehicle: await getVehicle(actor, input, ports),
  inspections: await newestOfVehicle(actor, input.vehicle_id, MOST_IN_HISTORY, ports),
  changes: await ports.store.knownVehicles.changes(scopeOf(actor), input.vehicle_id, MOST_IN_HISTORY),
});
