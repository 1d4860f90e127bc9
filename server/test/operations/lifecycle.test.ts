import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clientOf, until } from '@walkaround/harness/clients/client.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { newDataFolder } from '@walkaround/harness/services/data-folder.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { descendantsOf } from '@walkaround/harness/services/processes.ts';
import { inherited, type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const run = promisify(execFile);
/** A start that ends by itself. */
const startAlone = (settings: Record<string, string>) =>
  run(process.execPath, [MAIN], { env: { ...inherited(), ...settings } });

let dataDir: string;
let environment: Record<string, string>;
/** The one that the last test has left for the next, for a start takes seconds. */
let serving: Service | undefined;

beforeAll(async () => {
  dataDir = await newDataFolder();
  environment = { OIDC_ISSUER: inject('issuerKey').issuer, LOG_LEVEL: 'warn', MODELS_DIR: '/nowhere' };
});

afterAll(async () => {
  await serving?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startService(environment, dataDir);
/** Takes the one that serves, for a test that ends it. */
const takeService = async () => {
  const service = serving ?? (await start());
  serving = undefined;
  return service;
};
const clientFor = async (service: Service) =>
  clientOf(`${service.url}/v1`, await signToken(inject('issuerKey'), { user: 'lifecycle' }));

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('asked to stop while a photo is coming in, it answers that request, then ends with everything it started', async () => {
  const service = await takeService();
  const api = await clientFor(service);
  const { body: inspection } = await api.post('/inspections', { tasks: { damage_detection: {} } });
  const children = descendantsOf(service.process.pid!);
  expect(children.some(({ command }) => command.includes('postgres'))).toBe(true);

  const file = await photo(2000, 1500);
  const boundary = 'x-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="json"\r\n\r\n{"tasks":["damage_detection"]}\r\n--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`;
  const rest = Promise.withResolvers<void>();
  const slowly = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(head));
      controller.enqueue(file.subarray(0, 1000));
      await rest.promise;
      controller.enqueue(file.subarray(1000));
      controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`));
      controller.close();
    },
  });
  const uploading = fetch(`${service.url}/v1/inspections/${inspection.id}/images`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: slowly,
    duplex: 'half',
  } as RequestInit);
  await expect.poll(() => photoFilesOf(service)).toEqual([expect.stringMatching(/^incoming\//)]);
  const stopped = service.stop();
  const isServing = () =>
    fetch(`${service.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isServing).toBe(false);
  rest.resolve();
  expect((await uploading).status).toBe(201);
  expect(await stopped).toBe(0);
  expect(children.filter(({ pid }) => isAlive(pid))).toEqual([]);

  serving = await start();
  const read = await (await clientFor(serving)).get(`/inspections/${inspection.id}`);
  expect(read.body.images).toHaveLength(1);
});

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
  const service = await startService({ ...environment, SHUTDOWN_DELAY_SECONDS: '18' }, dataDir);
  const { body } = await (await clientFor(service)).post('/inspections', { tasks: { damage_detection: {} } });
  const stopped = service.stop();
  serving = await start();
  expect(serving.output()).toMatch(
    /is in use by process \d+ on .*, which is stopping\. Waiting for it, up to \d+ s/,
  );
  expect(await stopped).toBe(0);
  expect((await (await clientFor(serving)).get(`/inspections/${body.id}`)).status).toBe(200);
});

test('--help lists the settings, and a wrong one ends the start with the cure', async () => {
  const { stdout } = await run(process.execPath, [MAIN, '--help']);
  for (const name of ['PORT', 'DATA_DIR', 'DATABASE_URL', 'OIDC_ISSUER', 'S3_BUCKET', 'ROLE'])
    expect(stdout).toContain(name);

  const wrong = startAlone({ PORT: 'eighty', ROLE: 'boss' });
  await expect(wrong).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/PORT.*whole number[\s\S]*ROLE.*all, api, worker/),
  });
});

test('a database that cannot be reached is named with what to do, and without its password', async () => {
  const database = 'postgres://walkaround:secret@127.0.0.1:9/walkaround';
  for (const role of ['all', 'api', 'worker']) {
    const settings = { ...environment, ROLE: role, DATABASE_URL: database, DATA_DIR: dataDir };
    const failed = await startAlone(settings).catch((error) => error);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr).toMatch(
      /^\nThe database 127\.0\.0\.1:9\/walkaround cannot be used \(.*ECONNREFUSED.*\)\. Check DATABASE_URL and that the server runs/,
    );
    expect(failed.stderr).not.toContain('secret');
  }
});

test('a port that is taken, or a data folder in use, is named in the message', async () => {
  serving ??= await start();
  const { port } = new URL(serving.url);
  const other = await newDataFolder();
  const taken = startAlone({ ...environment, PORT: port, DATA_DIR: other });
  await expect(taken).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Port ${port} is taken`),
  });
  await rm(other, { recursive: true, force: true });
}, 60_000);
