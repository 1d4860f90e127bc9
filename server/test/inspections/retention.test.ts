import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SETTINGS = '/organization/settings';
let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;
let admin: Client;

const administrator = () =>
  service.client({ organization: randomUUID(), user: 'anna', permissions: ['organization:manage'] });

beforeAll(async () => {
  service = await ownService({ MODELS_DIR: '/nowhere' });
  database = await databaseOf(service);
  admin = await administrator();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

const run = (job: string) => database.query('insert into pgboss.job (name, data) values ($1, $2)', [job, {}]);
const logOf = async (api: Client): Promise<Body[]> => (await api.get('/audit_log')).body.data;

const inspectionOf = async (api: Client, daysAgo: number) => {
  const id = await newInspection(api);
  await database.query(
    'update inspections set created_at = now() - make_interval(days => $2) where id = $1',
    [id, daysAgo],
  );
  return id;
};

test.each([0, -1, 1.5, 40_000, '30'])('%j is not a number of days to keep inspections', async (days) => {
  expectProblem(await admin.patch(SETTINGS, { retention_days: days }), 422, 'invalid_input', [
    'retention_days',
  ]);
});

test('inspections older than an organization keeps them are erased, with proof, and no others', async () => {
  const other = await administrator();
  const photographed = await inspectionOf(admin, 31);
  await admin.upload(`/inspections/${photographed}/images`, {}, await photo(80, 60));
  const deleted = await inspectionOf(admin, 400);
  await admin.delete(`/inspections/${deleted}`);
  const [young, foreign] = [await inspectionOf(admin, 29), await inspectionOf(other, 31)];
  const { body } = await admin.patch(SETTINGS, { retentionDays: 30 });
  expect(body).toMatchObject({ retention_days: 30, blur_plates: null });
  await admin.patch(SETTINGS, { language: 'fr' });
  expect(await logOf(admin)).toMatchObject([
    {
      action: 'retention.changed',
      actor_id: 'anna',
      inspection_id: null,
      details: { retention_days: { before: null, after: 30 } },
      completed_at: expect.any(String),
    },
  ]);

  await run('clean-up');
  const log = await until(
    () => logOf(admin),
    (entries) => entries.length === 3 && entries.every(({ completed_at }) => completed_at),
    30_000,
  );
  const proof = { action: 'inspection.erased', actor_id: null, details: { reason: 'retention' } };
  expect(log.slice(0, 2)).toMatchObject([proof, proof]);
  expect(log.slice(0, 2).map(({ inspection_id }) => inspection_id)).toEqual([photographed, deleted]);
  expect(log[0].details).toMatchObject({ images: 1, files: 1 });
  expect((await photoFilesOf(service)).filter((file) => file.includes(photographed))).toEqual([]);
  for (const [api, id] of [
    [admin, young],
    [other, foreign],
  ] as const)
    expect((await api.get(`/inspections/${id}`)).status).toBe(200);
  expect(await logOf(other)).toEqual([]);

  expect((await admin.patch(SETTINGS, { retention_days: null })).body.retention_days).toBeNull();
  await inspectionOf(admin, 500);
  await run('clean-up');
  await until(
    async () =>
      (await database.query(`select from pgboss.job where name = 'clean-up' and state <> 'completed'`))
        .rowCount,
    (waiting) => waiting === 0,
    30_000,
  );
  expect((await logOf(admin)).map(({ action }) => action)).toEqual([
    'retention.changed',
    'inspection.erased',
    'inspection.erased',
    'retention.changed',
  ]);
});

test('files that nothing refers to go after a day, and all others stay', async () => {
  const id = await newInspection(admin);
  const added = (await admin.upload(`/inspections/${id}/images`, {}, await photo(400, 300))).body;
  expect((await fetch(`${added.path}&width=160`)).status).toBe(200);
  const folder = join(service.dataDir, 'files');
  const put = async (key: string, daysAgo: number) => {
    const path = join(folder, key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'left behind', { flag: 'a' });
    const time = new Date(Date.now() - daysAgo * 86_400_000);
    await utimes(path, time, time);
    return `files/${key}`;
  };
  const kept = (await photoFilesOf(service)).filter((file) => file.includes(id));
  expect(kept).toHaveLength(2);
  const gone = randomUUID();
  const left = [
    await put(`inspections/${id}/${randomUUID()}.jpg`, 2),
    await put(`inspections/${id}/${randomUUID()}.jpg.w160.jpg`, 2),
    await put(`inspections/${id}/${added.id}/0123456789abcdef.jpg`, 2),
    await put(`inspections/${gone}/${randomUUID()}.jpg`, 2),
    await put(`inspections/${gone}/report-${randomUUID()}.pdf`, 2),
    await put(`logos/${randomUUID()}.png`, 2),
  ];
  const stay = [
    ...kept,
    await put(`inspections/${gone}/${randomUUID()}.jpg`, 0.9),
    await put('inspections/notes.txt', 9),
    await put('somebody/elses.jpg', 9),
  ];
  for (const file of kept) await put(file.slice('files/'.length), 2);

  await database.query('update file_sweep set finished_at = null');
  await run('sweep-files');
  await until(
    async () => (await database.query('select finished_at from file_sweep')).rows[0].finished_at,
    (finished) => finished !== null,
    30_000,
  );
  const there = await photoFilesOf(service);
  expect(left.filter((file) => there.includes(file))).toEqual([]);
  expect(stay.filter((file) => !there.includes(file))).toEqual([]);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^walkaround_orphan_files_removed_total 6$/m);
  expect(metrics).toMatch(/^walkaround_orphan_bytes_removed_total 66$/m);
});
