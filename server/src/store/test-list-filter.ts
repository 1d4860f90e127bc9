/** For tests: a list of everything that somebody may see in this scope. */
import type { InspectionFilter } from '../inspections/ports/store.ts';

export const everythingOf = (
  who: Pick<InspectionFilter, 'user_id' | 'organization_id'>,
  scope: InspectionFilter['scope'],
): InspectionFilter => ({
  scope,
  ...who,
  status: null,
  show_deleted: false,
  only_deleted: false,
  inspection_type: null,
  task: { name: null, status: null },
  created: { after: null, before: null },
  assigned_to: null,
  unassigned: false,
  known_vehicle_id: null,
  contested: false,
  vehicle: {},
  search: null,
});
