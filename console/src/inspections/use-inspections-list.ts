import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../client.ts';
import { type ListPlace, wantedBy } from './use-list-place.ts';

const ON_A_PAGE = 30;
const WHILE_RUNNING_MS = 5_000;

/** One page of the list. */
export const useSummaries = (place: ListPlace) => {
  const client = useClient();
  const { after, before } = place;
  const wanted = { ...wantedBy(place), showDeleted: false, limit: ON_A_PAGE, after, before };
  return useQuery({
    queryKey: ['inspections', wanted],
    queryFn: ({ signal }) => client.inspections.getSummaries(wanted, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      Object.values(state.data?.entities.inspections ?? {}).some((one) => one.status === 'IN_PROGRESS') &&
      WHILE_RUNNING_MS,
  });
};

/** How many are worth a review for what it teaches; asked only where a list is sorted by it. */
export const useWorthReviewing = (place: ListPlace) => {
  const client = useClient();
  const { orderBy: _, paginationOrder: __, ...filters } = wantedBy(place);
  const wanted = { ...filters, showDeleted: false };
  const { data } = useQuery({
    queryKey: ['inspections', 'worth', wanted],
    queryFn: ({ signal }) => client.inspections.getWorthReviewing(wanted, { signal }),
    placeholderData: keepPreviousData,
  });
  return data;
};

/** How many of each status there are under the other filters. */
export const useCounts = (place: ListPlace) => {
  const client = useClient();
  const { orderBy: _, paginationOrder: __, inspectionStatus: ___, ...filters } = wantedBy(place);
  const wanted = { ...filters, showDeleted: false };
  const { data } = useQuery({
    queryKey: ['inspections', 'count', wanted],
    queryFn: ({ signal }) => client.inspections.getCount(wanted, { signal }),
    placeholderData: keepPreviousData,
  });
  return data;
};
