import type { InspectionSummary, Paging } from '@walkaround/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { useWords } from '../language.tsx';
import { Failed } from '../shell/messages.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { NoInspections, NothingFound } from './empty-list.tsx';
import { InspectionRow } from './inspection-row.tsx';
import { WorthReviewing } from './lessons.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListHead } from './list-head.tsx';
import { ListTools, useCompact } from './list-tools.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { StateTabs } from './state-tabs.tsx';
import './list.css';
import { useSummaries } from './use-inspections-list.ts';
import { useListKeys } from './use-list-keys.ts';
import {
  addressOf,
  BY_LESSON,
  isFiltered,
  type ListPlace,
  NO_FILTERS,
  useListPlace,
} from './use-list-place.ts';

/** Rows of the height of real ones, so that nothing moves when those come. */
const Coming = () => {
  const { shell } = useWords();
  return (
    <ul className="list-rows list-coming" aria-busy="true" aria-label={shell.waiting}>
      {Array.from({ length: 6 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <li key={i} className="list-item" />
      ))}
    </ul>
  );
};

const Pages = ({ place, paging: { cursors } }: { place: ListPlace; paging: Paging }) => {
  const { inspections: say } = useWords();
  const { previous, next } = cursors;
  if (!previous && !next) return null;
  const at = (after?: string, before?: string) => addressOf({ ...place, after, before });
  const isByTime = place.sort === 'created_at' && !place.ascending;
  return (
    <nav className="row list-pages" aria-label={say.pages}>
      {previous && (
        <Link href={at(undefined, previous.before)} className="button" rel="prev">
          {isByTime ? say.newer : say.previous}
        </Link>
      )}
      {next && (
        <Link href={at(next.after)} className="button" rel="next">
          {isByTime ? say.older : say.next}
        </Link>
      )}
    </nav>
  );
};

type Selected = ReadonlyMap<string, InspectionSummary>;

/** Selected rows stay selected on other pages of the same list; another list begins with none. */
const useSelected = (list: string, rows: readonly InspectionSummary[]) => {
  const [{ of, selected }, set] = useState<{ of: string; selected: Selected }>({
    of: list,
    selected: new Map(),
  });
  const now: Selected = of === list ? selected : new Map();
  const select = (some: readonly InspectionSummary[], isSelected: boolean) => {
    const next = new Map(now);
    for (const one of some) isSelected ? next.set(one.id, one) : next.delete(one.id);
    set({ of: list, selected: next });
  };
  const toggle = (id: string) => {
    const row = rows.find((one) => one.id === id);
    if (row) select([row], !now.has(id));
  };
  return { selected: now, select, toggle, clear: () => set({ of: list, selected: new Map() }) };
};

export default function InspectionsPage() {
  const { inspections: say } = useWords();
  const { place, filter } = useListPlace();
  const { data, error, refetch, isPlaceholderData } = useSummaries(place);
  const [isCompact, setCompact] = useCompact();
  const rows = data?.result.map((id) => data.entities.inspections[id]!) ?? [];
  const list = addressOf({ ...place, after: undefined, before: undefined });
  const { selected, select, toggle, clear } = useSelected(list, rows);
  useListKeys(toggle);
  const isEmpty = data?.result.length === 0;
  const isFirstUse = isEmpty && !isFiltered(place) && !place.after && !place.before;
  const filtering = { filters: place, filter };
  return (
    <div className="stack inspections-page">
      <title>{`${say.title} · Walkaround`}</title>
      <h1>{say.title}</h1>
      {!isFirstUse && (
        <>
          <SavedFilters filters={place} />
          <ListFilters {...filtering} />
          <div className="list-bar">
            <StateTabs place={place} filter={filter} />
            <ListTools {...filtering} isCompact={isCompact} setCompact={setCompact} />
          </div>
        </>
      )}
      {place.sort === BY_LESSON.sort && <WorthReviewing place={place} />}
      {error && <Failed error={error} again={refetch} />}
      {!data && !error && <Coming />}
      {isFirstUse && <NoInspections />}
      {isEmpty && !isFirstUse && <NothingFound clear={() => filter(NO_FILTERS)} />}
      {data && !isEmpty && (
        <>
          <div className={isCompact ? 'list compact' : 'list'} aria-busy={isPlaceholderData}>
            <ListHead
              {...filtering}
              allSelected={rows.every(({ id }) => selected.has(id))}
              onSelectAll={(isSelected) => select(rows, isSelected)}
            />
            <ul className="list-rows" aria-label={say.title}>
              {rows.map((inspection) => (
                <InspectionRow
                  key={inspection.id}
                  inspection={inspection}
                  selected={selected.has(inspection.id)}
                  withLesson={place.sort === BY_LESSON.sort}
                  onSelect={(isSelected) => select([inspection], isSelected)}
                />
              ))}
            </ul>
          </div>
          <p className="soft list-keys">{say.keys}</p>
          <Pages place={place} paging={data.paging} />
        </>
      )}
      <BulkBar selected={selected} areDeleted={place.deleted} clear={clear} />
    </div>
  );
}
