import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Inspection } from '@walkaround/sdk';
import { useClient } from '../client.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';

export const isLocked = ({ lockedBy }: Inspection) => lockedBy.length > 0;

/** What was validated cannot be changed here until somebody says that it is no longer. */
export const ValidationLock = ({ inspection, mayChange }: { inspection: Inspection; mayChange: boolean }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const client = useClient();
  const queries = useQueryClient();
  const { tell, tellError } = useNotices();
  const { id, lockedBy } = inspection;
  const withdraw = useMutation({
    mutationFn: async () => {
      for (const task of lockedBy) await client.tasks.updateOne(id, task, { status: 'DONE', withdraw: true });
    },
    onSuccess: () => tell({ text: say.validationWithdrawn }),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['inspection', id] }),
  });
  if (!isLocked(inspection)) return null;
  const tasks = lockedBy.map((name) => nameIn(names.tasks, name)).join(', ');
  return (
    <section className="card validation-lock" aria-label={say.withdrawValidation}>
      <div>
        <p>
          <strong>{fill(say.locked, { tasks })}</strong>
        </p>
        <p className="soft">{say.lockedHow}</p>
      </div>
      {mayChange && (
        <button
          type="button"
          className="button"
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          {say.withdrawValidation}
        </button>
      )}
    </section>
  );
};
