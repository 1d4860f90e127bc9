import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clientOf } from '@walkaround/harness/clients/client.ts';
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
  const service = await start();
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
