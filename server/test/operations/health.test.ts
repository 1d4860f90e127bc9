import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended } from '@walkaround/harness/clients/tasks.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Far longer than it takes to notice, and to send the requests. */
const DELAY_SECONDS = 15;
const REQUESTS = 10;

let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
let workerUrl: string;

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

beforeAll(async () => {
  const port = await freePort();
  workerUrl = `http://127.0.0.1:${port}`;
  service = await ownService({
    WORKER_PORT: String(port),
    SHUTDOWN_DELAY_SECONDS: String(DELAY_SECONDS),
    MODELS_DIR: '/nowhere',
  });
  api = await service.client();
});
afterAll(() => service?.stop());

const READY = { status: 'ok', live: true, ready: true, checks: { database: 'ok', files: 'ok' }, notes: [] };

const health = async (url = service.url) => {
  const [ready, live] = await Promise.all([fetch(`${url}/health/ready`), fetch(`${url}/health/live`)]);
  return { code: ready.status, live: live.status, answer: await ready.json() };
};

test('a worker tells its health and what its jobs took at a port of its own', async () => {
  await expect
    .poll(() => health(workerUrl).catch(() => null), { timeout: 30_000 })
    .toMatchObject({ code: 200 });
  expect(await health(workerUrl)).toEqual({ code: 200, live: 200, answer: READY });
  const id = await newInspection(api, { compliances: { status: 'TODO' } });
  await ended(api, id, 'compliances');
  const told = async () => (await fetch(`${workerUrl}/metrics`)).text();
  await expect
    .poll(told)
    .toContain('walkaround_job_duration_seconds_count{queue="run-task",outcome="done"} 1');
  expect(await told()).toMatch(/^walkaround_jobs\{queue="run-task",state="waiting"\} 0$/m);
  expect((await fetch(`${workerUrl}/v1/inspections`)).status).toBe(404);
});

test('without its photos the service lives, but is not ready', async () => {
  // Nobody has sent any yet. A file in place of the folder keeps the service from making it again.
  const files = join(service.dataDir, 'files');
  await rm(files, { recursive: true, force: true });
  await writeFile(files, '');
  try {
    const failing = {
      code: 503,
      live: 200,
      answer: { ready: false, checks: { database: 'ok', files: 'failing' } },
    };
    expect(await health()).toMatchObject(failing);
    expect(await health(workerUrl)).toMatchObject(failing);
  } finally {
    await rm(files);
  }
  expect(await health()).toEqual({ code: 200, live: 200, answer: READY });
});

test('told to stop, it says so for a while in which it serves as before, then it goes', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const stopped = service.stop();
  await expect
    .poll(() => health(), { interval: 20 })
    .toEqual({
      code: 503,
      live: 200,
      answer: { ...READY, status: 'stopping', ready: false },
    });
  for (let n = 0; n < REQUESTS; n++) expect((await api.get(`/inspections/${id}`)).status).toBe(200);
  expect(await stopped).toBe(0);
  await expect(fetch(`${service.url}/health`)).rejects.toThrow();
});
