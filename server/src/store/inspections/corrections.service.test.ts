import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../test-database.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
});
afterAll(() => database.stop());

test('the history of a price is told in the order in which it was made, the tenth change after the ninth', async () => {
  const inspection_id = await insertTestInspection(store);
  const [item_id, other] = [randomUUID(), randomUUID()];
  const change = (id: string, pricing: number) =>
    store.corrections.record({
      inspection_id,
      item_id: id,
      part_type: 'hood',
      action: 'changed',
      before: null,
      after: { pricing },
      made_by: 'ada',
      made_by_name: null,
    });
  const prices = Array.from({ length: 12 }, (_, i) => i);
  for (const price of prices) await change(item_id, price);
  await change(other, 99);
  const told = (corrections: { after: unknown }[]) =>
    corrections.map(({ after }) => (after as { pricing: number }).pricing);
  expect(told(await store.corrections.of(inspection_id, item_id))).toEqual(prices);
  expect(told(await store.corrections.list(inspection_id))).toEqual([...prices, 99]);
});
