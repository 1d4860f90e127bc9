import { expect, test } from 'vitest';
import type { TaskName, TaskStatus } from '../vocabulary.ts';
import { TELL_DAMAGES, TELL_VEHICLE, withdrawnBy } from './validation.ts';

const tasks = (all: Partial<Record<TaskName, TaskStatus>>) =>
  Object.entries(all).map(([name, status]) => ({ name: name as TaskName, status, added_by_service: false }));

const EVERYTHING: Partial<Record<TaskName, TaskStatus>> = {
  damage_detection: 'VALIDATED',
  wheel_analysis: 'VALIDATED',
  images_ocr: 'VALIDATED',
  odometer: 'VALIDATED',
  image_editing: 'VALIDATED',
  repair_estimate: 'VALIDATED',
  human_in_the_loop: 'VALIDATED',
  inspection_pdf: 'VALIDATED',
};

const withdrawn = (touched: readonly TaskName[], all: Partial<Record<TaskName, TaskStatus>>) =>
  withdrawnBy(touched, tasks(all)).map(({ name }) => name);

test('a change of damages takes back what vouches for them, not what was read of the vehicle', () => {
  const [damages, wheels, ...resting] = [
    'damage_detection',
    'wheel_analysis',
    'repair_estimate',
    'human_in_the_loop',
    'inspection_pdf',
  ];
  expect(withdrawn(TELL_DAMAGES, EVERYTHING)).toEqual([damages, wheels, ...resting]);
});

test('a change of the vehicle takes back what was read of it, the review and the report', () => {
  expect(withdrawn(TELL_VEHICLE, EVERYTHING)).toEqual([
    'images_ocr',
    'odometer',
    'human_in_the_loop',
    'inspection_pdf',
  ]);
});

test('a new run takes back what rests on the task', () => {
  expect(withdrawn(['wheel_analysis'], { ...EVERYTHING, wheel_analysis: 'TODO' })).toEqual([
    'repair_estimate',
    'human_in_the_loop',
    'inspection_pdf',
  ]);
});

test('an inspection that is validated as a whole never stays so', () => {
  expect(withdrawn(TELL_DAMAGES, { images_ocr: 'VALIDATED', odometer: 'VALIDATED' })).toEqual([
    'images_ocr',
    'odometer',
  ]);
  expect(withdrawn([], { damage_detection: 'VALIDATED' })).toEqual(['damage_detection']);
  expect(withdrawn(TELL_DAMAGES, { images_ocr: 'VALIDATED', odometer: 'DONE' })).toEqual([]);
  expect(withdrawn(TELL_DAMAGES, { damage_detection: 'DONE' })).toEqual([]);
});
