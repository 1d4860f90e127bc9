import { type Actor, readableScope } from '../../inspections/access.ts';
import { type Page, pageRequest } from '../../inspections/paging.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { InspectionCounts, InspectionFilter } from '../../inspections/ports/store.ts';
import { forbidden } from '../../inspections/problems/access.ts';
import type { Inspection, InspectionSummary } from '../../inspections/records/inspection.ts';
import { reviewTimeOf } from '../../inspections/training/review-time.ts';
import { MOST_WORTH, WORTH_A_REVIEW } from '../../inspections/training/tuning.ts';
import {
  type InspectionOrder,
  type InspectionStatus,
  type OwnershipFilter,
  type PaginationOrder,
  type TaskName,
  type TaskStatus,
  VEHICLE_FILTERS,
  type VehicleFilter,
} from '../../inspections/vocabulary.ts';

type FindInspections = Partial<Record<VehicleFilter, string>> & {
  ownership_filter: OwnershipFilter;
  /** Another way to ask for that scope. */
  organization_resources: boolean;
  inspection_status?: InspectionStatus;
  inspection_type?: string;
  task?: TaskName;
  task_status?: TaskStatus;
  search?: string;
  created_after?: string;
  created_before?: string;
  assigned_to?: string;
  unassigned: boolean;
  vehicle_id?: string;
  contested: boolean;
  show_deleted: boolean;
  only_deleted: boolean;
};

type ListInspections = FindInspections & {
  order_by: InspectionOrder;
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

const filterOf = (actor: Actor, input: FindInspections): InspectionFilter => {
  const scope = input.organization_resources ? 'organization_resources' : input.ownership_filter;
  assertMayList(actor, scope);
  return filterIn(actor, scope, input);
};

const filterIn = (
  actor: Actor,
  scope: InspectionFilter['scope'],
  input: Omit<FindInspections, 'ownership_filter' | 'organization_resources'>,
): InspectionFilter => {
  return {
    scope,
    user_id: actor.user_id,
    organization_id: actor.organization_id,
    status: input.inspection_status ?? null,
    show_deleted: input.show_deleted,
    only_deleted: input.only_deleted,
    inspection_type: input.inspection_type ?? null,
    task: { name: input.task ?? null, status: input.task_status ?? null },
    search: input.search?.trim() || null,
    created: { after: input.created_after ?? null, before: input.created_before ?? null },
    assigned_to: input.assigned_to ?? null,
    unassigned: input.unassigned,
    known_vehicle_id: input.vehicle_id ?? null,
    contested: input.contested,
    vehicle: Object.fromEntries(
      VEHICLE_FILTERS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
    ),
  };
};

export const listInspections = async (
  actor: Actor,
  input: ListInspections,
  { store }: Ports,
): Promise<{ list: string; page: Page<Inspection> }> => {
  const filter = filterOf(actor, input);
  const list = `inspections ${JSON.stringify([filter, input.order_by])}`;
  return { list, page: await store.inspections.list(filter, input.order_by, pageRequest(list, input)) };
};

export const summarizeInspections = async (
  actor: Actor,
  input: ListInspections,
  { store }: Ports,
): Promise<{ list: string; page: Page<InspectionSummary> }> => {
  const filter = filterOf(actor, input);
  const list = `summaries ${JSON.stringify([filter, input.order_by])}`;
  return { list, page: await store.inspections.summaries(filter, input.order_by, pageRequest(list, input)) };
};

/** How many there are of each status. */
export const countInspections = (
  actor: Actor,
  input: FindInspections,
  { store }: Ports,
): Promise<InspectionCounts> => store.inspections.count(filterOf(actor, input));

/** How many are worth a review for what it would teach, and how long that takes. */
export const countWorthReviewing = async (actor: Actor, input: FindInspections, { store }: Ports) => {
  const filter = filterOf(actor, input);
  const [inspections, known] = await Promise.all([
    store.lessons.worth(filter, WORTH_A_REVIEW, MOST_WORTH),
    actor.organization_id === null ? null : store.lessons.soFar(actor.organization_id),
  ]);
  return reviewTimeOf(inspections, known);
};

/** Those of a vehicle that the caller may read, newest first. */
export const newestOfVehicle = async (
  actor: Actor,
  vehicle_id: string,
  limit: number,
  { store }: Pick<Ports, 'store'>,
): Promise<InspectionSummary[]> => {
  const input = {
    vehicle_id,
    unassigned: false,
    contested: false,
    show_deleted: false,
    only_deleted: false,
  };
  const filter = filterIn(actor, readableScope(actor), input);
  return (await store.inspections.summaries(filter, 'created_at', { limit, order: 'desc', from: null })).rows;
};
