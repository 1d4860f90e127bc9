import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { InspectionSummary } from '@walkaround/sdk';
import { useDeferredValue, useState } from 'react';
import { useClient } from '../../client.ts';
import { useFormats } from '../../formats/formats.ts';
import { nameIn, useNames, useWords } from '../../language.tsx';
import { Failed } from '../../shell/messages.tsx';
import { useReach } from './use-others.ts';

const SHOWN = 8;

type FindProps = { id: string; onChoose(id: string): void };

const Found = ({ found, onChoose }: { found: InspectionSummary; onChoose(): void }) => {
  const { inspections: say } = useWords();
  const { task_status } = useNames();
  const formats = useFormats();
  const { brand, model, plate, vin, status, createdAt } = found;
  const name = [brand, model].filter(Boolean).join(' ');
  return (
    <li>
      <button type="button" className="found-inspection" onClick={onChoose}>
        <strong>{plate || vin || name || say.unnamed}</strong>{' '}
        <span className="soft">
          {[plate && name, formats.time(createdAt), nameIn(task_status, status)].filter(Boolean).join(' · ')}
        </span>
      </button>
    </li>
  );
};

/** Any inspection that the person may see; without a search the newest. */
export const FindOther = ({ id, onChoose }: FindProps) => {
  const { inspection: say, inspections: look } = useWords();
  const client = useClient();
  const ownershipFilter = useReach();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data, error, refetch } = useQuery({
    queryKey: ['inspections', 'to-compare', search],
    queryFn: ({ signal }) =>
      client.inspections.getSummaries(
        { ownershipFilter, limit: SHOWN + 1, ...(search && { search }) },
        { signal },
      ),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const found = data?.result.map((one) => data.entities.inspections[one]!).filter((one) => one.id !== id);
  return (
    <details
      className="find-other"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{say.compareOther}</summary>
      <div className="card stack">
        <label className="field">
          {look.search}
          <input
            type="search"
            value={text}
            placeholder={look.searchExample}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {error && <Failed error={error} again={refetch} />}
        {found?.length === 0 && <p className="soft">{look.nothingFound}</p>}
        <ul>
          {found?.slice(0, SHOWN).map((one) => (
            <Found
              key={one.id}
              found={one}
              onChoose={() => {
                setOpen(false);
                onChoose(one.id);
              }}
            />
          ))}
        </ul>
      </div>
    </details>
  );
};
