import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../inspections/access.ts';
import { DEFAULT_MATRIX } from '../../inspections/costs/price-matrix.ts';
import { pricingOf } from '../../inspections/costs/pricing.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { createDamage } from '../corrections/correct-damages.ts';
import { changePrice, createPrice } from '../corrections/correct-prices.ts';
import { deleteInspection } from '../inspections/update-inspection.ts';
import { replaceMatrix } from '../organization/manage-price-matrix.ts';
import { testPorts, testRun } from '../test-ports.ts';
import { estimateAnalyzer } from './estimate-repairs.ts';
import { runTask } from './run-task.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let ports: Ports;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  ports = testPorts(store);
  ports.analyzers.repair_estimate = estimateAnalyzer;
});
afterAll(() => database.stop());

const anna: Actor = {
  user_id: 'anna',
  organization_id: 'garage',
  permissions: new Set(['pricing_matrix:manage']),
};

let id: string;
beforeEach(async () => {
  id = await insertTestInspection(store, { task: 'repair_estimate', organization_id: 'garage' });
  await createDamage(anna, { inspection_id: id, damage_type: 'scratch', part_type: 'hood' }, ports);
});

const read = async (): Promise<Inspection> => (await store.inspections.read(id, { deletedObjects: true }))!;
const totalOf = (inspection: Inspection) => pricingOf(inspection)[0]!.total;

/** Started once more, as after an error. */
const run = async () => {
  const task = (await store.tasks.find(id, 'repair_estimate'))!;
  await store.tasks.change(task.id, { status: 'TODO' });
  await runTask({ inspection_id: id, task: 'repair_estimate' }, ports, testRun());
  return read();
};

test('run again, an estimate is replaced, under the same ids and with the matrix of now', async () => {
  const first = await run();
  expect(first.estimates).toMatchObject([{ methodology: 'labor_cost', matrix_version: 0 }]);
  const matrix = structuredClone(DEFAULT_MATRIX.matrix);
  matrix.hourly_rates.t1 = 100;
  await replaceMatrix(anna, { matrix }, ports);
  const second = await run();
  expect(second.estimates).toHaveLength(1);
  expect(second.estimates[0]).toMatchObject({
    id: first.estimates[0]!.id,
    matrix_version: 1,
    parts: [{ id: first.estimates[0]!.parts[0]!.id, total: 6000 }],
  });
  const kept = await database.pool.query('select total, low, high from estimates where inspection_id = $1', [
    id,
  ]);
  // Its size is not known: it may have to be painted, and both fenders blended.
  expect(kept.rows).toEqual([{ total: 60, low: 54, high: expect.closeTo(682.22) }]);
});

test('what people said something costs survives the next run', async () => {
  const first = await run();
  const [detail] = pricingOf(first)[0]!.details;
  await changePrice(anna, { inspection_id: id, pricing_id: detail!.id, pricing: 12.34 }, ports);
  const roof = { related_item_type: 'part', part_type: 'roof', pricing: 1 } as const;
  await createPrice(anna, { inspection_id: id, ...roof }, ports);
  expect(totalOf(await run())).toBe(1334);
});

test('a worker that was presumed dead and comes back writes nothing', async () => {
  let goOn = () => {};
  const late = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let started = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const slow = { ...ports, analyzers: { ...ports.analyzers } };
  slow.analyzers.repair_estimate = async (...given) => {
    started();
    await late;
    return estimateAnalyzer(...given);
  };
  const work = { inspection_id: id, task: 'repair_estimate' } as const;
  const dead = runTask(work, slow, testRun());
  await running;
  await runTask(work, ports, testRun());
  const before = await read();
  expect(before.estimates).toHaveLength(1);
  goOn();
  await dead;
  expect(await read()).toEqual(before);
});

test('an inspection that was deleted while the task waited gets no estimate', async () => {
  await deleteInspection(anna, { inspection_id: id }, ports);
  expect((await run()).estimates).toEqual([]);
});

test('two people who set prices at the same time both have their word', async () => {
  await run();
  const price = (part_type: 'hood' | 'roof' | 'trunk', pricing: number) =>
    createPrice(anna, { inspection_id: id, related_item_type: 'part', part_type, pricing }, ports);
  await Promise.all([price('hood', 10), price('roof', 20), price('trunk', 30), price('hood', 10)]);
  expect(totalOf(await read())).toBe(6000);
});
