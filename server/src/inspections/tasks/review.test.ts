import { expect, test } from 'vitest';
import type { TaskName, TaskStatus } from '../vocabulary.ts';
import { assertClientMayMove, beginsReview, closesOwnTask, mayRunNow, releasedBy, stepsTo } from './tasks.ts';

type Statuses = Partial<Record<TaskName, TaskStatus>>;

/** `withPhotos`: those that a photo names. */
const all = (statuses: Statuses, withPhotos: TaskName[] = []) =>
  Object.entries(statuses).map(([name, status]) => ({
    name: name as TaskName,
    status,
    added_by_service: name === 'compliances',
    images: withPhotos.includes(name as TaskName) ? ['photo'] : [],
  }));

test('a review is finished by a person at any time, which no other task is', () => {
  for (const from of ['TODO', 'IN_PROGRESS'] as const)
    for (const to of ['DONE', 'VALIDATED'] as const) {
      expect(assertClientMayMove('human_in_the_loop', from, to)).toBe(true);
      expect(() => assertClientMayMove('odometer', from, to)).toThrow('cannot become');
    }
  expect(() => assertClientMayMove('human_in_the_loop', 'NOT_STARTED', 'VALIDATED')).toThrow('cannot become');
});

test('a review that is approved at once was done first', () => {
  expect(stepsTo('IN_PROGRESS', 'VALIDATED')).toEqual(['DONE', 'VALIDATED']);
  expect(stepsTo('DONE', 'VALIDATED')).toEqual(['VALIDATED']);
  expect(stepsTo('NOT_STARTED', 'TODO')).toEqual(['TODO']);
});

test.each<[Statuses, boolean]>([
  [{ damage_detection: 'DONE', compliances: 'NOT_STARTED' }, true],
  [{ damage_detection: 'DONE', warning_lights: 'ERROR', pricing: 'VALIDATED' }, true],
  [{ damage_detection: 'DONE', inspection_pdf: 'TODO' }, true],
  [{ damage_detection: 'DONE', wheel_analysis: 'NOT_STARTED' }, false],
  [{ damage_detection: 'DONE', odometer: 'NOT_STARTED', pricing: 'NOT_STARTED' }, true],
  [{ damage_detection: 'DONE', pricing: 'IN_PROGRESS' }, false],
  [{ pricing: 'DONE', compliances: 'NOT_STARTED' }, false],
  [{}, false],
])('a review begins by itself once everything has ended that there is to review: %j', (others, begins) => {
  const tasks = all({ human_in_the_loop: 'NOT_STARTED', ...others }, ['damage_detection', 'wheel_analysis']);
  expect(beginsReview(tasks)?.name).toBe(begins ? 'human_in_the_loop' : undefined);
  expect(beginsReview(all({ human_in_the_loop: 'DONE', ...others }))).toBeUndefined();
});

test('a review waits for what runs, and the report waits for it', () => {
  const running = all({
    damage_detection: 'IN_PROGRESS',
    human_in_the_loop: 'TODO',
    inspection_pdf: 'TODO',
  });
  expect(mayRunNow('human_in_the_loop', running)).toBe(false);
  expect(mayRunNow('inspection_pdf', running)).toBe(false);
  const looked = all({ damage_detection: 'DONE', human_in_the_loop: 'TODO', inspection_pdf: 'TODO' });
  expect(releasedBy('damage_detection', looked).map(({ name }) => name)).toEqual(['human_in_the_loop']);
  const reviewed = all({ damage_detection: 'DONE', human_in_the_loop: 'DONE', inspection_pdf: 'TODO' });
  expect(releasedBy('human_in_the_loop', reviewed).map(({ name }) => name)).toEqual(['inspection_pdf']);
});

test("a review does not keep the service's own task open", () => {
  const tasks = all({
    damage_detection: 'TODO',
    human_in_the_loop: 'NOT_STARTED',
    compliances: 'NOT_STARTED',
  });
  expect(closesOwnTask(tasks)?.name).toBe('compliances');
});

test("prices, which start before there is a photo, do not close the service's own task", () => {
  const tasks = all({ pricing: 'TODO', human_in_the_loop: 'NOT_STARTED', compliances: 'NOT_STARTED' });
  expect(closesOwnTask(tasks)).toBeUndefined();
});
