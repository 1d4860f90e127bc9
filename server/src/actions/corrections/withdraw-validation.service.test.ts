import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ports } from '../../inspections/ports/ports.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { startTestDatabase } from '../../store/test-database.ts';
import { createInspection } from '../inspections/create-inspection.ts';
import { estimateAnalyzer } from '../tasks/estimate-repairs.ts';
import { giveUpTask, runTask } from '../tasks/run-task.ts';
import { updateTask } from '../tasks/update-task.ts';
import { testPorts, testRun } from '../test-ports.ts';

const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let ports: Ports;

beforeAll(async () => {
  database = await startTestDatabase();
  ports = testPorts(createStore(database.pool, async () => {}, 'everything'));
  ports.analyzers.pricing = estimateAnalyzer;
});
afterAll(() => database.stop());

/** The estimate is being made, and the review of it was validated meanwhile. */
const validatedEarly = async (): Promise<string> => {
  const named = (name: 'pricing' | 'human_in_the_loop', status: 'TODO' | 'NOT_STARTED') => ({
    name,
    status,
    arguments: {},
    callbacks: [],
  });
  const tasks = [named('pricing', 'TODO'), named('human_in_the_loop', 'NOT_STARTED')];
  const { id } = await createInspection(
    anna,
    { tasks, images: [], damage_areas: [], additional_data: {} },
    ports,
  );
  for (const status of ['TODO', 'VALIDATED'] as const)
    await updateTask(anna, { inspection_id: id, task: 'human_in_the_loop', status }, ports);
  return id;
};

const reviewOf = async (id: string) => (await ports.store.tasks.find(id, 'human_in_the_loop'))!.status;

test('a run that ends after dependent findings were validated withdraws the validation in the name of the service', async () => {
  const id = await validatedEarly();
  await runTask({ inspection_id: id, task: 'pricing' }, ports, testRun());
  expect(await reviewOf(id)).toBe('DONE');
  expect((await ports.store.inspections.head(id))!.status).toBe('DONE');
  expect(await ports.store.corrections.list(id)).toMatchObject([
    { action: 'validated', made_by: 'anna' },
    {
      action: 'withdrawn',
      before: { task: 'human_in_the_loop', validated_by: 'anna' },
      after: { because: 'run' },
      made_by: 'algo',
    },
  ]);
});

test('a run that fails has changed nothing, and what was validated stays so', async () => {
  const id = await validatedEarly();
  await giveUpTask({ inspection_id: id, task: 'pricing' }, ports);
  expect(await reviewOf(id)).toBe('VALIDATED');
  expect(await ports.store.corrections.list(id)).toMatchObject([{ action: 'validated' }]);
});
