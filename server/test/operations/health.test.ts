import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended } from '@walkaround/harness/clients/tasks.ts';
import { databaseUrlOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import pg from 'pg';
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

const WORKED_ON = { status: 'ok', message: 'Tasks, reports and webhooks are worked on.' };
const NO_MODELS = {
  status: 'degraded',
  message: expect.stringMatching(
    /^Not all models can be used: close_up_parts cannot be used, damage cannot be used, .*others work/,
  ),
};
const READY = {
  status: 'degraded',
  live: true,
  ready: true,
  checks: { database: 'ok', files: 'ok' },
  capabilities: { workers: WORKED_ON, models: NO_MODELS },
  notes: [],
};
const OF_WORKER = { ...READY, capabilities: { models: NO_MODELS } };

const health = async (url = service.url) => {
  const [ready, live] = await Promise.all([fetch(`${url}/health/ready`), fetch(`${url}/health/live`)]);
  return { code: ready.status, live: live.status, answer: await ready.json() };
};

test('a worker tells its health and what its jobs took at a port of its own', async () => {
  await expect
    .poll(() => health(workerUrl).catch(() => null), { timeout: 30_000 })
    .toEqual({ code: 200, live: 200, answer: OF_WORKER });
  const id = await newInspection(api, { compliances: { status: 'TODO' } });
  await ended(api, id, 'compliances');
  const told = async () => (await fetch(`${workerUrl}/metrics`)).text();
  await expect
    .poll(told)
    .toContain('walkaround_job_duration_seconds_count{queue="run-task",outcome="done"} 1');
  expect(await told()).toMatch(/^walkaround_jobs\{queue="run-task",state="waiting"\} 0$/m);
  expect((await fetch(`${workerUrl}/v1/inspections`)).status).toBe(404);
});

test('an api tells which models its workers lack, and when none was seen for five minutes, and stays ready', async () => {
  await expect.poll(() => health(), { timeout: 30_000 }).toEqual({ code: 200, live: 200, answer: READY });
  const pool = new pg.Pool({ connectionString: await databaseUrlOf(service), max: 1 });
  const forgotten = async () => {
    await pool.query(`update workers set seen_at = seen_at - interval '6 minutes'`);
    return health();
  };
  try {
    expect(await forgotten()).toMatchObject({
      code: 200,
      answer: {
        status: 'degraded',
        ready: true,
        capabilities: {
          workers: {
            status: 'degraded',
            message: expect.stringMatching(
              /^No worker has been seen for 6 minutes\. .*not lost.*ROLE=worker/,
            ),
          },
          // Of workers that are gone nobody knows what they have.
          models: { status: 'ok' },
        },
      },
    });
    const told = await (await fetch(`${service.url}/metrics`)).text();
    expect(told).toMatch(/^walkaround_capability_degraded\{capability="workers"\} 1$/m);
    expect(told).toMatch(/^walkaround_capability_degraded\{capability="models"\} 0$/m);
  } finally {
    await pool.end();
  }
  // It says so again by itself.
  await expect.poll(() => health(), { timeout: 40_000 }).toMatchObject({ answer: READY });
}, 90_000);

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
