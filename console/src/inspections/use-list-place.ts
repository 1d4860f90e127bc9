/** The filters of the list are in the address of the page, so that a list can be bookmarked, shared and returned to. */
import type { InspectionStatus, InspectionSummariesOptions } from '@walkaround/sdk';
import { useLocation, useSearch } from 'wouter';

export const OWNERS = {
  mine: 'own_resources',
  queue: 'assigned_resources',
  organization: 'organization_resources',
  all: 'all_resources',
} as const;
export type Owner = keyof typeof OWNERS;

export const STATUSES = [
  'NOT_STARTED',
  'IN_PROGRESS',
  'DONE',
  'ERROR',
  'VALIDATED',
] as const satisfies InspectionStatus[];

export const SORTS = [
  'created_at',
  'reference',
  'customer',
  'date_of_loss',
  'inspection_type',
  'status',
  'worst_severity',
  'condition_score',
  'repair_cost',
  'contest_due',
  'learning_value',
] as const;
/** What is overdue comes first. */
export const CONTESTED = { contested: true, sort: 'contest_due', ascending: true } as const;
/** What a review would teach most comes first. */
export const BY_LESSON = { sort: 'learning_value', ascending: false } as const;
export const BY_TIME = { sort: 'created_at', ascending: false } as const;
export const NOT_CONTESTED = { contested: false, ...BY_TIME } as const;

export type Sort = (typeof SORTS)[number];

/** Nobody has it as an id: ids of people are not empty words of ours. */
export const NOBODY = '-';

export type Filters = {
  owner: Owner;
  status: InspectionStatus | undefined;
  type: string | undefined;
  /** The id of who works on them, or `NOBODY`. */
  person: string | undefined;
  /** The first and the last day, as YYYY-MM-DD where the person is. */
  from: string | undefined;
  to: string | undefined;
  search: string;
  sort: Sort;
  ascending: boolean;
  deleted: boolean;
  /** Only those with a contest that nobody has decided. */
  contested: boolean;
};
export type ListPlace = Filters & { after: string | undefined; before: string | undefined };

export const NO_FILTERS: Filters = {
  owner: 'mine',
  status: undefined,
  type: undefined,
  person: undefined,
  from: undefined,
  to: undefined,
  search: '',
  sort: 'created_at',
  ascending: false,
  deleted: false,
  contested: false,
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const dayIn = (text: string | null) => (text !== null && DAY.test(text) ? text : undefined);

const read = (query: URLSearchParams): ListPlace => {
  const owner = query.get('owner') ?? '';
  return {
    owner: Object.hasOwn(OWNERS, owner) ? (owner as Owner) : 'mine',
    status: STATUSES.find((status) => status === query.get('status')),
    type: query.get('type') ?? undefined,
    person: query.get('person') ?? undefined,
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
    search: query.get('search') ?? '',
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'created_at',
    ascending: query.get('ascending') === 'true',
    deleted: query.get('deleted') === 'true',
    contested: query.get('contested') === 'true',
    after: query.get('after') ?? undefined,
    before: query.get('before') ?? undefined,
  };
};

export const addressOf = ({ owner, sort, ...rest }: Partial<ListPlace>): string => {
  const others = {
    owner: owner === 'mine' ? undefined : owner,
    sort: sort === 'created_at' ? undefined : sort,
  };
  const given = Object.entries({ ...others, ...rest }).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  );
  const query = new URLSearchParams(given).toString();
  return query ? `/?${query}` : '/';
};

/** Whether it is narrowed, so that nothing found means little. */
export const isFiltered = ({ owner, sort: _, ascending: __, ...narrowing }: Filters) =>
  owner !== 'mine' || Object.values(narrowing).some(Boolean);

/** The beginning of a day where the person is, or of the day after it. */
const beginOf = (day: string, later = 0) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + later).toISOString();
};

const dayOf = (time: string | undefined, earlier = 0) => {
  if (time === undefined) return undefined;
  const at = new Date(time);
  at.setDate(at.getDate() - earlier);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

export type Wanted = Pick<
  InspectionSummariesOptions,
  | 'ownershipFilter'
  | 'inspectionStatus'
  | 'inspectionType'
  | 'assignedTo'
  | 'unassigned'
  | 'createdAfter'
  | 'createdBefore'
  | 'search'
  | 'onlyDeleted'
  | 'contested'
  | 'orderBy'
  | 'paginationOrder'
>;

/** As the service is asked for it. */
export const wantedBy = (filters: Filters): Wanted => ({
  ownershipFilter: OWNERS[filters.owner],
  inspectionStatus: filters.status,
  inspectionType: filters.type,
  assignedTo: filters.person === NOBODY ? undefined : filters.person,
  unassigned: filters.person === NOBODY ? true : undefined,
  createdAfter: filters.from && beginOf(filters.from),
  createdBefore: filters.to && beginOf(filters.to, 1),
  search: filters.search || undefined,
  onlyDeleted: filters.deleted || undefined,
  contested: filters.contested || undefined,
  orderBy: filters.sort,
  paginationOrder: filters.ascending ? 'asc' : 'desc',
});

type Texts = { [Name in keyof Wanted]?: string };

/** The other way round, of what was saved. */
export const filtersOf = (saved: Texts): Filters => ({
  owner: (Object.keys(OWNERS) as Owner[]).find((name) => OWNERS[name] === saved.ownershipFilter) ?? 'mine',
  status: STATUSES.find((status) => status === saved.inspectionStatus),
  type: saved.inspectionType,
  person: saved.unassigned === 'true' ? NOBODY : saved.assignedTo,
  from: dayOf(saved.createdAfter),
  to: dayOf(saved.createdBefore, 1),
  search: saved.search ?? '',
  sort: SORTS.find((sort) => sort === saved.orderBy) ?? 'created_at',
  ascending: saved.paginationOrder === 'asc',
  deleted: saved.onlyDeleted === 'true',
  contested: saved.contested === 'true',
});

export type Filtering = {
  filters: Filters;
  filter(change: Partial<Filters>, options?: { replace: boolean }): void;
};

export const useListPlace = () => {
  const place = read(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  /** Another list begins at its beginning. */
  const filter = (change: Partial<Filters>, options?: { replace: boolean }) =>
    navigate(addressOf({ ...place, after: undefined, before: undefined, ...change }), options);
  return { place, filter };
};
