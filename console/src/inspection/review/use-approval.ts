import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Task } from '@walkaround/sdk';
import { useClient } from '../../client.ts';
import { useWords } from '../../language.tsx';
import { useNotices } from '../../shell/notices.tsx';
import { taskEntry } from '../../shell/task-registry.ts';
import { type Findings, isRunning } from '../findings.ts';

/** A review by people ends with the approval. */
const isReview = ({ name, status }: Task) =>
  taskEntry(name).started_by === 'person' && ['NOT_STARTED', 'TODO', 'IN_PROGRESS'].includes(status);

/** Vouches for everything that is done, which locks it. */
export const useApproval = ({ inspection: { id }, tasks }: Findings) => {
  const client = useClient();
  const queries = useQueryClient();
  const { correcting: say } = useWords();
  const { tell, tellError } = useNotices();
  const open = tasks.filter((task) => task.status === 'DONE' || isReview(task));
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      for (const task of open) {
        if (task.status !== 'DONE') await client.tasks.updateOne(id, task.name, { status: 'DONE' });
        await client.tasks.updateOne(id, task.name, { status: 'VALIDATED' });
      }
    },
    onSuccess: () => tell({ text: say.approved }),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['inspection', id] }),
  });
  return {
    isOffered: open.length > 0,
    isWaiting: tasks.some(isRunning),
    approve: open.length > 0 && !isPending && !tasks.some(isRunning) ? () => mutate() : null,
  };
};
