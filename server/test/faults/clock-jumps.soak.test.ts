import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { listen } from '@walkaround/harness/clients/event-stream.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { setStatus } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const PRELOAD = new URL('../../../harness/faults/shifted-clock.js', import.meta.url).href;
const HOUR_MS = 3_600_000;
const PER_MINUTE = 40;

let folder: string;
let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;

const setClock = async (shift: number) => {
  const file = join(folder, 'shift');
  await writeFile(`${file}.new`, String(shift));
  await rename(`${file}.new`, file);
  // Both processes look at it fifty times a second.
  await sleep(200);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-clock-'));
  service = await ownService({
    NODE_OPTIONS: `--import ${PRELOAD}`,
    CLOCK_SHIFT_FILE: join(folder, 'shift'),
    MODELS_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
  });
  database = await databaseOf(service);
});
beforeEach(() => setClock(0));
afterAll(async () => {
  await database?.end();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Its token outlives every jump. */
const somebody = (more: object = {}) => service.client({ expiresIn: '90d', ...more });

/** Runs a job of the upkeep and waits for its end. `died`: as one that a worker had taken which is dead by now. */
const runJob = async (name: string, { died = false } = {}) => {
  const { rows } = await database.query(
    died
      ? `insert into pgboss.job (name, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
         values ($1, 'active', now(), now() - interval '20 seconds', 10, 3) returning id`
      : `insert into pgboss.job (name) values ($1) returning id`,
    [name],
  );
  await until(
    async () =>
      (await database.query('select state from pgboss.job where id = $1', [rows[0].id])).rows[0].state,
    (state) => state === 'completed',
    30_000,
  );
};

const runsOnce = async (api: Client, id: string) => {
  const stream = await listen(api, id, '0');
  await setStatus(api, id, 'compliances', 'TODO');
  // Asking again and again would reach the limit of requests.
  await stream.until((seen) => seen.some(({ event }) => event === 'task.done'));
  expect((await api.get(`/inspections/${id}/tasks/compliances`)).body.status).toBe('DONE');
  await stream.close();
  expect(stream.seen.filter(({ event }) => event === 'task.done')).toHaveLength(1);
};

describe.each([
  ['forwards by two days', 48 * HOUR_MS],
  ['back by two days', -48 * HOUR_MS],
])('a clock that jumps %s', (_, shift) => {
  test('keeps what is stored: resends, share links, lists, files and inspections that are to be erased later', async () => {
    const admin = await somebody({ organization: randomUUID(), permissions: ['organization:manage'] });
    await admin.patch('/organization/settings', { retention_days: 1 });
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const create = () => admin.post('/inspections', { tasks: { compliances: {} } }, key);
    const { id } = (await create()).body;
    const image = (await admin.upload(`/inspections/${id}/images`, {}, await photo(80, 60))).body;
    const link = (await admin.post(`/inspections/${id}/share_links`, { expires_in_hours: 1 })).body;
    const shared = `/shared_inspections/${new URL(link.url).pathname.split('/').at(-1)}`;
    for (let n = 0; n < 2; n++) await newInspection(admin);
    const page = (await admin.get('/inspections?limit=2')).body;
    // Its row is about to be written.
    const inFlight = join(service.dataDir, 'files/inspections', id, `${randomUUID()}.jpg`);
    await writeFile(inFlight, 'a photo that has just come');

    await setClock(shift);
    expect((await create()).body.id).toBe(id);
    expect((await admin.get(shared)).status).toBe(200);
    const next = await admin.get(page.paging.next);
    expect(next.body.data.map((item: Body) => item.id)).toEqual([id]);
    const born = (await admin.post(`/inspections/${id}/share_links`, { expires_in_hours: 1 })).body;
    expect(Math.abs(Date.parse(born.expires_at) - Date.now() - HOUR_MS)).toBeLessThan(60_000);
    await database.query('update file_sweep set finished_at = null');
    await runJob('sweep-files');
    await runJob('clean-up');
    const { images } = (await admin.get(`/inspections/${id}`)).body;
    expect((await admin.get(images[0].path)).status).toBe(200);
    expect(images[0].id).toBe(image.id);
    expect(existsSync(inFlight), 'the file whose row is to come').toBe(true);
  });

  test('leaves no task behind and runs none twice, also one whose worker died', async () => {
    const api = await somebody();
    const [before, after] = [
      await newInspection(api, { compliances: {} }),
      await newInspection(api, { compliances: {} }),
    ];
    const stream = await listen(api, before);
    await runsOnce(api, before);
    await setClock(shift);
    await runsOnce(api, after);
    await runJob('clean-up', { died: true });
    await api.patch(`/inspections/${before}`, { additional_data: { later: true } });
    await stream.until((seen) => seen.some(({ event }) => event === 'inspection.updated'));
    await stream.close();
  });

  test('shuts nobody out for longer than a minute', async () => {
    const api = await somebody();
    const many = () => Promise.all(Array.from({ length: PER_MINUTE }, () => api.get('/inspections?limit=1')));
    expect((await many()).map(({ status }) => status)).toEqual(Array(PER_MINUTE).fill(200));
    const seconds = async () => {
      const refused = await api.get('/inspections?limit=1');
      expectProblem(refused, 429, 'too_many_requests');
      return Number(refused.headers.get('retry-after'));
    };
    const first = await seconds();
    await setClock(shift);
    expect(await seconds()).toBeLessThanOrEqual(first);
    expect(first).toBeLessThanOrEqual(60);
  });
});

test('a link to a photo ends by the clock of the service, and reading the photo again gives a new one', async () => {
  const api = await somebody();
  const id = await newInspection(api);
  const { path } = (await api.upload(`/inspections/${id}/images`, {}, await photo(80, 60))).body;
  await setClock(48 * HOUR_MS);
  expectProblem(await api.get(path), 403, 'signed_url_expired');
  const [image] = (await api.get(`/inspections/${id}/images`)).body.data;
  expect((await api.get(image.path)).status).toBe(200);
});
