import { useFormats } from '../formats/formats.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { useCounts } from './use-inspections-list.ts';
import { CONTESTED, type Filtering, type ListPlace, NOT_CONTESTED, STATUSES } from './use-list-place.ts';

/** How many there are of each status, and contested ones of any; and the way to these alone. */
export const StateTabs = ({ place, filter }: { place: ListPlace; filter: Filtering['filter'] }) => {
  const { inspections: say, contests } = useWords();
  const { task_status } = useNames();
  const { number } = useFormats();
  const counts = useCounts(place);
  const contested = useCounts({ ...place, contested: true });
  const inAll = (all: typeof counts) => all && `${number(all.total)}${all.isAtLeast ? '+' : ''}`;
  /** Where not all were counted, their statuses say nothing about the others. */
  const ofStatus = (status: (typeof STATUSES)[number]) =>
    counts?.isAtLeast === false ? number(counts.subCount[status] ?? 0) : undefined;
  const tab = (status: (typeof STATUSES)[number] | undefined, name: string, count: string | undefined) => (
    <button
      key={name}
      type="button"
      className="state-tab"
      aria-pressed={place.status === status}
      onClick={() => filter({ status })}
    >
      {name} {count && <span className="state-count">{count}</span>}
    </button>
  );
  return (
    <fieldset className="state-tabs">
      <legend className="visually-hidden">{say.status}</legend>
      {tab(undefined, say.anyStatus, inAll(counts))}
      {STATUSES.map((status) => tab(status, nameIn(task_status, status), ofStatus(status)))}
      {((contested?.total ?? 0) > 0 || place.contested) && (
        <button
          type="button"
          className="state-tab"
          aria-pressed={place.contested}
          onClick={() => filter(place.contested ? NOT_CONTESTED : CONTESTED)}
        >
          {contests.onlyContested} <span className="state-count">{inAll(contested) ?? 0}</span>
        </button>
      )}
    </fieldset>
  );
};
