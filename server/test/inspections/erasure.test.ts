import { randomUUID } from 'node:crypto';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { contest, someContest } from '@walkaround/harness/clients/contests.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { oneOfEverything } from '@walkaround/harness/clients/one-of-everything.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { startReceiver } from '@walkaround/harness/services/receiver.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;
const organization = randomUUID();
let admin: Client;
let owner: Client;

beforeAll(async () => {
  service = await ownService({ ALLOW_PRIVATE_ADDRESSES: 'true', MODELS_DIR: '/nowhere' });
  database = await databaseOf(service);
  const permissions = ['organization:manage', 'webhooks:manage'];
  admin = await service.client({ organization, permissions });
  owner = await service.client({ organization, user: 'olga' });
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

const erase = (api: Client, id: string) => api.delete(`/inspections/${id}?erase=true`);
const filesOf = async (id: string) => (await photoFilesOf(service)).filter((file) => file.includes(id));
const entryOf = async (id: string): Promise<Body> =>
  (await admin.get('/audit_log')).body.data.find((entry: Body) => entry.inspection_id === id);
const erased = (id: string): Promise<Body> =>
  until(
    () => entryOf(id),
    (entry) => entry?.completed_at,
    30_000,
  );

/** How many rows there still are, in every table that could hold one. */
const rowsOf = async (id: string) => {
  const { rows: tables } = await database.query(`
    select c.table_name from information_schema.columns c join information_schema.tables t using (table_name)
    where c.column_name = 'inspection_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name <> 'audit_log'`);
  expect(tables.length).toBeGreaterThan(15);
  const counts = await Promise.all([
    database.query('select count(*)::int as n from inspections where id = $1', [id]),
    database.query('select count(*)::int as n from idempotency_keys where body::text like $1', [`%${id}%`]),
    ...tables.map(({ table_name }) =>
      database.query(`select count(*)::int as n from ${table_name} where inspection_id = $1`, [id]),
    ),
  ]);
  return counts.reduce((sum, { rows }) => sum + rows[0].n, 0);
};

test('an erased inspection leaves neither rows nor files, and the audit log proves it', async () => {
  const { inspection_id, image_id, secret } = await oneOfEverything(owner, service.dataDir);
  const id = inspection_id!;
  const damage = await owner.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'roof' });
  const said = someContest(damage.body.id);
  expect((await contest(secret!, said, [await photo(90, 60)], owner)).status).toBe(201);
  const later = await newInspection(owner, { images_ocr: {} }, { related_inspection_id: id });
  const { path } = (await owner.get(`/inspections/${id}/images/${image_id}`)).body;
  expect((await fetch(`${path}&width=160`)).status).toBe(200);
  await owner.post(`/inspections/${id}/pdf`, {});
  const reports = `select from reports where inspection_id = $1 and status = 'ready' union all
    select from share_links where inspection_id = $1 and report_status = 'ready'`;
  await until(
    async () => (await database.query(reports, [id])).rowCount,
    (ready) => ready === 2,
    40_000,
  );
  // The photo, a thumbnail of it, that of a contest, the report, and that of the share link.
  expect(await filesOf(id)).toHaveLength(5);

  const answer = await erase(owner, id);
  expect([answer.status, answer.body]).toEqual([200, { id, deleted: true, erased: true }]);
  expect((await owner.get(`/inspections/${id}`)).status).toBe(404);
  expect(await erased(id)).toMatchObject({
    action: 'inspection.erased',
    actor_id: 'olga',
    details: { reason: 'request', images: 1, files: 5, rows: expect.any(Number) },
  });
  expect((await entryOf(id)).details.rows).toBeGreaterThan(15);
  expect(await filesOf(id)).toEqual([]);
  expect(await rowsOf(id)).toBe(0);
  expect((await fetch(path)).status).toBe(404);
  expectProblem(await owner.get(`/inspections/${id}?show_deleted_objects=true`), 404, 'not_found');
  expectProblem(await erase(owner, id), 404, 'not_found');
  expect((await owner.get(`/inspections/${later}`)).body.related_inspection_id).toBeNull();
});

