import { fill, useWords } from '../language.tsx';
import { useSortNames } from './list-filters.tsx';
import type { Filtering, Sort } from './use-list-place.ts';

/** As the rows have them. */
const COLUMNS: Sort[] = [
  'reference',
  'inspection_type',
  'status',
  'worst_severity',
  'condition_score',
  'repair_cost',
  'created_at',
];

/** The most, the worst and the newest first; names and numbers of papers from their beginning. */
const FROM_THE_BEGINNING: Sort[] = ['reference', 'inspection_type', 'condition_score'];

type Props = Filtering & { allSelected: boolean; onSelectAll(selected: boolean): void };

/** What the columns are, and the list sorted by one of them; once more turns the order around. */
export const ListHead = ({ filters, filter, allSelected, onSelectAll }: Props) => {
  const { inspections: say } = useWords();
  const names = useSortNames();
  const sortBy = (sort: Sort) =>
    filter({
      sort,
      ascending: filters.sort === sort ? !filters.ascending : FROM_THE_BEGINNING.includes(sort),
    });
  return (
    <div className="list-head">
      <label className="list-check">
        <input
          type="checkbox"
          checked={allSelected}
          aria-label={say.selectAll}
          onChange={({ target }) => onSelectAll(target.checked)}
        />
      </label>
      <span className="column-vehicle">{say.vehicle}</span>
      {COLUMNS.map((sort) => {
        const isSorted = filters.sort === sort;
        return (
          <button
            key={sort}
            type="button"
            className={`list-column column-${sort}`}
            aria-pressed={isSorted}
            aria-label={fill(say.sortBy, { column: names[sort] })}
            onClick={() => sortBy(sort)}
          >
            {names[sort]}
            <span aria-hidden="true">{isSorted ? (filters.ascending ? ' ↑' : ' ↓') : ''}</span>
          </button>
        );
      })}
    </div>
  );
};
