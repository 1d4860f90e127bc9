import type { InspectionStatus } from '@walkaround/sdk';
import { useEffect, useState } from 'react';
import { usePerson } from '../client.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { type Filters, type Owner, STATUSES } from './use-list-place.ts';

const TYPING_MS = 300;

type Props = { filters: Filters; filter(change: Partial<Filters>, options?: { replace: boolean }): void };

/** Whom the person may see the inspections of. */
const useOwners = (): Owner[] => {
  const permissions = usePerson()?.permissions ?? [];
  const seesAll = permissions.includes('inspections:read_all');
  const seesOrganization = seesAll || permissions.includes('inspections:read_organization');
  return [
    'mine',
    ...(seesOrganization ? (['organization'] as const) : []),
    ...(seesAll ? (['all'] as const) : []),
  ];
};

const Search = ({ filters, filter }: Props) => {
  const { inspections: say } = useWords();
  const [text, setText] = useState(filters.search);
  const [shown, setShown] = useState(filters.search);
  // Going back changes what is searched for without typing.
  if (shown !== filters.search) {
    setShown(filters.search);
    if (text.trim() !== filters.search) setText(filters.search);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing asks again.
  useEffect(() => {
    if (text.trim() === filters.search) return;
    const pause = setTimeout(() => filter({ search: text.trim() }, { replace: true }), TYPING_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return (
    <label className="field list-search">
      {say.search}
      <input
        type="search"
        value={text}
        placeholder={say.searchExample}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  );
};

export const ListFilters = (props: Props) => {
  const { inspections: say } = useWords();
  const { task_status } = useNames();
  const owners = useOwners();
  const { filters, filter } = props;
  return (
    <search className="list-filters">
      <Search {...props} />
      {owners.length > 1 && (
        <label className="field">
          {say.owner}
          <select value={filters.owner} onChange={({ target }) => filter({ owner: target.value as Owner })}>
            {owners.map((owner) => (
              <option key={owner} value={owner}>
                {say[owner]}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="field">
        {say.status}
        <select
          value={filters.status ?? ''}
          onChange={({ target }) => filter({ status: (target.value as InspectionStatus) || undefined })}
        >
          <option value="">{say.anyStatus}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {nameIn(task_status, status)}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
};
