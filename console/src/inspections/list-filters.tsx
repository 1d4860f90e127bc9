import { useEffect, useState } from 'react';
import { useMembers } from '../claim/use-members.ts';
import { usePerson } from '../client.ts';
import { nameIn, useNames, useWords } from '../language.tsx';
import { type Filtering, NOBODY, type Owner, SORTS, type Sort } from './use-list-place.ts';

const TYPING_MS = 300;

/** Whom the person may see the inspections of. */
const useOwners = (): Owner[] => {
  const permissions = usePerson()?.permissions ?? [];
  const { members } = useMembers();
  const seesAll = permissions.includes('inspections:read_all');
  const seesOrganization = seesAll || permissions.includes('inspections:read_organization');
  return [
    'mine',
    ...(members.length > 0 ? (['queue'] as const) : []),
    ...(seesOrganization ? (['organization'] as const) : []),
    ...(seesAll ? (['all'] as const) : []),
  ];
};

const Search = ({ filters, filter }: Filtering) => {
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
        id="list-search"
        type="search"
        value={text}
        placeholder={say.searchExample}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-keyshortcuts="/"
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  );
};

const Day = ({ name, which, ...filtering }: Filtering & { name: string; which: 'from' | 'to' }) => (
  <label className="field">
    {name}
    <input
      type="date"
      value={filtering.filters[which] ?? ''}
      onChange={({ target }) => filtering.filter({ [which]: target.value || undefined })}
    />
  </label>
);

/** A choice of one word, or of none. */
const Choice = (props: {
  name: string;
  none?: string;
  value: string | undefined;
  options: [string, string][];
  onChange(value: string | undefined): void;
  className?: string;
}) => (
  <label className={`field ${props.className ?? ''}`}>
    {props.name}
    <select value={props.value ?? ''} onChange={({ target }) => props.onChange(target.value || undefined)}>
      {props.none !== undefined && <option value="">{props.none}</option>}
      {props.options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  </label>
);

export const useSortNames = (): Record<Sort, string> => {
  const { inspections: say, inspection } = useWords();
  const { fields } = useNames();
  return {
    created_at: say.date,
    reference: fields.reference,
    customer: fields.customer,
    date_of_loss: fields.date_of_loss,
    inspection_type: say.type,
    status: say.status,
    worst_severity: say.severity,
    condition_score: inspection.condition,
    repair_cost: inspection.cost,
    contest_due: say.contestDue,
    learning_value: say.learningValue,
  };
};

export const ListFilters = (filtering: Filtering) => {
  const { filters, filter } = filtering;
  const { inspections: say } = useWords();
  const { inspection_types } = useNames();
  const sortNames = useSortNames();
  const { members, nameOf } = useMembers();
  const owners = useOwners();
  // A phone shows the list first; elsewhere there is room for all of them.
  const [isOpen, setOpen] = useState(false);
  const types = Object.keys(inspection_types).filter((type) => type !== 'check_in_check_out');
  const known = filters.type && !types.includes(filters.type) ? [...types, filters.type] : types;
  return (
    <search className={isOpen ? 'list-filters' : 'list-filters closed'}>
      <Search {...filtering} />
      <button
        type="button"
        className="button list-more-button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {say.filters}
      </button>
      <Choice
        name={say.owner}
        value={filters.owner}
        options={owners.map((owner) => [owner, say[owner]])}
        onChange={(owner) => filter({ owner: owner as Owner, person: undefined })}
      />
      <Choice
        name={say.type}
        none={say.anyType}
        value={filters.type}
        options={known.map((type) => [type, nameIn(inspection_types, type)])}
        onChange={(type) => filter({ type })}
      />
      {members.length > 0 && filters.owner !== 'queue' && (
        <Choice
          name={say.person}
          none={say.anyPerson}
          value={filters.person}
          options={[[NOBODY, say.nobody], ...members.map(({ id }): [string, string] => [id, nameOf(id)])]}
          onChange={(person) => filter({ person })}
        />
      )}
      <Day name={say.from} which="from" {...filtering} />
      <Day name={say.to} which="to" {...filtering} />
      <Choice
        className="list-sort"
        name={say.sort}
        value={`${filters.sort} ${filters.ascending}`}
        options={SORTS.flatMap((sort): [string, string][] => [
          [`${sort} false`, `${sortNames[sort]} ↓`],
          [`${sort} true`, `${sortNames[sort]} ↑`],
        ])}
        onChange={(chosen) => {
          const [sort, ascending] = chosen!.split(' ') as [Sort, string];
          filter({ sort, ascending: ascending === 'true' });
        }}
      />
    </search>
  );
};
