/**
 * What a validation vouches for: what the task found, and what that rests on. Whoever changes any of it withdraws the
 * validation in the same commit (docs/tasks.md#validation).
 */
import type { Task } from './records.ts';
import { buildsOn, inspectionStatus } from './tasks.ts';
import type { TaskName } from './vocabulary.ts';

/** The tasks that tell what is damaged and what it costs: damages, views, severities and prices are theirs. */
export const TELL_DAMAGES: readonly TaskName[] = [
  'damage_detection',
  'wheel_analysis',
  'repair_estimate',
  'pricing',
];

/** The tasks that tell which vehicle it is. */
export const TELL_VEHICLE: readonly TaskName[] = ['images_ocr', 'odometer', 'dashboard_ocr'];

/** A new run of another task changes no finding. */
export const isFinding = (name: TaskName) => TELL_DAMAGES.includes(name) || TELL_VEHICLE.includes(name);

/** Why a validation was withdrawn: a person asked for it, or something of this kind changed. */
export type WithdrawalCause =
  | 'asked'
  | 'damages'
  | 'views'
  | 'severities'
  | 'prices'
  | 'images'
  | 'vehicle'
  | 'run';

/**
 * The validated tasks that no longer vouch for what they did once the results of `touched` are changed. An
 * inspection that is validated as a whole never stays so after a change, whoever told what was changed.
 */
export const withdrawnBy = <T extends Pick<Task, 'name' | 'status' | 'added_by_service'>>(
  touched: readonly TaskName[],
  all: readonly T[],
): T[] => {
  const validated = all.filter(({ status }) => status === 'VALIDATED');
  const vouching = validated.filter(({ name }) =>
    touched.some((other) => name === other || buildsOn(name, other)),
  );
  return vouching.length === 0 && inspectionStatus(all) === 'VALIDATED' ? validated : vouching;
};
