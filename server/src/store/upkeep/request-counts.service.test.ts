import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RequestCounts } from '../../inspections/ports/operations.ts';
import { databaseOn } from '../database.ts';
import { startTestDatabase } from '../test-database.ts';
import { requestCountsOn } from './request-counts.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let counts: RequestCounts;
beforeAll(async () => {
  database = await startTestDatabase();
  counts = requestCountsOn(databaseOn(database.pool));
});
beforeEach(() => database.pool.query('truncate request_counts'));
afterAll(() => database.stop());

const add = async (caller: string, count: number, leftMs = 60_000) =>
  (await counts.add([{ caller, count, leftMs }]))[0]!;

test('what several processes count for a caller is summed in the minute that the first of them began', async () => {
  expect(await add('anna', 3, 20_000)).toMatchObject({ caller: 'anna', count: 3 });
  const { count, leftMs } = await add('anna', 4, 60_000);
  expect(count).toBe(7);
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(20_000);
  expect(await add('ben', 1)).toMatchObject({ count: 1 });
});

test('a minute that is over counts no more, nor one that a clock set back would make last', async () => {
  await add('anna', 5);
  for (const end of ["clock_timestamp() - interval '1 second'", "clock_timestamp() + interval '1 hour'"]) {
    await database.pool.query(`update request_counts set ends_at = ${end}`);
    expect(await add('anna', 2)).toMatchObject({ count: 2 });
  }
});

test('who was counted is forgotten a minute after the end', async () => {
  await add('anna', 5);
  await database.pool.query("update request_counts set ends_at = clock_timestamp() - interval '61 seconds'");
  await add('ben', 1);
  const { rows } = await database.pool.query('select caller from request_counts');
  expect(rows).toEqual([{ caller: 'ben' }]);
});

test('processes that add for the same callers at the same time do not lose one', async () => {
  const callers = Array.from({ length: 50 }, (_, index) => `caller-${index}`);
  const round = (order: string[]) =>
    counts.add(order.map((caller) => ({ caller, count: 1, leftMs: 60_000 })));
  await Promise.all(Array.from({ length: 20 }, (_, i) => round(i % 2 ? callers : callers.toReversed())));
  const { rows } = await database.pool.query('select distinct count from request_counts');
  expect(rows).toEqual([{ count: 20 }]);
});
