import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Paging } from '@walkaround/sdk';
import { Link } from 'wouter';
import { useClient } from '../client.ts';
import { useWords } from '../language.tsx';
import { Failed } from '../shell/messages.tsx';
import { NoInspections, NothingFound } from './empty-list.tsx';
import { InspectionRow } from './inspection-row.tsx';
import { ListFilters } from './list-filters.tsx';
import './list.css';
import { addressOf, type ListPlace, OWNERS, useListPlace } from './use-list-place.ts';

const ON_A_PAGE = 30;
const WHILE_RUNNING_MS = 5_000;

const useSummaries = ({ owner, status, search, after, before }: ListPlace) => {
  const client = useClient();
  const wanted = {
    ownershipFilter: OWNERS[owner],
    inspectionStatus: status,
    search: search || undefined,
    showDeleted: false,
    limit: ON_A_PAGE,
    after,
    before,
  };
  return useQuery({
    queryKey: ['inspections', wanted],
    queryFn: ({ signal }) => client.inspections.getSummaries(wanted, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      Object.values(state.data?.entities.inspections ?? {}).some((one) => one.status === 'IN_PROGRESS') &&
      WHILE_RUNNING_MS,
  });
};

/** Rows of the height of real ones, so that nothing moves when those come. */
const Coming = () => {
  const { shell } = useWords();
  return (
    <ul className="list" aria-busy="true" aria-label={shell.waiting}>
      {Array.from({ length: 6 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <li key={i} className="list-row list-coming">
          <span className="list-picture" />
        </li>
      ))}
    </ul>
  );
};

const Pages = ({ place, paging: { cursors } }: { place: ListPlace; paging: Paging }) => {
  const { inspections: say } = useWords();
  const { previous, next } = cursors;
  if (!previous && !next) return null;
  const at = (after?: string, before?: string) => addressOf({ ...place, after, before });
  return (
    <nav className="row list-pages" aria-label={say.pages}>
      {previous && (
        <Link href={at(undefined, previous.before)} className="button" rel="prev">
          {say.newer}
        </Link>
      )}
      {next && (
        <Link href={at(next.after)} className="button" rel="next">
          {say.older}
        </Link>
      )}
    </nav>
  );
};

export default function InspectionsPage() {
  const { inspections: say } = useWords();
  const { place, filter } = useListPlace();
  const { data, error, refetch, isPlaceholderData } = useSummaries(place);
  const isFiltered = Boolean(place.status || place.search || place.owner !== 'mine');
  const isEmpty = data?.result.length === 0;
  const isFirstUse = isEmpty && !isFiltered && !place.after && !place.before;
  const clear = () => filter({ owner: 'mine', status: undefined, search: '' });
  return (
    <div className="stack">
      <title>{`${say.title} · Walkaround`}</title>
      <h1>{say.title}</h1>
      {!isFirstUse && <ListFilters filters={place} filter={filter} />}
      {error && <Failed error={error} again={refetch} />}
      {!data && !error && <Coming />}
      {isFirstUse && <NoInspections />}
      {isEmpty && !isFirstUse && <NothingFound clear={clear} />}
      {data && !isEmpty && (
        <>
          <ul className="list" aria-busy={isPlaceholderData} aria-label={say.title}>
            {data.result.map((id) => (
              <InspectionRow key={id} inspection={data.entities.inspections[id]!} />
            ))}
          </ul>
          <Pages place={place} paging={data.paging} />
        </>
      )}
    </div>
  );
}
