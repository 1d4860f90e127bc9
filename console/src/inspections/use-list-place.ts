/** The filters of the list are in the address of the page, so that a list can be bookmarked, shared and returned to. */
import type { InspectionStatus } from '@walkaround/sdk';
import { useLocation, useSearch } from 'wouter';

export const OWNERS = {
  mine: 'own_resources',
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

export type Filters = { owner: Owner; status: InspectionStatus | undefined; search: string };
export type ListPlace = Filters & { after: string | undefined; before: string | undefined };

const isOwner = (word: string | null): word is Owner => word !== null && Object.hasOwn(OWNERS, word);

const read = (query: URLSearchParams): ListPlace => {
  const owner = query.get('owner');
  return {
    owner: isOwner(owner) ? owner : 'mine',
    status: STATUSES.find((status) => status === query.get('status')),
    search: query.get('search') ?? '',
    after: query.get('after') ?? undefined,
    before: query.get('before') ?? undefined,
  };
};

export const addressOf = ({ owner, ...rest }: Partial<ListPlace>): string => {
  const given = Object.entries({ owner: owner === 'mine' ? undefined : owner, ...rest }).filter(
    (entry): entry is [string, string] => Boolean(entry[1]),
  );
  const query = new URLSearchParams(given).toString();
  return query ? `/?${query}` : '/';
};

export const useListPlace = () => {
  const place = read(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  /** Another list begins at its beginning. */
  const filter = (change: Partial<Filters>, options?: { replace: boolean }) =>
    navigate(addressOf({ ...place, after: undefined, before: undefined, ...change }), options);
  return { place, filter };
};
