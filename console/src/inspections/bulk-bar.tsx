import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InspectionSummary } from '@walkaround/sdk';
import { useState } from 'react';
import { type Removal, RemovalDialog } from '../claim/removal.tsx';
import { useMembers } from '../claim/use-members.ts';
import { useClient } from '../client.ts';
import { useCounted, useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';
import { useExport } from './use-export.ts';
import { NOBODY } from './use-list-place.ts';

type Props = { selected: ReadonlyMap<string, InspectionSummary>; areDeleted: boolean; clear(): void };

/** What can be done with all inspections that are selected, on this page and on others. */
export const BulkBar = ({ selected, areDeleted, clear }: Props) => {
  const { inspections: say, claim } = useWords();
  const counted = useCounted();
  const client = useClient();
  const queries = useQueryClient();
  const { tell, tellError } = useNotices();
  const { members, nameOf } = useMembers();
  const { save } = useExport();
  const [removal, setRemoval] = useState<Removal | null>(null);
  const ids = [...selected.keys()];
  const change = useMutation({
    mutationFn: async ({ make }: { make(id: string): Promise<unknown>; done: string }) => {
      for (const id of ids) await make(id);
    },
    onSuccess: (_, { done }) => {
      tell({ text: done });
      clear();
    },
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['inspections'] }),
  });
  const assign = (person: string) =>
    change.mutate({
      make: (id) => client.inspections.updateOne(id, { assignedTo: person === NOBODY ? null : person }),
      done: counted(say.changedCount, ids.length),
    });
  const restore = () =>
    change.mutate({
      make: (id) => client.inspections.restoreOne(id),
      done: counted(say.restoredCount, ids.length),
    });
  if (ids.length === 0) return null;
  return (
    <section className="bulk-bar row" aria-label={say.bulk}>
      <strong role="status">{counted(say.selectedCount, ids.length)}</strong>
      {!areDeleted && members.length > 0 && (
        <select
          aria-label={say.assignTo}
          value=""
          disabled={change.isPending}
          onChange={({ target }) => assign(target.value)}
        >
          <option value="" disabled>
            {say.assignTo}
          </option>
          {members.map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
          <option value={NOBODY}>{say.nobody}</option>
        </select>
      )}
      <button type="button" className="button small" onClick={() => save([...selected.values()])}>
        {say.export}
      </button>
      {areDeleted && (
        <button type="button" className="button small" disabled={change.isPending} onClick={restore}>
          {claim.restore}
        </button>
      )}
      <button
        type="button"
        className="button small danger"
        disabled={change.isPending}
        onClick={() => setRemoval(areDeleted ? 'erase' : 'delete')}
      >
        {areDeleted ? claim.erase : claim.delete}
      </button>
      <button type="button" className="button small quiet" onClick={clear}>
        {say.clearSelection}
      </button>
      {removal && (
        <RemovalDialog
          removal={removal}
          ids={ids}
          onClose={() => setRemoval(null)}
          onDone={() => {
            setRemoval(null);
            tell({ text: counted(removal === 'delete' ? say.deletedCount : say.erasedCount, ids.length) });
            clear();
          }}
        />
      )}
    </section>
  );
};