test('what was deleted before can be erased, and the answers kept for repeated requests go too', async () => {
  const key = { headers: { 'idempotency-key': randomUUID() } };
  const { body } = await owner.post('/inspections', { tasks: { images_ocr: {} } }, key);
  await owner.upload(`/inspections/${body.id}/images`, {}, await photo(80, 60), key);
  expect((await owner.delete(`/inspections/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
  expect((await erase(owner, body.id)).status).toBe(200);
  expect((await erased(body.id)).details).toMatchObject({ reason: 'request' });
  expect([await rowsOf(body.id), await filesOf(body.id)]).toEqual([0, []]);
});

test('erasing takes the right to delete: others are refused and nothing happens', async () => {
  const id = await newInspection(owner);
  const read = ['inspections:read_organization'];
  expectProblem(await erase(await service.client(), id), 404, 'not_found');
  expectProblem(await erase(await service.client({ organization }), id), 404, 'not_found');
  const reader = await service.client({ organization, permissions: read });
  expectProblem(await erase(reader, id), 403, 'forbidden');
  expectProblem(await owner.delete(`/inspections/${id}?erase=perhaps`), 422, 'invalid_input', ['erase']);
  expect((await owner.get(`/inspections/${id}`)).status).toBe(200);
  const editor = await service.client({ organization, permissions: ['inspections:update_organization'] });
  expect((await erase(editor, id)).status).toBe(200);
  await erased(id);
});

test('a task that is running is no reason to wait: it ends without leaving anything behind', async () => {
  // What reads text needs no folder of models.
  const id = await newInspection(owner, { images_ocr: {} });
  await owner.upload(`/inspections/${id}/images`, { tasks: ['images_ocr'] }, await photo(800, 600));
  await setStatus(owner, id, 'images_ocr', 'TODO');
  await until(
    () => task(owner, id, 'images_ocr'),
    ({ status }) => status === 'IN_PROGRESS' || status === 'DONE',
    30_000,
  );
  expect((await erase(owner, id)).status).toBe(200);
  await erased(id);
  const jobs = `select name, state from pgboss.job where data->>'inspection_id' = $1`;
  const left = await until(
    async () => (await database.query(jobs, [id])).rows,
    (rows) => rows.every(({ state }) => state === 'completed'),
    30_000,
  );
  expect(left.map(({ name }) => name)).toContain('run-task');
  expect([await rowsOf(id), await filesOf(id)]).toEqual([0, []]);
});

test('an erasure that was interrupted between rows and files is finished by the next clean-up', async () => {
  const id = await newInspection(owner);
  await owner.upload(`/inspections/${id}/images`, {}, await photo(80, 60));
  expect(await filesOf(id)).toHaveLength(1);
  await database.query(
    `insert into audit_log (id, organization_id, action, inspection_id, created_at)
     values (gen_random_uuid(), $2, 'inspection.erased', $1, now() - interval '2 hours')`,
    [id, organization],
  );
  await database.query('delete from inspections where id = $1', [id]);
  await database.query(`insert into pgboss.job (name) values ('clean-up')`);
  expect((await erased(id)).details.files).toBe(1);
  expect(await filesOf(id)).toEqual([]);
});

test('webhooks and watchers are told that the inspection is gone', async () => {
  const receiver = await startReceiver();
  const url = `${receiver.url}/gone`;
  // The first attempt fails, so the delivery outlives the rows.
  receiver.answer('/gone', 500);
  await admin.post('/webhooks', { url, event_types: ['inspection.deleted'] });
  const id = await newInspection(owner);
  const watched = await fetch(`${owner.baseUrl}/inspections/${id}/events`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  await erase(owner, id);
  await watched.text();
  await erased(id);
  const calls = await receiver.waitFor('/gone', 2, 30_000);
  expect(calls.map(({ body }) => body.data.inspection_id)).toEqual([id, id]);
  await receiver.close();
});

test('the audit log belongs to the administrators of the organization, page by page', async () => {
  expectProblem(await owner.get('/audit_log'), 403, 'forbidden');
  const elsewhere = { organization: randomUUID(), permissions: ['organization:manage'] };
  expect((await (await service.client(elsewhere)).get('/audit_log')).body.data).toEqual([]);
  const all = (await admin.get('/audit_log')).body.data.map(({ id }: Body) => id);
  const first = (await admin.get('/audit_log?limit=2')).body;
  const second = (await admin.get(`/audit_log?limit=2&after=${first.paging.cursors.next.after}`)).body;
  expect([...first.data, ...second.data].map(({ id }: Body) => id)).toEqual(all.slice(0, 4));
  const { result, entities } = (await admin.get('/audit_log', { normalized: true })).body;
  expect(result).toEqual(all);
  expect(entities.auditEntries[all[0]]).toMatchObject({ action: 'inspection.erased', actorId: 'olga' });
});
