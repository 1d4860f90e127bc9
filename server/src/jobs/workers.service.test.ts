import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testPorts } from '../actions/test-ports.ts';
import type { Ports } from '../inspections/ports/ports.ts';
import type { Store } from '../inspections/ports/store.ts';
import { storageUnavailable } from '../inspections/problems/storage.ts';
import { createCheckedStore as createStore } from '../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../store/test-database.ts';
import { createQueue, type Queue } from './queue.ts';
import { startWorkers } from './workers.ts';

const quiet = { info() {}, warn() {}, error() {} };
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let queue: Queue;
let store: Store;
let receiver: Server;
let answer: (request: IncomingMessage, body: string) => number = () => 200;
let url: string;
let workers: { stop(timeoutMs: number): Promise<void> } | undefined;

beforeAll(async () => {
  database = await startTestDatabase();
  receiver = createServer(async (request, response) => {
    response.writeHead(answer(request, await text(request))).end('received');
  });
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`;
});
afterEach(async () => {
  await workers?.stop(5000);
  workers = undefined;
});
afterAll(async () => {
  receiver.close();
  await database.stop();
});

const begin = async (
  ports: Partial<Ports>,
  onJob = (_name: string, _seconds: number, _outcome: string) => {},
) => {
  const limits = { taskTimeoutSeconds: 60, deliveryAttempts: 3, retryDelaySeconds: 0, pollSeconds: 0.5 };
  queue = await createQueue({ connectionString: database.url, log: quiet, works: true, ...limits });
  store = createStore(database.pool, queue.send, 'everything');
  workers = await startWorkers(queue, testPorts(store, ports), { concurrency: 2, log: quiet, onJob });
};
const startTask = async (inspectionId: string) =>
  store.jobs.send({
    name: 'run-task',
    data: { inspection_id: inspectionId, task: 'damage_detection' },
    tenant: 'anna',
  });
const taskOf = async (id: string) => (await store.tasks.find(id, 'damage_detection'))!;

test('a task whose every attempt fails ends in ERROR with a sentence', async () => {
  let attempts = 0;
  await begin({
    analyzers: {
      damage_detection: async () => {
        attempts += 1;
        throw storageUnavailable();
      },
    },
  });
  const id = await insertTestInspection(store);
  await startTask(id);
  await eventually(async () => expect((await taskOf(id)).status).toBe('ERROR'));
  expect(attempts).toBe(12);
  expect((await taskOf(id)).error_messages[0]).toMatchObject({
    error_code: 'worker_failed',
    message: expect.stringMatching(/^The task could not be run after several attempts\. Start it again/),
  });
  expect((await store.inspections.head(id))!.status).toBe('ERROR');
});

test('a callback receiver that answers 500 twice is called a third time, and every attempt is recorded', async () => {
  const outcomes: string[] = [];
  await begin(
    { analyzers: { damage_detection: async () => ({ save: async () => {} }) } },
    (name, _, outcome) => {
      if (name === 'deliver') outcomes.push(outcome);
    },
  );
  const calls: { headers: IncomingMessage['headers']; body: string }[] = [];
  answer = ({ headers }, body) => (calls.push({ headers, body }) < 3 ? 500 : 200);
  const callback = {
    url,
    headers: { authorization: 'Bearer mine' },
    params: {},
    events: ['STATUS_SET_TO_DONE'],
  };
  const id = await insertTestInspection(store, { callbacks: [callback] });
  await startTask(id);

  const page = { limit: 10, order: 'desc', from: null } as const;
  const delivery = await eventually(async () => {
    const { rows } = await store.events.listDeliveries({ inspection_id: id }, page);
    expect(rows[0]?.status).toBe('delivered');
    return rows[0]!;
  });
  expect(calls).toHaveLength(3);
  expect(calls[2]!.headers).toMatchObject({
    authorization: 'Bearer mine',
    'content-type': 'application/json',
    'x-walkaround-delivery': delivery.id,
    'x-walkaround-event': 'STATUS_SET_TO_DONE',
  });
  expect(JSON.parse(calls[2]!.body)).toMatchObject({ inspection_id: id, task: { status: 'DONE' } });
  expect(delivery.attempts.map(({ status, error }) => [status, error])).toEqual([
    [500, 'The receiver answered with status 500.'],
    [500, 'The receiver answered with status 500.'],
    [200, null],
  ]);
  await eventually(() => expect(outcomes).toEqual(['retry', 'retry', 'delivered']));
});

test('a callback that nobody accepts is given up after the last attempt', async () => {
  await begin({ analyzers: { damage_detection: async () => ({ save: async () => {} }) } });
  answer = () => 503;
  const callback = { url, headers: {}, params: {}, events: ['STATUS_SET_TO_DONE'] };
  const id = await insertTestInspection(store, { callbacks: [callback] });
  await startTask(id);
  const page = { limit: 10, order: 'desc', from: null } as const;
  const delivery = await eventually(async () => {
    const { rows } = await store.events.listDeliveries({ inspection_id: id }, page);
    expect(rows[0]?.status).toBe('failed');
    return rows[0]!;
  });
  expect(delivery.attempts.map(({ status }) => status)).toEqual([503, 503, 503]);
});

test('the hourly clean-up removes what has served its time and nothing else', async () => {
  await begin({});
  const id = await insertTestInspection(store);
  for (const type of ['task.progress', 'task.started'] as const)
    await store.events.record({ inspection_id: id, organization_id: null, type, data: {} });
  await database.pool.query(`
    update events set created_at = now() - interval '31 days';
    insert into idempotency_keys (user_id, key, request_hash, created_at)
      values ('anna', 'old', '', now() - interval '25 hours'), ('anna', 'new', '', now());
    insert into deliveries (id, kind, event_type, url, payload, status, created_at)
      select gen_random_uuid(), 'webhook', 'x', 'http://x', '{}', status, now() - interval '31 days'
      from unnest(array['delivered', 'failed', 'pending']) status;
    insert into pgboss.job (name) values ('clean-up')`);

  await eventually(async () => {
    // Of a chain, which is kept with its inspection.
    expect((await store.events.since(id, '0', 10)).map(({ type }) => type)).toEqual(['task.started']);
    expect((await database.pool.query('select key from idempotency_keys')).rows).toEqual([{ key: 'new' }]);
    const old = `select status from deliveries where created_at < now() - interval '1 day'`;
    expect((await database.pool.query(old)).rows).toEqual([{ status: 'pending' }]);
  });
  const schedules = await database.pool.query('select name, cron from pgboss.schedule order by name');
  expect(schedules.rows).toEqual([
    { name: 'clean-up', cron: '17 * * * *' },
    { name: 'sweep-files', cron: '47 * * * *' },
  ]);
});
