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
  const contested = useCounts({ ...place, contested: true })?.total ?? 0;
  const tab = (status: (typeof STATUSES)[number] | undefined, name: string, count: number | undefined) => (
    <button
      key={name}
      type="button"
      className="state-tab"
      aria-pressed={place.status === status}
      onClick={() => filter({ status })}
    >
      {name} {counts && <span className="state-count">{number(count ?? 0)}</span>}
    </button>
  );
  return (
    <fieldset className="state-tabs">
      <legend className="visually-hidden">{say.status}</legend>
      {tab(undefined, say.anyStatus, counts?.total)}
      {STATUSES.map((status) => tab(status, nameIn(task_status, status), counts?.subCount[status]))}
      {(contested > 0 || place.contested) && (
        <button
          type="button"
          className="state-tab"
          aria-pressed={place.contested}
          onClick={() => filter(place.contested ? NOT_CONTESTED : CONTESTED)}
        >
          {contests.onlyContested} <span className="state-count">{number(contested)}</span>
        </button>
      )}
    </fieldset>
  );
};
