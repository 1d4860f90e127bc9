import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../store/test-checked-store.ts';
import { startTestDatabase } from '../store/test-database.ts';
import { ROUND } from './fair-queueing.ts';
import { createQueue, type Queue, type Run } from './queue.ts';

const quiet = { info() {}, warn() {}, error() {} };
const limits = { taskTimeoutSeconds: 60, deliveryAttempts: 3, retryDelaySeconds: 0 };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let queue: Queue;
let store: Store;
beforeAll(async () => {
  database = await startTestDatabase();
});
beforeEach(async () => {
  queue = await createQueue({ connectionString: database.url, log: quiet, works: true, ...limits });
  store = createStore(database.pool, queue.send, 'everything');
});
afterEach(async () => {
  await queue.stop({ graceful: false, timeoutMs: 0 });
  await database.pool.query('truncate pgboss.job');
});
afterAll(() => database.stop());

const send = async (tenant: string, count: number, { urgent = false, from = 0 } = {}) => {
  await store.transaction(async (tx) => {
    for (let number = from; number < from + count; number++) {
      const data = { inspection_id: urgent ? `${tenant}!` : tenant, image_id: String(number) };
      await tx.jobs.send({ name: 'assess-image', data, tenant, urgent });
    }
  });
};

/** Whose jobs one worker runs, in that order, until so many have run. */
const served = async (count: number, after?: (tenant: string, order: string[]) => Promise<void>) => {
  const order: string[] = [];
  await queue.work('assess-image', 1, async ({ inspection_id: tenant }) => {
    if (order.length === count) return;
    order.push(tenant);
    await after?.(tenant, order);
  });
  await vi.waitFor(() => expect(order.length).toBe(count), { timeout: 25_000, interval: 20 });
  return order;
};

/** As if it had sent so many more, each a round later than the one before. */
const multiply = (tenant: string, count: number) =>
  database.pool.query(
    `insert into pgboss.job_common
     select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'priority', priority - 2 * n))).*
     from pgboss.job_common j, generate_series(1, $2) n where group_id = $1`,
    [tenant, count],
  );

/** The pages of the database that are looked at to find the round of a tenant's next job. */
const pagesFor = async (tenant: string): Promise<number> => {
  const question = `explain (analyze, buffers, format json) ${ROUND}`;
  const { rows } = await database.pool.query(question, ['assess-image', tenant]);
  const { Plan: plan } = rows[0]['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
};

test("one photo comes next, however many of another organization's are waiting", async () => {
  await send('large', 1);
  await multiply('large', 9_999);
  await send('small', 1);
  await send('large', 1);
  for (const tenant of ['large', 'small', 'new']) expect(await pagesFor(tenant)).toBeLessThan(20);
  expect(await served(4)).toEqual(['large', 'small', 'large', 'large']);
});

test('those who wait are served in turns, and each in the order in which it sent', async () => {
  await send('a', 6);
  await send('b', 3);
  await send('c', 1);
  expect((await served(10)).join('')).toBe('abcababaaa');
});

test('who sends all the time does not keep a large organization from being served', async () => {
  await send('large', 30);
  await send('busy', 3);
  let sent = 3;
  const order = await served(40, async (tenant) => {
    if (tenant === 'busy') await send('busy', 3, { from: sent });
    sent += 3;
  });
  expect(order.filter((tenant) => tenant === 'large').length).toBeGreaterThanOrEqual(19);
});

test('what somebody waits for comes before the rest, also before that of the own organization', async () => {
  await send('a', 50);
  await send('b', 50);
  await send('a', 2, { urgent: true, from: 50 });
  expect((await served(5)).join('')).toBe('a!aba!a');
});

test('a long task of one organization leaves a place for another that has none running', async () => {
  const started: string[] = [];
  const work = async ({ inspection_id }: { inspection_id: string }, { signal }: Run) => {
    started.push(inspection_id);
    await once(signal, 'abort');
  };
  await queue.work('run-task', 3, work, 2);
  const start = (tenant: string) =>
    store.jobs.send({
      name: 'run-task',
      data: { inspection_id: tenant, task: 'damage_detection' },
      tenant,
    });
  for (let number = 0; number < 5; number++) await start('large');
  await vi.waitFor(() => expect(started).toEqual(['large', 'large']), { timeout: 10_000 });
  await start('small');
  await vi.waitFor(() => expect(started).toEqual(['large', 'large', 'small']), { timeout: 10_000 });
});
