/** How long others wait while an organization at its limit has much waiting. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCheckedStore as createStore } from '../store/test-checked-store.ts';
import { startTestDatabase } from '../store/test-database.ts';
import { createQueue, type Queue, type Run } from './queue.ts';

const quiet = { info() {}, warn() {}, error() {} };
const limits = { taskTimeoutSeconds: 600, deliveryAttempts: 3, retryDelaySeconds: 0 };
const WAITING = 10_000;
const ROUNDS = 9;
/** From the commit of a job to its start, on a busy machine. */
const MOST_MS = 1000;

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let queue: Queue;
beforeAll(async () => {
  database = await startTestDatabase();
  queue = await createQueue({ connectionString: database.url, log: quiet, works: true, ...limits });
});
afterAll(async () => {
  await queue?.stop({ graceful: false, timeoutMs: 0 });
  await database?.stop();
});

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

test(`a job of another organization starts at once while one at its limit has ${WAITING} waiting`, async () => {
  const store = createStore(database.pool, queue.send, 'everything');
  const started = new Map<string, number>();
  const work = async ({ inspection_id }: { inspection_id: string }, { signal }: Run) => {
    started.set(inspection_id, performance.now());
    // Those of the large one take as long as the test.
    if (inspection_id.startsWith('large')) await once(signal, 'abort');
  };
  await queue.work('run-task', 3, work, 2);
  const send = (tenant: string, id: string) =>
    store.jobs.send({ name: 'run-task', data: { inspection_id: id, task: 'damage_detection' }, tenant });
  const timesOf = async (name: string) => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const id = `${name} ${round}`;
      const began = performance.now();
      await send(`small ${round}`, id);
      await vi.waitFor(() => expect(started.has(id)).toBe(true), { timeout: 30_000, interval: 2 });
      times.push(started.get(id)! - began);
    }
    return times;
  };
  const free = await timesOf('alone');
  for (let n = 0; n < 3; n++) await send('large', `large ${n}`);
  await vi.waitFor(() => expect(started.size).toBe(ROUNDS + 2), { timeout: 30_000 });
  await database.pool.query(
    `insert into pgboss.job_common
     select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'priority', priority - 2 * n))).*
     from pgboss.job_common j, generate_series(1, $1) n where group_id = 'large' and state = 'created'`,
    [WAITING],
  );
  const behind = await timesOf('behind');
  // Of the large one no more than its two have begun.
  expect([...started.keys()].filter((id) => id.startsWith('large'))).toHaveLength(2);
  console.log(
    JSON.stringify({
      waiting: WAITING,
      alone_ms: Math.round(median(free)),
      behind_ms: Math.round(median(behind)),
      slowest_ms: Math.round(Math.max(...behind)),
    }),
  );
  expect(median(behind)).toBeLessThan(MOST_MS);
}, 300_000);
