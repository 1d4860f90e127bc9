import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { testPorts } from '../actions/test-ports.ts';
import { createCheckedStore as createStore } from '../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../store/test-database.ts';
import { createQueue } from './queue.ts';
import { startWorkers } from './workers.ts';

const log = { info() {}, warn() {}, error() {} };
const WORKER = fileURLToPath(new URL('./worker-to-kill.test-process.ts', import.meta.url));

test('a task whose worker is killed is taken over and finished exactly once', {
  timeout: 40_000,
}, async () => {
  const database = await startTestDatabase();
  const child = spawn(process.execPath, [WORKER, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  await vi.waitFor(() => expect(said).toContain('ready'), { timeout: 10_000 });

  const limits = { taskTimeoutSeconds: 60, deliveryAttempts: 3 };
  const queue = await createQueue({ connectionString: database.url, log, works: true, ...limits });
  const store = createStore(database.pool, queue.send, 'everything');
  const id = await insertTestInspection(store);
  await store.jobs.send({
    name: 'run-task',
    data: { inspection_id: id, task: 'damage_detection' },
    tenant: 'anna',
  });
  await vi.waitFor(() => expect(said).toContain('taken'), { timeout: 10_000 });
  let saved = 0;
  const finishTask = async () => ({
    save: async () => {
      saved += 1;
    },
  });
  const ports = testPorts(store, { analyzers: { damage_detection: finishTask } });
  const workers = await startWorkers(queue, ports, { concurrency: 1, log });

  child.kill('SIGKILL');
  await once(child, 'exit');
  const killed = performance.now();
  expect((await store.tasks.find(id, 'damage_detection'))!.status).toBe('IN_PROGRESS');
  await vi.waitFor(
    async () => expect((await store.tasks.find(id, 'damage_detection'))!.status).toBe('DONE'),
    { timeout: 25_000, interval: 50 },
  );
  expect(performance.now() - killed).toBeLessThan(20_000);

  await workers.stop(5000);
  expect(saved).toBe(1);
  const events = await store.events.since(id, '0', 100);
  expect(events.filter(({ type }) => type === 'task.done')).toHaveLength(1);
  await database.stop();
});
