/** Deleting, restoring and erasing inspections: asked first, and told what is lost. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@walkaround/sdk';
import { useClient } from '../client.ts';
import { useCounted, useWords } from '../language.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Failed } from '../shell/messages.tsx';

export type Removal = 'delete' | 'erase';

const REMOVE: Record<Removal, (client: Client, id: string) => Promise<unknown>> = {
  delete: (client, id) => client.inspections.deleteOne(id),
  erase: (client, id) => client.inspections.eraseOne(id),
};

type Props = { removal: Removal; ids: readonly string[]; onClose(): void; onDone(): void };

export const RemovalDialog = ({ removal, ids, onClose, onDone }: Props) => {
  const { claim: say, shell } = useWords();
  const counted = useCounted();
  const client = useClient();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      for (const id of ids) await REMOVE[removal](client, id);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['inspections'] }),
    onSuccess: onDone,
  });
  const [title, text, act] =
    removal === 'delete'
      ? [say.deleteTitle, say.deleteText, say.delete]
      : [say.eraseTitle, say.eraseText, say.erase];
  return (
    <Dialog title={counted(title, ids.length)} onClose={onClose}>
      <div className="stack">
        <p className="facts">{text}</p>
        {remove.error && <Failed error={remove.error} />}
        <div className="row">
          <button
            type="button"
            className="button danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {act}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {shell.cancel}
          </button>
        </div>
      </div>
    </Dialog>
  );
};
