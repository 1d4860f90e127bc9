import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Inspection } from '@walkaround/sdk';
import type { SubmitEvent } from 'react';
import { useClient } from '../client.ts';
import { useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Failed } from '../shell/messages.tsx';
import { DetailFields, type Details, detailsIn } from './detail-fields.tsx';

/** Changes of what an inspection is about, and of who works on it. */
export const useChangeInspection = (id: string, onSuccess?: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Details> & { assignedTo?: string | null }) =>
      client.inspections.updateOne(id, change),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['inspection', id] });
      onSuccess?.();
    },
  });
};

export const DetailsDialog = ({ inspection, onClose }: { inspection: Inspection; onClose(): void }) => {
  const { claim: say, shell } = useWords();
  const change = useChangeInspection(inspection.id, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(detailsIn(new FormData(event.currentTarget)));
  };
  return (
    <Dialog title={say.details} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <DetailFields given={inspection} />
        {change.error && <Failed error={change.error} />}
        <div className="row">
          <button type="submit" className="button primary" disabled={change.isPending}>
            {shell.save}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {shell.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
