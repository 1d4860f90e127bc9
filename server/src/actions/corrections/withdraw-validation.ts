/** A change to validated findings withdraws the validation in the same commit, and this is recorded. */
import type { Actor } from '../../inspections/access.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Task } from '../../inspections/records/task.ts';
import { inspectionStatus } from '../../inspections/tasks/tasks.ts';
import { type WithdrawalCause, withdrawnBy, withdrawnByRun } from '../../inspections/tasks/validation.ts';
import type { TaskName } from '../../inspections/vocabulary.ts';
import { recordEvent } from '../events/record-event.ts';

type By = Pick<Actor, 'user_id' | 'name'>;

export const withdrawValidation = async (
  tx: Store,
  head: InspectionHead,
  by: By,
  { id, name: task, validated_at, validated_by }: Task,
  because: WithdrawalCause,
): Promise<void> => {
  await tx.tasks.withdrawValidation(id);
  await tx.corrections.record({
    inspection_id: head.id,
    item_id: id,
    part_type: null,
    action: 'withdrawn',
    before: { task, status: 'VALIDATED', validated_at, validated_by },
    after: { task, status: 'DONE', because },
    made_by: by.user_id,
    made_by_name: by.name ?? null,
  });
  await recordEvent(tx, head, 'task.validation_withdrawn', { task_id: id, task, status: 'DONE', because });
  await tx.inspections.setStatus(head.id, inspectionStatus(await tx.tasks.list(head.id)));
};

/** `touched`: the tasks whose results are changed. Whoever calls holds the lock on the inspection. */
export const withdrawValidations = async (
  tx: Store,
  head: InspectionHead,
  by: By,
  touched: readonly TaskName[],
  because: WithdrawalCause,
): Promise<void> => {
  const withdrawn = because === 'run' ? withdrawnByRun : withdrawnBy;
  for (const task of withdrawn(touched, await tx.tasks.list(head.id)))
    await withdrawValidation(tx, head, by, task, because);
};
