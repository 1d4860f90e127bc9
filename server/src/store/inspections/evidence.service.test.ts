import { createHash } from 'node:crypto';
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

const hashOf = (line: string) => createHash('sha256').update(line).digest('hex');

const record = (inspection_id: string, type: 'inspection.updated' | 'task.progress', data = {}) =>
  store.transaction((tx) => tx.events.record({ inspection_id, organization_id: null, type, data }));

/** The places at which an event does not have the hash of the one before it; the end of the chain counts too. */
const breaks = async (inspectionId: string) => {
  const { count, head } = await store.evidence.chainEnd(inspectionId);
  const lines = (await store.evidence.chain(inspectionId, 0, count)).map(({ line }) => line);
  const expected = [...lines.map((line) => JSON.parse(line).previous as string), head];
  const found = ['0'.repeat(64), ...lines.map(hashOf)];
  return { count, broken: expected.flatMap((hash, index) => (hash === found[index] ? [] : [index])) };
};

test('events that come at the same time form one chain without a gap; progress is no part of it', async () => {
  const id = await insertTestInspection(store);
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => record(id, 'inspection.updated', { n, text: 'ü\n"' })),
  );
  await record(id, 'task.progress');
  expect(await breaks(id)).toEqual({ count: 12, broken: [] });
  const times = (await store.evidence.chain(id, 0, 12)).map(({ line }) => JSON.parse(line).at as string);
  expect(times).toEqual(times.toSorted());
});

test('a row that was changed, removed or inserted in the database breaks the chain', async () => {
  const id = await insertTestInspection(store);
  for (let n = 0; n < 4; n++) await record(id, 'inspection.updated', { n });
  await database.pool.query(`update events set data = '{"n": 9}' where inspection_id = $1 and number = 2`, [
    id,
  ]);
  expect((await breaks(id)).broken).toEqual([2]);
  await database.pool.query(`delete from events where inspection_id = $1 and number = 4`, [id]);
  expect((await breaks(id)).broken).not.toEqual([]);
});

test('events of a chain outlive the removal of old ones', async () => {
  const id = await insertTestInspection(store);
  await record(id, 'inspection.updated');
  await record(id, 'task.progress');
  await database.pool.query(
    `update events set created_at = created_at - interval '31 days' where inspection_id = $1`,
    [id],
  );
  await store.housekeeping.removeOld();
  const { rows } = await database.pool.query('select type from events where inspection_id = $1', [id]);
  expect(rows).toEqual([{ type: 'inspection.updated' }]);
});
