import { tenantOf } from '../../inspections/access.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Task } from '../../inspections/records/task.ts';
import {
  beginsReview,
  closesOwnTask,
  inspectionStatus,
  isForPerson,
  mayRunNow,
  releasedBy,
} from '../../inspections/tasks/tasks.ts';
import type { TaskName } from '../../inspections/vocabulary.ts';
import type { Vouching } from '../corrections/record-validation.ts';
import { recordEvent, reviewTold } from '../events/record-event.ts';
import { noteStanding } from '../inspections/note-standing.ts';

const EVENT_OF = {
  TODO: 'task.started',
  DONE: 'task.done',
  ERROR: 'task.error',
  VALIDATED: 'task.validated',
} as const;

const begin = (tx: Store, head: InspectionHead, { id, inspection_id, name }: Task): Promise<void> =>
  isForPerson(name)
    ? tx.tasks.change(id, { status: 'IN_PROGRESS' })
    : tx.jobs.send({ name: 'run-task', data: { inspection_id, task: name }, tenant: tenantOf(head) });

const tellCallbacks = async (tx: Store, head: InspectionHead, task: Task, status: 'DONE' | 'ERROR') => {
  const event = `STATUS_SET_TO_${status}`;
  for (const callback of task.callbacks.filter((c) => c.events.includes(event))) {
    const url = new URL(callback.url);
    for (const [name, value] of Object.entries(callback.params)) url.searchParams.set(name, String(value));
    await tx.events.insertDelivery({
      kind: 'callback',
      webhook_id: null,
      inspection_id: head.id,
      organization_id: head.organization_id,
      event_type: event,
      url: url.href,
      headers: callback.headers,
      payload: {
        event,
        inspection_id: head.id,
        task: { id: task.id, name: task.name, status },
        error_messages: task.error_messages,
        ...(await reviewTold(tx, head)),
      },
    });
  }
};

const announce = async (tx: Store, head: InspectionHead, task: Task, vouching?: Vouching) => {
  const { status } = task;
  if (status === 'NOT_STARTED' || status === 'IN_PROGRESS') return;
  await recordEvent(tx, head, EVENT_OF[status], {
    task_id: task.id,
    task: task.name,
    status,
    error_messages: task.error_messages,
    ...vouching,
  });
  if (status === 'DONE' || status === 'ERROR') await tellCallbacks(tx, head, task, status);
};

/** What waited for a task can run once that one's run has ended; in the same commit. */
export const releaseWaiting = async (tx: Store, head: InspectionHead, ended: TaskName): Promise<void> => {
  for (const waiting of releasedBy(ended, await tx.tasks.list(head.id))) await begin(tx, head, waiting);
};

/** Only the service starts these. */
const startOwn = async (tx: Store, head: InspectionHead, own: Task): Promise<void> => {
  await tx.tasks.change(own.id, { status: 'TODO' });
  const tasks = await tx.tasks.list(head.id);
  const started = tasks.find((task) => task.id === own.id)!;
  await announce(tx, head, started);
  if (mayRunNow(own.name, tasks)) await begin(tx, head, started);
};

/**
 * What follows from a task's new status, in the same commit: its job, those to be told, and the
 * inspection's own status.
 */
export const taskMoved = async (
  tx: Store,
  head: InspectionHead,
  name: TaskName,
  vouching?: Vouching,
): Promise<Task> => {
  const before = await tx.tasks.list(head.id);
  const moved = before.find((task) => task.name === name)!;
  await announce(tx, head, moved, vouching);
  if (moved.status === 'TODO' && mayRunNow(name, before)) await begin(tx, head, moved);
  for (const own of [closesOwnTask(before), beginsReview(before)]) if (own) await startOwn(tx, head, own);

  const after = await tx.tasks.list(head.id);
  await tx.inspections.setStatus(head.id, inspectionStatus(after));
  await noteStanding(tx, head.id);
  return after.find((task) => task.name === name)!;
};
