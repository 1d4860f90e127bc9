import { v7 as uuid } from 'uuid';
import type { Analyzed, JobRun, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { isTemporary, Problem } from '../../inspections/problems/problem.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { ErrorMessage, Task } from '../../inspections/records/task.ts';
import { SERVICE } from '../../inspections/severity/assess-inspection.ts';
import { TASKS } from '../../inspections/tasks/task-registry.ts';
import { inspectionStatus, mayRunNow } from '../../inspections/tasks/tasks.ts';
import { isFinding } from '../../inspections/tasks/validation.ts';
import type { TaskName } from '../../inspections/vocabulary.ts';
import { withdrawValidations } from '../corrections/withdraw-validation.ts';
import { recordEvent } from '../events/record-event.ts';
import { askToLookAlong } from '../photos/look-along.ts';
import { releaseWaiting, taskMoved } from './announce-task.ts';
import { assess, reassess } from './assess-damages.ts';
import { checkPhotos, printPhotos } from './check-photos.ts';
import { errorMessage } from './error-message.ts';

type RunTask = { inspection_id: string; task: TaskName };
type FinishPorts = Pick<Ports, 'store' | 'photos' | 'photoModels'>;
type Claim = { head: InspectionHead; task: Task; runId: string };

/**
 * Takes the task for this run. A task already IN_PROGRESS was held by a worker that died: this run takes
 * it over, and should the other one still live, it can no longer finish it.
 */
const claim = (input: RunTask, store: Store): Promise<Claim | null> =>
  store.transaction(async (tx) => {
    const head = await tx.inspections.lock(input.inspection_id);
    if (head === null || head.deleted_at !== null) return null;
    const tasks = await tx.tasks.list(head.id);
    const task = tasks.find((t) => t.name === input.task);
    if (!task || (task.status !== 'TODO' && task.status !== 'IN_PROGRESS')) return null;
    if (task.status === 'TODO' && !mayRunNow(task.name, tasks)) return null;
    const runId = uuid();
    await tx.tasks.change(task.id, { status: 'IN_PROGRESS', run_id: runId });
    if (task.status === 'TODO') await tx.tasks.progress(task.id, runId, 0, task.images.length);
    await tx.inspections.setStatus(head.id, inspectionStatus(await tx.tasks.list(head.id)));
    return { head, task, runId };
  });

/** Ends the task, unless the inspection was deleted or another run took over in the meantime. */
const finish = async (
  { head, task, runId }: Claim,
  outcome: Analyzed | { error: ErrorMessage },
  ports: FinishPorts,
) => {
  const analyzes = !('error' in outcome) && TASKS[task.name].analyzes_photos;
  const prints = analyzes ? await printPhotos(head.id, ports) : null;
  const end = await ports.store.transaction(async (tx): Promise<'saved' | 'deleted' | 'taken over'> => {
    const now = await tx.inspections.lock(head.id);
    if (now === null || now.deleted_at !== null) return 'deleted';
    if (!(await tx.tasks.holds(task.id, runId))) return 'taken over';
    if ('error' in outcome) {
      await tx.tasks.change(task.id, { status: 'ERROR', errors: [outcome.error] });
    } else {
      await outcome.save(tx);
      await tx.tasks.change(task.id, { status: 'DONE', errors: outcome.errors });
      const checked = prints && (await checkPhotos(tx, head.id, prints, ports));
      // How bad and how costly it is follows from what was found and on which vehicle, in the same commit.
      if (TASKS[task.name].tells === 'damages') await assess(tx, head.id);
      else if (checked?.regrouped) await reassess(tx, head.id);
      // Somebody may have validated what rests on it while it ran.
      if (isFinding(task.name)) await withdrawValidations(tx, now, { user_id: SERVICE }, [task.name], 'run');
      if (task.name === 'damage_detection') await askToLookAlong(tx, now);
    }
    await taskMoved(tx, now, task.name);
    await releaseWaiting(tx, now, task.name);
    return 'saved';
  });
  if ('error' in outcome) return;
  if (end === 'deleted') await outcome.discard?.();
  if (end === 'saved') await outcome.tidyUp?.();
};

const reportProgress = ({ head, task, runId }: Claim, store: Store, { advanced }: JobRun) => {
  // Who watches never sees a number fall because another worker had to go on.
  const least = task.status === 'IN_PROGRESS' ? task.progress_done : 0;
  return async (reached: number, total: number) => {
    await store.transaction(async (tx) => {
      const now = await tx.inspections.lock(head.id);
      if (now === null || now.deleted_at !== null) throw new Error('the inspection was deleted');
      const done = Math.max(reached, least);
      if (!(await tx.tasks.progress(task.id, runId, done, total)))
        throw new Error('another worker has taken this task over');
      await recordEvent(tx, head, 'task.progress', { task_id: task.id, task: task.name, done, total });
    });
    if (reached > least) await advanced();
  };
};

const analyse = async (held: Claim, ports: Ports, run: JobRun) => {
  const analyzer = ports.analyzers[held.task.name];
  if (!analyzer) {
    const message = `No model for ${held.task.name} is installed, so nothing was analyzed: the task is not supported by this installation.`;
    return { error: errorMessage('no_model_installed', message) };
  }
  const seconds = ports.limits.taskTimeoutSeconds;
  const timeout = AbortSignal.timeout(seconds * 1000);
  const inspection = (await ports.store.inspections.read(held.head.id, { deletedObjects: false }))!;
  try {
    return await analyzer(
      { inspection, task: held.task },
      {
        progress: reportProgress(held, ports.store, run),
        signal: AbortSignal.any([run.signal, timeout]),
        step: run.step,
        leftOut: run.leftOut,
      },
    );
  } catch (error) {
    // The service is stopping, or a part it needs is away for a moment: the queue will try again.
    if (run.signal.aborted || isTemporary(error)) throw error;
    const message = timeout.aborted
      ? `The task took longer than ${seconds} s and was ended. Start it again, and it goes on with the photos that are left; or raise TASK_TIMEOUT_SECONDS.`
      : `The task failed: ${error instanceof Error ? error.message : 'unknown error'}`;
    const code = error instanceof Problem ? error.code : 'analysis_failed';
    return { error: errorMessage(timeout.aborted ? 'timeout' : code, message) };
  }
};

export const runTask = async (input: RunTask, ports: Ports, run: JobRun): Promise<void> => {
  const held = await claim(input, ports.store);
  if (held) await finish(held, await analyse(held, ports, run), ports);
};

/** The queue gave up on the task's job: say so instead of leaving it running for ever. */
export const giveUpTask = async (input: RunTask, ports: Ports): Promise<void> => {
  const held = await claim(input, ports.store);
  const message =
    'The task could not be run after several attempts. Start it again; if it fails again, look into the log of the worker.';
  if (held) await finish(held, { error: errorMessage('worker_failed', message) }, ports);
};
