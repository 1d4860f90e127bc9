/**
 * What a validation vouches for: what the task found, and what that rests on. Whoever changes any of it withdraws the
 * validation in the same commit (docs/tasks.md#validation).
 */
import type { InspectionHead } from '../records/inspection.ts';
import type { Task } from '../records/task.ts';
import type { TaskName } from '../vocabulary.ts';
import { buildsOn, TASKS, tasksThat } from './task-registry.ts';
import { inspectionStatus, isForPerson, isStarted } from './tasks.ts';

/** The tasks that tell what is damaged and what it costs: damages, views, severities and prices are theirs. */
export const TELL_DAMAGES: readonly TaskName[] = tasksThat(
  ({ tells }) => tells === 'damages' || tells === 'costs',
);

/** The tasks that tell which vehicle it is. */
export const TELL_VEHICLE: readonly TaskName[] = tasksThat(({ tells }) => tells === 'vehicle');

/** A new run of another task changes no finding. */
export const isFinding = (name: TaskName) => TASKS[name].tells !== null;

/** Why a validation was withdrawn: a person asked for it, or something of this kind changed. */
export type WithdrawalCause =
  | 'asked'
  | 'damages'
  | 'views'
  | 'severities'
  | 'prices'
  | 'images'
  | 'vehicle'
  | 'wheels'
  | 'run';

type Vouching = Pick<Task, 'name' | 'status' | 'added_by_service'>;

const isValidated = ({ status }: Pick<Task, 'status'>) => status === 'VALIDATED';

/** The validated tasks that no longer vouch for what they did once the tasks of `touched` run again. */
export const withdrawnByRun = <T extends Vouching>(touched: readonly TaskName[], all: readonly T[]): T[] =>
  all
    .filter(isValidated)
    .filter(({ name }) => touched.some((other) => name === other || buildsOn(name, other)));

/**
 * The same once the results of `touched` are changed by hand. An inspection that is validated as a whole never stays
 * so after such a change, whoever told what was changed. A run needs no such rule: it shows in the status by itself.
 */
export const withdrawnBy = <T extends Vouching>(touched: readonly TaskName[], all: readonly T[]): T[] => {
  const vouching = withdrawnByRun(touched, all);
  return vouching.length === 0 && inspectionStatus(all) === 'VALIDATED' ? all.filter(isValidated) : vouching;
};

/** Whether costs have to be approved by a person before they are final, and whether a person did. */
export type Review = { required: boolean; approved: boolean };

type Reviewed = Pick<InspectionHead, 'approval_required'> & {
  tasks: readonly Pick<Task, 'name' | 'status'>[];
};

/** Approved: whatever was started to tell or to review damages and costs is validated. */
export const reviewOf = ({ approval_required, tasks }: Reviewed): Review => {
  const telling = tasks.filter(
    ({ name, status }) => isStarted(status) && (TELL_DAMAGES.includes(name) || isForPerson(name)),
  );
  const approved = telling.length > 0 && telling.every(isValidated);
  return { required: approval_required, approved };
};

/** The costs may not be presented as final. */
export const isDraft = ({ required, approved }: Review) => required && !approved;
