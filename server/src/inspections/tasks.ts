/**
 * The life of a task.
 *
 *   NOT_STARTED  declared at creation; its images and arguments are open
 *   TODO         the client started it (or created it so): closed from here on, a job waits
 *   IN_PROGRESS  a worker has it
 *   DONE         finished, or declared done by the client without running; TODO again only when asked to run again
 *   ERROR        could not be finished; TODO again is a retry
 *   VALIDATED    the client approved the result
 */
import { illegalTransition, taskAlreadyStarted } from './problem.ts';
import type { ClientTaskStatus, InspectionStatus, TaskName, TaskStatus } from './vocabulary.ts';

const CLIENT_MOVES: Record<TaskStatus, readonly ClientTaskStatus[]> = {
  NOT_STARTED: ['TODO', 'DONE'],
  TODO: [],
  IN_PROGRESS: [],
  DONE: ['VALIDATED'],
  ERROR: ['TODO'],
  VALIDATED: [],
};

/**
 * Returns whether anything changes; repeating the current status is no change and no error. Nor is starting a
 * task that a worker already has: the client sends its start again when the answer was lost.
 */
export const assertClientMayMove = (
  name: TaskName,
  from: TaskStatus,
  to: ClientTaskStatus,
  again = false,
): boolean => {
  if (from === to || (from === 'IN_PROGRESS' && to === 'TODO')) return false;
  if (!CLIENT_MOVES[from].includes(to) && !(again && isRunAgain(from, to)))
    throw illegalTransition(name, from, to);
  return true;
};

/** A start that is sent twice must not run a finished task twice, so whoever wants that says so. */
const isRunAgain = (from: TaskStatus, to: TaskStatus) => from === 'DONE' && to === 'TODO';

export const isStarted = (status: TaskStatus) => status !== 'NOT_STARTED';

export const isFinished = (status: TaskStatus) =>
  status === 'DONE' || status === 'ERROR' || status === 'VALIDATED';

export const assertOpen = (name: TaskName, status: TaskStatus) => {
  if (isStarted(status)) throw taskAlreadyStarted(name, status);
};

/** Arguments may change before the start, and together with a retry or another run. */
export const assertArgumentsOpen = (name: TaskName, from: TaskStatus, to: TaskStatus) => {
  if ((from === 'ERROR' && to === 'TODO') || isRunAgain(from, to)) return;
  assertOpen(name, from);
};

const WAITS_FOR: Partial<Record<TaskName, readonly TaskName[]>> = {
  repair_estimate: ['damage_detection', 'wheel_analysis'],
  pricing: ['damage_detection', 'wheel_analysis'],
};

type Summary = { name: TaskName; status: TaskStatus; added_by_service: boolean };

/** A task whose results another one builds on runs first, if it was started at all. */
export const mayRunNow = (name: TaskName, all: readonly Summary[]) =>
  !all.some(
    (other) => WAITS_FOR[name]?.includes(other.name) && isStarted(other.status) && !isFinished(other.status),
  );

/** The tasks that were waiting for others and can run now that one of those has finished. */
export const releasedBy = (finished: TaskName, all: readonly Summary[]) =>
  all.filter(
    (task) => task.status === 'TODO' && WAITS_FOR[task.name]?.includes(finished) && mayRunNow(task.name, all),
  );

/**
 * The compliances task that the service adds by itself is nobody's to start: it closes when the client
 * has started everything else, because no photo can follow then.
 */
export const closesOwnTask = <T extends Summary>(all: readonly T[]): T | undefined => {
  const own = all.find((task) => task.added_by_service && task.status === 'NOT_STARTED');
  if (!own) return undefined;
  return all.every((task) => task === own || isStarted(task.status)) ? own : undefined;
};

export const inspectionStatus = (all: readonly Summary[]): InspectionStatus => {
  const statuses = all.filter((task) => !task.added_by_service).map((task) => task.status);
  const running = statuses.some((s) => s === 'TODO' || s === 'IN_PROGRESS');
  if (statuses.every((s) => s === 'VALIDATED')) return 'VALIDATED';
  if (running) return 'IN_PROGRESS';
  if (statuses.includes('ERROR')) return 'ERROR';
  if (statuses.every((s) => s === 'DONE' || s === 'VALIDATED')) return 'DONE';
  return 'NOT_STARTED';
};
