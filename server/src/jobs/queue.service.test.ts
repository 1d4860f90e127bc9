import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Store } from '../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../store/test-checked-store.ts';
import { startTestDatabase } from '../store/test-database.ts';
import { createQueue, type Queue, type Trail } from './queue.ts';

const quiet = { info() {}, warn() {}, error() {} };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let open: Queue[] = [];
const start = async (works: boolean, pollSeconds = 0.5) => {
  const limits = { taskTimeoutSeconds: 60, deliveryAttempts: 3, retryDelaySeconds: 0, pollSeconds };
  const queue = await createQueue({ connectionString: database.url, log: quiet, works, ...limits });
  open.push(queue);
  return queue;
};
const image = (id: string) =>
  ({ name: 'assess-image', data: { inspection_id: 'none', image_id: id }, tenant: 'anna' }) as const;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

beforeAll(async () => {
  database = await startTestDatabase();
});
afterEach(async () => {
  for (const queue of open) await queue.stop({ graceful: false, timeoutMs: 0 });
  open = [];
});
afterAll(() => database.stop());

test('processes that start at the same time on an empty database all find a working queue', async () => {
  const queues = await Promise.all([start(false), start(true), start(true), start(false)]);
  const seen: string[] = [];
  await queues[1]!.work('assess-image', 1, async ({ image_id }) => void seen.push(image_id));
  for (const [index, queue] of queues.entries()) await queue.send(database.pool, image(`from ${index}`));
  await eventually(() => expect(seen.toSorted()).toEqual(['from 0', 'from 1', 'from 2', 'from 3']));
});

/** By looking for itself now and then a worker would come too late for any of these tests. */
const SELDOM = 600;

test('a job that is sent in a transaction starts soon after its commit and never before', async () => {
  const sender = await start(false);
  const worker = await start(true, SELDOM);
  const store: Store = createStore(database.pool, sender.send, 'everything');
  const started = new Set<string>();
  await worker.work('assess-image', 1, async ({ image_id }) => void started.add(image_id));
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    await store.transaction(async (tx) => {
      await tx.jobs.send(image(id));
      await sleep(60);
      expect(started.has(id)).toBe(false);
    });
    await eventually(() => expect(started.has(id)).toBe(true));
  }
});

