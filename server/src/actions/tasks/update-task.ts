import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { Task } from '../../inspections/records/task.ts';
import {
  assertArgumentsOpen,
  assertClientMayMove,
  isUnderWay,
  isWithdrawal,
  stepsTo,
  type Wish,
} from '../../inspections/tasks/tasks.ts';
import { isFinding } from '../../inspections/tasks/validation.ts';
import type { ClientTaskStatus, TaskName } from '../../inspections/vocabulary.ts';
import { recordValidation } from '../corrections/record-validation.ts';
import { withdrawValidation, withdrawValidations } from '../corrections/withdraw-validation.ts';
import { inspectionToChange } from '../reach-inspection.ts';
import { releaseWaiting, taskMoved } from './announce-task.ts';

export type UpdateTask = {
  inspection_id: string;
  task: TaskName;
  status?: ClientTaskStatus;
  arguments?: Json;
  /** `again`: a finished task is run once more. What people said of its findings stays. */
} & Wish;

export const updateTask = (actor: Actor, input: UpdateTask, { store }: Ports): Promise<Task> =>
  store.transaction(async (tx) => {
    const head = await inspectionToChange(actor, input.inspection_id, tx);
    const task = await tx.tasks.find(head.id, input.task);
    if (task === null) throw notFound(`task ${input.task} in this inspection`);

    const target = input.status ?? task.status;
    const moves =
      input.status !== undefined && assertClientMayMove(task.name, task.status, input.status, input);
    const merged = { ...task.arguments, ...input.arguments };
    // A start that a client sends again, because the answer was lost, brings the same arguments again.
    if (!isDeepStrictEqual(merged, task.arguments)) {
      assertArgumentsOpen(task.name, task.status, target);
      await tx.tasks.change(task.id, { arguments: merged });
    }
    if (moves && isWithdrawal(task.status, target)) {
      await withdrawValidation(tx, head, actor, task, 'asked');
    } else if (moves) {
      if (target === 'TODO' && isFinding(task.name))
        await withdrawValidations(tx, head, actor, [task.name], 'run');
      for (const status of stepsTo(task.status, input.status!)) {
        const vouching = status === 'VALIDATED' ? await recordValidation(tx, actor, task) : undefined;
        await tx.tasks.change(task.id, { status, validated_by: vouching?.by });
        await taskMoved(tx, head, task.name, vouching);
      }
      if (isUnderWay(task.status)) await releaseWaiting(tx, head, task.name);
    }
    return (await tx.tasks.find(head.id, task.name))!;
  });
