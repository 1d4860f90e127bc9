import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@walkaround/harness/clients/client.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { descendantsOf } from '@walkaround/harness/services/processes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Started = Awaited<ReturnType<typeof ownService>>;

let dataDir: string;
/** The one that the last test has left for the next, for a start takes seconds. */
let serving: Started | undefined;

beforeAll(async () => {
  dataDir = await newDataFolder();
});

afterAll(async () => {
  await serving?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (more: Record<string, string> = {}) => ownService({ MODELS_DIR: '/nowhere', ...more }, dataDir);
/** Takes the one that serves, for a test that ends it. */
const takeService = async () => {
  const service = serving ?? (await start());
  serving = undefined;
  return service;
};
const clientFor = (service: Started) => service.client({ user: 'lifecycle' });

test('killed without warning, it has everything it had acknowledged at the next start', async () => {
  const service = await takeService();
  const api = await clientFor(service);
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const created = await api.post('/inspections', { tasks: { compliances: {} } });
    await api.upload(`/inspections/${created.body.id}/images`, { tasks: ['compliances'] }, await photo());
    ids.push(created.body.id);
  }
  await api.patch(`/inspections/${ids[0]}/tasks/compliances`, { status: 'TODO' });
  service.process.kill('SIGKILL');
  await once(service.process, 'exit');

  serving = await start();
  const client = await clientFor(serving);
  for (const id of ids) {
    const { body } = await client.get(`/inspections/${id}`);
    expect(body.images).toHaveLength(1);
    expect((await client.get(body.images[0].path)).status).toBe(200);
  }
  const done = await until(
    () => client.get(`/inspections/${ids[0]}/tasks/compliances`),
    ({ body }) => body.status === 'DONE',
    40_000,
  );
  expect(done.body.progress).toEqual({ done: 1, total: 1 });
});

test('a worker or a database that is killed comes back, and requests and tasks go on', async () => {
  const service = await takeService();
  const api = await clientFor(service);
  const worker = descendantsOf(service.process.pid!).find(({ command }) => command.includes('main.ts'))!;
  process.kill(worker.pid, 'SIGKILL');
  const created = await api.post('/inspections', { tasks: { compliances: { status: 'TODO' } } });
  const taskOf = () => api.get(`/inspections/${created.body.id}/tasks/compliances`);
  await until(taskOf, ({ body }) => body.status === 'DONE', 40_000);

  const connection = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  expect(connection.url).toMatch(/^postgres/);
  const postgres = descendantsOf(service.process.pid!).find(({ command }) =>
    /postgres.*-D|bin\/postgres/.test(command),
  )!;
  process.kill(postgres.pid, 'SIGKILL');
  const back = await until(
    () => api.get(`/inspections/${created.body.id}`),
    ({ status }) => status === 200,
    40_000,
  );
  expect(back.body.id).toBe(created.body.id);
  // A connection of the pool may still be a dead one: the answer is then 503 with the advice to try again.
  const second = await until(
    () => api.post('/inspections', { tasks: { compliances: { status: 'TODO' } } }),
    ({ status }) => status === 201,
    40_000,
  );
  await until(
    () => api.get(`/inspections/${second.body.id}/tasks/compliances`),
    ({ body }) => body.status === 'DONE',
    40_000,
  );
  expect(await service.stop()).toBe(0);
}, 120_000);

test('a start while the last one still serves its last seconds waits for it, says so, and takes over', async () => {
  // Longer than a start waits for a service that gives no sign of stopping.
  const service = await start({ SHUTDOWN_DELAY_SECONDS: '18' });
  const { body } = await (await clientFor(service)).post('/inspections', { tasks: { damage_detection: {} } });
  const stopped = service.stop();
  serving = await start();
  expect(serving.output()).toMatch(
    /is in use by process \d+ on .*, which is stopping\. Waiting for it, up to \d+ s/,
  );
  expect(await stopped).toBe(0);
  expect((await (await clientFor(serving)).get(`/inspections/${body.id}`)).status).toBe(200);
});
