import type { Actor } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { notFound } from '../../inspections/problems/access.ts';
import type { Task } from '../../inspections/records/task.ts';
import type { TaskName } from '../../inspections/vocabulary.ts';
import { inspectionToRead } from '../reach-inspection.ts';

export const listTasks = async (
  actor: Actor,
  input: { inspection_id: string },
  { store }: Ports,
): Promise<Task[]> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  return store.tasks.list(head.id);
};

export const getTask = async (
  actor: Actor,
  input: { inspection_id: string; task: TaskName },
  { store }: Ports,
): Promise<Task> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  const task = await store.tasks.find(head.id, input.task);
  if (task === null) throw notFound(`task ${input.task} in this inspection`);
  return task;
};
