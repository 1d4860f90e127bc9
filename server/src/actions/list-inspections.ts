import type { Actor } from '../inspections/access.ts';
import { type Page, pageRequest } from '../inspections/paging.ts';
import type { Ports } from '../inspections/ports.ts';
import { forbidden } from '../inspections/problem.ts';
import type { Inspection } from '../inspections/records.ts';
import type { InspectionFilter } from '../inspections/store-ports.ts';
import type { InspectionStatus, OwnershipFilter, PaginationOrder } from '../inspections/vocabulary.ts';

export type ListInspections = {
  ownership_filter: OwnershipFilter;
  inspection_status?: InspectionStatus;
  show_deleted: boolean;
  limit: number;
  pagination_order: PaginationOrder;
  before?: string;
  after?: string;
};

const assertMayList = (actor: Actor, scope: OwnershipFilter) => {
  if (scope === 'all_resources' && !actor.permissions.has('inspections:read_all'))
    throw forbidden('inspections:read_all');
  if (scope === 'organization_resources') {
    if (
      !actor.permissions.has('inspections:read_organization') &&
      !actor.permissions.has('inspections:read_all')
    )
      throw forbidden('inspections:read_organization');
    if (actor.organization_id === null)
      throw forbidden('inspections:read_organization together with an organization');
  }
};

export const listInspections = async (
  actor: Actor,
  input: ListInspections,
  { store }: Ports,
): Promise<{ list: string; page: Page<Inspection> }> => {
  assertMayList(actor, input.ownership_filter);
  const filter: InspectionFilter = {
    scope: input.ownership_filter,
    user_id: actor.user_id,
    organization_id: actor.organization_id,
    status: input.inspection_status ?? null,
    show_deleted: input.show_deleted,
  };
  const list = `inspections ${JSON.stringify(filter)}`;
  return { list, page: await store.inspections.list(filter, pageRequest(list, input)) };
};
