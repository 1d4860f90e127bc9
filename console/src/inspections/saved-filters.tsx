import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedFilter } from '@walkaround/sdk';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'wouter';
import { useClient } from '../client.ts';
import { fill, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Failed } from '../shell/messages.tsx';
import { useNotices } from '../shell/notices.tsx';
import { SaveRow } from '../shell/save-row.tsx';
import { addressOf, type Filters, filtersOf, isFiltered, wantedBy } from './use-list-place.ts';

const KEY = ['saved-filters'];

/** Of the list that is open, or of one that was saved. */
type Named = { filters: Filters } | { saved: SavedFilter };

const NameDialog = ({ named, onClose }: { named: Named; onClose(): void }) => {
  const { inspections: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (name: string) =>
      'saved' in named
        ? client.savedFilters.renameOne(named.saved.id, { name })
        : client.savedFilters.createOne({ name, filter: wantedBy(named.filters) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: KEY });
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(String(new FormData(event.currentTarget).get('name')));
  };
  const former = 'saved' in named ? named.saved.name : '';
  return (
    <Dialog
      title={former === '' ? say.saveFilter : fill(say.renameFilter, { name: former })}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <label className="field">
          {say.filterName}
          <input name="name" required maxLength={100} autoComplete="off" defaultValue={former} />
        </label>
        {save.error && <Failed error={save.error} />}
        <SaveRow isSaving={save.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
};

/** The lists that the person comes back to; those of others are not here. */
export const SavedFilters = ({ filters }: { filters: Filters }) => {
  const { inspections: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const { tellError } = useNotices();
  const [named, setNamed] = useState<Named | null>(null);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.savedFilters.getMany({ signal }),
  });
  const saved = data?.result.map((id) => data.entities.savedFilters[id]!) ?? [];
  const here = addressOf(filters);
  const addressOfSaved = ({ filter }: SavedFilter) => addressOf(filtersOf(filter));
  const remove = useMutation({
    mutationFn: (id: string) => client.savedFilters.deleteOne(id),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
    onError: tellError,
  });
  const isUsual = !isFiltered(filters) && filters.sort === 'created_at' && !filters.ascending;
  const isSaved = saved.some((one) => addressOfSaved(one) === here);
  if (saved.length === 0 && isUsual) return null;
  return (
    <nav className="saved-filters" aria-label={say.savedFilters}>
      {saved.map((one) => {
        const address = addressOfSaved(one);
        return (
          <span key={one.id} className="saved-filter">
            <Link href={address} aria-current={address === here ? 'page' : undefined}>
              {one.name}
            </Link>
            <button
              type="button"
              aria-label={fill(say.renameFilter, { name: one.name })}
              onClick={() => setNamed({ saved: one })}
            >
              ✎
            </button>
            <button
              type="button"
              aria-label={fill(say.deleteFilter, { name: one.name })}
              onClick={() => remove.mutate(one.id)}
            >
              ✕
            </button>
          </span>
        );
      })}
      {!isUsual && !isSaved && (
        <button type="button" className="button small" onClick={() => setNamed({ filters })}>
          {say.saveFilter}
        </button>
      )}
      {named && <NameDialog named={named} onClose={() => setNamed(null)} />}
    </nav>
  );
};
