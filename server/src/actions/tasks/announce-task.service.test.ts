import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Job } from '../../inspections/ports/store.ts';
import type { ClientTaskStatus, TaskName } from '../../inspections/vocabulary.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { startTestDatabase } from '../../store/test-database.ts';
import { createInspection } from '../inspections/create-inspection.ts';
import { testPorts, testRun } from '../test-ports.ts';
import { runTask } from './run-task.ts';
import { updateTask } from './update-task.ts';

const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let ports: Ports;
let jobs: string[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  const keep = (job: Job) => {
    if (job.name === 'run-task') jobs.push(job.data.task);
  };
  ports = testPorts(createStore(database.pool, async (_, job) => keep(job), 'everything'));
});
beforeEach(() => {
  jobs = [];
});
afterAll(() => database.stop());

const create = async (tasks: Partial<Record<TaskName, ClientTaskStatus>>) => {
  const named = Object.entries(tasks).map(([name, status]) => ({
    name: name as TaskName,
    status,
    arguments: {},
    callbacks: [],
  }));
  const input = { tasks: named, images: [], damage_areas: [], additional_data: {} };
  return (await createInspection(anna, input, ports)).id;
};
const move = (inspection_id: string, task: TaskName, status: ClientTaskStatus) =>
  updateTask(anna, { inspection_id, task, status }, ports);
const run = (inspection_id: string, task: TaskName) => runTask({ inspection_id, task }, ports, testRun());

test('an estimate whose damages were declared done gets one job', async () => {
  await create({ repair_estimate: 'TODO', damage_detection: 'DONE', images_ocr: 'NOT_STARTED' });
  expect(jobs).toEqual(['repair_estimate']);
});

test('an estimate that is already queued gets no second job when others are declared done or validated', async () => {
  const id = await create({
    repair_estimate: 'TODO',
    damage_detection: 'DONE',
    wheel_analysis: 'NOT_STARTED',
  });
  await move(id, 'damage_detection', 'VALIDATED');
  await move(id, 'wheel_analysis', 'DONE');
  expect(jobs.filter((task) => task === 'repair_estimate')).toEqual(['repair_estimate']);
});

test('an estimate gets its job when the last of those it waits for has ended', async () => {
  const id = await create({ repair_estimate: 'TODO', damage_detection: 'TODO', wheel_analysis: 'TODO' });
  expect(jobs.toSorted()).toEqual(['compliances', 'damage_detection', 'wheel_analysis']);
  await run(id, 'damage_detection');
  expect(jobs).not.toContain('repair_estimate');
  await run(id, 'wheel_analysis');
  expect(jobs.filter((task) => task === 'repair_estimate')).toEqual(['repair_estimate']);
});

test('an estimate that must wait for damages started later gets another job after them', async () => {
  const id = await create({ repair_estimate: 'TODO', damage_detection: 'NOT_STARTED' });
  await move(id, 'damage_detection', 'TODO');
  await run(id, 'repair_estimate');
  expect((await ports.store.tasks.find(id, 'repair_estimate'))?.status).toBe('TODO');
  jobs = [];
  await run(id, 'damage_detection');
  expect(jobs).toEqual(['repair_estimate']);
});
