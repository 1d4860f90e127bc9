/** Vehicles that several inspections show. */
import type { ReadableScope } from '../access.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { KnownVehicle, VehicleChange } from '../records/vehicle.ts';
import type { InspectionFilter } from './store.ts';

export type VehicleScope = Pick<InspectionFilter, 'user_id' | 'organization_id'> & { scope: ReadableScope };

export type KnownVehicles = {
  /** Those with an inspection in scope that is not deleted. `search`: how a plate or a VIN begins, or how a VIN ends. */
  list(scope: VehicleScope, search: string | null, page: PageRequest): Promise<Page<KnownVehicle>>;
  find(scope: VehicleScope, id: string): Promise<KnownVehicle | null>;
  /** The ids of its inspections in scope, newest first; deleted ones are left out. `before`: only those made earlier. */
  newest(scope: VehicleScope, id: string, page: { limit: number; before: string | null }): Promise<string[]>;
  /** Deleted ones too, and those that the caller does not see, in the order in which they are locked. */
  everyInspection(id: string): Promise<string[]>;
  /** One merge after the other in an organization, until the transaction ends: of two in a circle the second finds a vehicle gone. */
  beginMerge(id: string): Promise<void>;
  /** What the other one was recognized by, this one is from now on. */
  takeKeys(id: string, otherId: string): Promise<void>;
  /**
   * Of some inspections from before vehicles were known, those that follow this vehicle, oldest first. Tells how many, and
   * where to go on; null: there are no more.
   */
  recognizeOlder(after: string | null, limit: number): Promise<{ count: number; last: string | null }>;
  /** As a person says; null: a vehicle of its own. Answers its id, or null where the organization has no such vehicle. */
  link(inspectionId: string, id: string | null): Promise<string | null>;
  /** What a person said is taken back. Answers the recognized one, and whether a person had said anything; null where neither VIN nor plate is known. */
  recognize(inspectionId: string): Promise<{ id: string; was_said: boolean } | null>;
  /** What people said of the vehicle of the inspections that show it now, in scope, newest first. */
  changes(scope: VehicleScope, id: string, limit: number): Promise<VehicleChange[]>;
};
