import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../store/test-checked-store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from '../store/test-database.ts';
import { createQueue, type Queue } from './queue.ts';

const WORKER = fileURLToPath(new URL('./poisoned-worker.test-process.ts', import.meta.url));
const quiet = { info() {}, warn() {}, error() {} };
const limits = { taskTimeoutSeconds: 60, deliveryAttempts: 3, retryDelaySeconds: 0 };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let sender: Queue;
let store: Store;
let worker: ChildProcess | undefined;
let stopping: boolean;
/** What each worker said, one after the other. */
let lives: string[][];

beforeEach(async () => {
  database = await startTestDatabase();
  sender = await createQueue({ connectionString: database.url, log: quiet, works: false, ...limits });
  store = createStore(database.pool, sender.send, 'everything');
  [stopping, lives] = [false, []];
});
afterEach(async () => {
  stopping = true;
  const ended = worker?.exitCode === null && worker.signalCode === null ? once(worker, 'exit') : null;
  worker?.kill('SIGKILL');
  await ended;
  await sender.stop({ graceful: false, timeoutMs: 0 });
  await database.stop();
});

/** Started again whenever it dies, as the service does it. */
const keepWorker = () => {
  const said: string[] = [];
  lives.push(said);
  worker = spawn(process.execPath, [WORKER, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: worker.stdout! }).on('line', (line) => said.push(line));
  worker.once('exit', async () => {
    if (stopping) return;
    // By itself the queue believes a worker dead after ten seconds of silence.
    await database.pool.query(
      `update pgboss.job set heartbeat_on = heartbeat_on - interval '10 seconds' where state = 'active'`,
    );
    if (!stopping) keepWorker();
  });
};
const deaths = () => lives.length - 1;

const send = async (inspection_id: string, image_id: string) =>
  store.jobs.send({ name: 'assess-image', data: { inspection_id, image_id }, tenant: inspection_id });
const verdictOn = async (inspectionId: string, imageId: string) =>
  (await store.images.find(inspectionId, imageId))!.compliance;
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 90_000, interval: 100 });

test('a photo that kills its worker is given up with a verdict, and costs what ran beside it no attempt', async () => {
  const innocent = await insertTestInspection(store);
  for (let n = 1; n <= 6; n++) await insertTestImage(store, innocent, `innocent-${n}`);
  const guilty = await insertTestInspection(store);
  const poison = await insertTestImage(store, guilty, 'poison');
  await store.jobs.send({
    name: 'run-task',
    data: { inspection_id: innocent, task: 'damage_detection' },
    tenant: 'innocent',
  });
  keepWorker();
  await eventually(() => expect(lives[0]).toContain('ends innocent-1'));
  await send(guilty, poison);

  await eventually(async () => expect(await verdictOn(guilty, poison)).not.toBeNull());
  expect((await verdictOn(guilty, poison))!.reasons[0]!.message).toMatch(/could not be judged after several/);
  expect((await store.events.since(guilty, '0', 10)).map(({ type }) => type)).toEqual(['image.assessed']);
  await eventually(async () =>
    expect((await store.tasks.find(innocent, 'damage_detection'))!.status).toBe('DONE'),
  );
  expect(deaths()).toBe(4);

  const { rows } = await database.pool.query(
    `select retry_limit - retry_count as left from pgboss.job where name = 'run-task'`,
  );
  expect(rows).toEqual([{ left: 11 }]);
  // Alone: from when it begins to when the worker dies, nobody else does anything.
  for (const said of lives.slice(1, 4)) {
    const photos = said.filter((line) => /^(begins|ends) /.test(line));
    const began = photos.indexOf('begins poison');
    expect(photos.slice(began)).toEqual(['begins poison']);
    const before = photos.slice(0, began);
    expect(before.filter((line) => line.startsWith('begins')).length).toBe(
      before.filter((line) => line.startsWith('ends')).length,
    );
  }
  expect(lives.flat().join('\n')).toMatch(/died 3 times while it did nothing but this job.*/);
  expect(lives.flat().join('\n')).toMatch(/ended without a word.*"job":"assess-image".*heartbeat timeout/);
}, 120_000);

test('a task whose worker is killed again and again, but that comes further each time, is finished', async () => {
  const id = await insertTestInspection(store);
  for (let n = 1; n <= 6; n++) await insertTestImage(store, id, `photo-${n}`);
  await store.jobs.send({
    name: 'run-task',
    data: { inspection_id: id, task: 'damage_detection' },
    tenant: 'anna',
  });
  keepWorker();
  // Once more than what kills its worker without coming further is tried.
  for (let kill = 1; kill <= 4; kill++) {
    const done = (await store.tasks.find(id, 'damage_detection'))!.progress_done;
    await eventually(async () =>
      expect((await store.tasks.find(id, 'damage_detection'))!.progress_done).toBeGreaterThan(done),
    );
    worker!.kill('SIGKILL');
    await eventually(() => expect(deaths()).toBe(kill));
  }
  await eventually(async () => expect((await store.tasks.find(id, 'damage_detection'))!.status).toBe('DONE'));
  expect((await store.tasks.find(id, 'damage_detection'))!.error_messages).toEqual([]);
}, 120_000);
