/**
 * The life of a task.
 *
 *   NOT_STARTED  declared at creation; its images and arguments are open
 *   TODO         the client started it (or created it so): closed from here on, a job waits
 *   IN_PROGRESS  a worker has it; human_in_the_loop waits for a person
 *   DONE         finished, or declared done by the client without running; TODO again only when asked to run again
 *   ERROR        could not be finished; TODO again is a retry
 *   VALIDATED    the client approved the result; DONE again when that is withdrawn (validation.ts)
 */
import { imageBeingAnalysed, imageInUse } from '../problems/photos.ts';
import { illegalTransition, taskAlreadyStarted } from '../problems/tasks.ts';
import type { ClientTaskStatus, InspectionStatus, TaskName, TaskStatus } from '../vocabulary.ts';
import { buildsOn, OWN_TASK, TASKS } from './task-registry.ts';

const CLIENT_MOVES: Record<TaskStatus, readonly ClientTaskStatus[]> = {
  NOT_STARTED: ['TODO', 'DONE'],
  TODO: [],
  IN_PROGRESS: [],
  DONE: ['VALIDATED'],
  ERROR: ['TODO'],
  VALIDATED: [],
};

/** No worker has this task but a person, who says when it is finished. */
export const isForPerson = (name: TaskName) => TASKS[name].done_by === 'person';

const PERSONS_MOVES: Partial<Record<TaskStatus, readonly ClientTaskStatus[]>> = {
  TODO: ['DONE', 'VALIDATED'],
  IN_PROGRESS: ['DONE', 'VALIDATED'],
};

const movesFrom = (name: TaskName, from: TaskStatus) =>
  (isForPerson(name) && PERSONS_MOVES[from]) || CLIENT_MOVES[from];

/** What must be said beside the status, because a request that merely came late or twice must not do it. */
export type Wish = { again?: boolean; withdraw?: boolean };

/**
 * Returns whether anything changes; repeating the current status is no change and no error. Nor is starting a
 * task that a worker already has: the client sends its start again when the answer was lost.
 */
export const assertClientMayMove = (
  name: TaskName,
  from: TaskStatus,
  to: ClientTaskStatus,
  { again = false, withdraw = false }: Wish = {},
): boolean => {
  if (from === to || (from === 'IN_PROGRESS' && to === 'TODO')) return false;
  const isWished = (again && isRunAgain(from, to)) || (withdraw && isWithdrawal(from, to));
  if (!movesFrom(name, from).includes(to) && !isWished)
    throw illegalTransition(name, from, to, movesFrom(name, from));
  return true;
};

const isRunAgain = (from: TaskStatus, to: TaskStatus) => from === 'DONE' && to === 'TODO';

export const isWithdrawal = (from: TaskStatus, to: TaskStatus) => from === 'VALIDATED' && to === 'DONE';

/** What is approved at once was done first, and whoever waits for that is told. */
export const stepsTo = (from: TaskStatus, to: ClientTaskStatus): ClientTaskStatus[] =>
  to === 'VALIDATED' && !isFinished(from) ? ['DONE', 'VALIDATED'] : [to];

export const isStarted = (status: TaskStatus) => status !== 'NOT_STARTED';

export const isFinished = (status: TaskStatus) =>
  status === 'DONE' || status === 'ERROR' || status === 'VALIDATED';

/** Others may be waiting for it. */
export const isUnderWay = (status: TaskStatus) => isStarted(status) && !isFinished(status);

export const assertOpen = (name: TaskName, status: TaskStatus) => {
  if (isStarted(status)) throw taskAlreadyStarted(name, status);
};

/** `authorized`: the client's word on how far the tasks may be. While one runs nothing is taken away from it. */
export const assertMayLoseImage = (
  tasks: readonly { name: TaskName; status: TaskStatus }[],
  authorized: readonly TaskStatus[],
) => {
  for (const { name, status } of tasks) {
    if (isUnderWay(status)) throw imageBeingAnalysed(name, status);
    if (!authorized.includes(status)) throw imageInUse(name, status, authorized);
  }
};

/** Arguments may change before the start, and together with a retry or another run. */
export const assertArgumentsOpen = (name: TaskName, from: TaskStatus, to: TaskStatus) => {
  if ((from === 'ERROR' && to === 'TODO') || isRunAgain(from, to)) return;
  assertOpen(name, from);
};

type Summary = { name: TaskName; status: TaskStatus; added_by_service: boolean };

/** A task whose results another one builds on runs first, if it was started at all. */
export const mayRunNow = (name: TaskName, all: readonly Summary[]) =>
  !all.some((other) => buildsOn(name, other.name) && isUnderWay(other.status));

/** The tasks that were waiting for others and can run now that one of those has finished. */
export const releasedBy = <T extends Summary>(finished: TaskName, all: readonly T[]): T[] =>
  all.filter((task) => task.status === 'TODO' && buildsOn(task.name, finished) && mayRunNow(task.name, all));

const analyzesPhotos = ({ name }: Summary) => TASKS[name].analyzes_photos;

/**
 * The compliances task that the service adds by itself is nobody's to start: it closes when the client has started
 * everything else, because no photo can follow then. Where nothing else is for photos, any may still follow.
 */
export const closesOwnTask = <T extends Summary>(all: readonly T[]): T | undefined => {
  const own = all.find((task) => task.added_by_service && task.status === 'NOT_STARTED');
  const othersStarted = all.every((task) => task === own || isForPerson(task.name) || isStarted(task.status));
  return othersStarted && all.some(analyzesPhotos) ? own : undefined;
};

/**
 * Clients declare a review and leave its start to the service: it begins when every task that there is something
 * to review of has ended. They also declare tasks that they never use: one without a photo that nobody started is
 * not waited for.
 */
export const beginsReview = <T extends Summary & { images: readonly unknown[] }>(
  all: readonly T[],
): T | undefined => {
  const review = all.find((task) => isForPerson(task.name) && task.status === 'NOT_STARTED');
  if (review === undefined) return undefined;
  const before = all.filter(
    ({ name, status, images }) =>
      buildsOn(review.name, name) && name !== OWN_TASK && (isStarted(status) || images.length > 0),
  );
  return before.some(analyzesPhotos) && before.every(({ status }) => isFinished(status)) ? review : undefined;
};

/**
 * By the tasks that were started. Clients declare tasks that they never use, and those hold nothing back. But an
 * estimate alone, which clients start at creation, finishes nothing while photos are still to be looked at.
 */
export const inspectionStatus = (all: readonly Summary[]): InspectionStatus => {
  const counted = all.filter((task) => !task.added_by_service);
  const started = counted.filter(({ status }) => isStarted(status));
  if (started.some(({ status }) => isUnderWay(status))) return 'IN_PROGRESS';
  if (started.some(({ status }) => status === 'ERROR')) return 'ERROR';
  if (started.length < counted.length && !started.some(analyzesPhotos)) return 'NOT_STARTED';
  if (started.length === 0) return 'NOT_STARTED';
  return started.every(({ status }) => status === 'VALIDATED') ? 'VALIDATED' : 'DONE';
};