test('a job that is sent in a transaction that is rolled back never runs', async () => {
  const worker = await start(true);
  const store = createStore(database.pool, worker.send, 'everything');
  const seen: string[] = [];
  await worker.work('assess-image', 1, async ({ image_id }) => void seen.push(image_id));
  const failing = store.transaction(async (tx) => {
    await tx.jobs.send(image('rolled back'));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await store.jobs.send(image('kept'));
  await eventually(() => expect(seen).toEqual(['kept']));
  await sleep(600);
  expect(seen).toEqual(['kept']);
});

test('two workers share the jobs, run each of them once and do not rest between them', async () => {
  const sender = await start(false);
  const seen: string[] = [];
  const runs = [0, 0];
  for (const index of [0, 1]) {
    const worker = await start(true, SELDOM);
    await worker.work('assess-image', 2, async ({ image_id }) => {
      runs[index]! += 1;
      seen.push(image_id);
      await sleep(5);
    });
  }
  const ids = Array.from({ length: 60 }, (_, index) => `photo ${index}`);
  await createStore(database.pool, sender.send, 'everything').transaction(async (tx) => {
    for (const id of ids) await tx.jobs.send(image(id));
  });
  await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(ids.length));
  await sleep(600);
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect(Math.min(...runs)).toBeGreaterThan(0);
});

test('a worker that stops lets its job finish', async () => {
  const worker = await start(true);
  const steps: string[] = [];
  await worker.work('assess-image', 1, async (_, { signal }) => {
    steps.push('started');
    await sleep(400);
    steps.push(signal.aborted ? 'interrupted' : 'finished');
  });
  await worker.send(database.pool, image('slow'));
  await eventually(() => expect(steps).toEqual(['started']));
  await worker.stop({ graceful: true, timeoutMs: 5000 });
  expect(steps).toEqual(['started', 'finished']);
});

test('a job that outlasts the time to stop is interrupted and finished by another worker', async () => {
  const [first, second] = [await start(true), await start(true)];
  const steps: string[] = [];
  await first.work('assess-image', 1, async (_, { signal }) => {
    steps.push('started');
    await sleep(20_000, null, { signal }).catch(() => steps.push('interrupted'));
    signal.throwIfAborted();
  });
  await first.send(database.pool, image('endless'));
  await eventually(() => expect(steps).toEqual(['started']));
  await first.stop({ graceful: true, timeoutMs: 100 });
  expect(steps).toEqual(['started', 'interrupted']);
  await second.work('assess-image', 1, async (_, { attemptsLeft }) => {
    steps.push(`finished with ${attemptsLeft} attempts left`);
  });
  await eventually(() => expect(steps[2]).toBe('finished with 10 attempts left'));
});

test('a queue whose Postgres crashes goes on when it is back', async () => {
  const worker = await start(true);
  const seen: string[] = [];
  await worker.work('assess-image', 1, async ({ image_id }) => void seen.push(image_id));
  await database.crash();
  await expect(
    vi.waitFor(() => worker.send(database.pool, image('after the crash')), { timeout: 10_000, interval: 50 }),
  ).resolves.toBeUndefined();
  await eventually(() => expect(seen).toEqual(['after the crash']));
});

test('a job that fails before its work begins is logged with its name, and tried again', async () => {
  const told: object[] = [];
  const log = { ...quiet, error: (fields: object) => void told.push(fields) };
  let follows = 0;
  // In the place of the collector's library: what else runs before the work does not fail by itself.
  const trail: Trail = {
    mark: () => undefined,
    follow: (_name, _ids, _mark, work) => {
      follows += 1;
      if (follows === 1) throw new Error('the trail is lost');
      return work();
    },
  };
  const limits = { taskTimeoutSeconds: 60, deliveryAttempts: 3, retryDelaySeconds: 0, pollSeconds: 0.5 };
  const worker = await createQueue({ connectionString: database.url, log, works: true, trail, ...limits });
  open.push(worker);
  const seen: string[] = [];
  await worker.work('assess-image', 1, async ({ image_id }) => void seen.push(image_id));
  await worker.send(database.pool, image('second attempt'));
  await eventually(() => expect(seen).toEqual(['second attempt']));
  expect(told).toEqual([{ job: 'assess-image', id: expect.any(String), error: 'the trail is lost' }]);
});

test('the counts tell how much is waiting, running and failed', async () => {
  const worker = await start(true);
  await worker.send(database.pool, { name: 'deliver', data: { delivery_id: 'none' }, tenant: 'anna' });
  const { deliver, 'run-task': runTask } = await vi.waitUntil(
    async () => {
      const counts = await worker.counts();
      return counts.deliver?.waiting ? counts : null;
    },
    { timeout: 10_000, interval: 200 },
  );
  expect(deliver).toEqual({ waiting: 1, active: 0, failed: 0 });
  expect(runTask).toEqual({ waiting: 0, active: 0, failed: 0 });
});

test('what a clock set back would put off for an hour is done soon: what waits, and what a dead worker had', async () => {
  const sender = await start(false);
  for (const id of ['waits', 'had a pause', 'was begun']) await sender.send(database.pool, image(id));
  const ahead = `pgboss.job_now() + interval '1 hour'`;
  const of = (id: string) => `where data->>'image_id' = '${id}'`;
  await database.pool.query(`
    update pgboss.job set start_after = ${ahead} ${of('waits')};
    update pgboss.job set start_after = ${ahead}, state = 'retry', retry_count = 1 ${of('had a pause')};
    update pgboss.job set state = 'active', started_on = ${ahead}, heartbeat_on = ${ahead} ${of('was begun')};
    update pgboss.queue set monitor_claim_on = ${ahead}, monitor_on = ${ahead}, maintain_on = ${ahead};`);
  const worker = await start(true);
  const seen: string[] = [];
  await worker.work('assess-image', 1, async ({ image_id }) => void seen.push(image_id));
  // The dead one is given ten seconds, by a clock that goes on.
  await vi.waitFor(() => expect(seen.toSorted()).toEqual(['had a pause', 'waits', 'was begun']), {
    timeout: 40_000,
    interval: 50,
  });
}, 60_000);
