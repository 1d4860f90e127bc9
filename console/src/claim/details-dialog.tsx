import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Inspection } from '@walkaround/sdk';
import type { SubmitEvent } from 'react';
import { useClient } from '../client.ts';
import { useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Failed } from '../shell/messages.tsx';
import { SaveRow } from '../shell/save-row.tsx';
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
  const { claim: say } = useWords();
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
        <SaveRow isSaving={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
};
