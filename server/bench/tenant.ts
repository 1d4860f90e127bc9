import type { InspectionFilter } from '../src/inspections/ports/store.ts';
import type { OwnershipFilter } from '../src/inspections/vocabulary.ts';

/** Whose inspections the figures are about. */
export const OWNER = 'bench-owner';
export const ORGANIZATION = 'bench-organization';

/** All inspections in that scope; its members are in the order in which a cursor names them. */
export const allIn = (scope: OwnershipFilter): InspectionFilter => ({
  scope,
  user_id: OWNER,
  organization_id: ORGANIZATION,
  status: null,
  show_deleted: true,
  only_deleted: false,
  inspection_type: null,
  task: { name: null, status: null },
  search: null,
  created: { after: null, before: null },
  assigned_to: null,
  unassigned: false,
  known_vehicle_id: null,
  contested: false,
  vehicle: {},
});
