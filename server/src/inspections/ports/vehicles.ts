/** Vehicles that several inspections show. */
import type { Page, PageRequest } from '../paging.ts';
import type { KnownVehicle } from '../records/vehicle.ts';
import type { InspectionFilter } from './store.ts';

export type VehicleScope = Pick<InspectionFilter, 'scope' | 'user_id' | 'organization_id'>;

export type KnownVehicles = {
  /** Those with an inspection in scope that is not deleted. `search`: how a plate or a VIN begins, or how a VIN ends. */
  list(scope: VehicleScope, search: string | null, page: PageRequest): Promise<Page<KnownVehicle>>;
  find(scope: VehicleScope, id: string): Promise<KnownVehicle | null>;
  /** The ids of its inspections, newest first; deleted ones are left out. */
  newest(id: string, limit: number): Promise<string[]>;
  /** Deleted ones too, in the order in which they are locked. */
  everyInspection(id: string): Promise<string[]>;
  /** As a person says; null: a vehicle of its own. Answers its id, or null where the organization has no such vehicle. */
  link(inspectionId: string, id: string | null): Promise<string | null>;
};
