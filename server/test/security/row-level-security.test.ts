import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;

beforeAll(async () => {
  service = await ownService({ MODELS_DIR: '/nowhere' });
  database = await databaseOf(service);
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** The rule itself is what makes the difference here, so that it shows whether requests come under it. */
test('the rules of the database hold for requests, and each request acts for its caller', async () => {
  const owner = await service.client({ user: 'anna', organization: 'acme' });
  const auditor = await service.client({
    user: 'carl',
    organization: 'other',
    permissions: ['inspections:read_all'],
  });
  const id = await newInspection(owner);
  const seenBy = async () => [
    (await owner.get(`/inspections/${id}`)).status,
    (await auditor.get(`/inspections/${id}`)).status,
  ];
  const { rows } = await database.query(`select qual from pg_policies where tablename = 'inspections'`);
  expect(await seenBy()).toEqual([200, 200]);

  const only = (rule: string) => database.query(`alter policy reach on inspections using (${rule})`);
  await only(`current_setting('walkaround.reach', true) = 'everything'`);
  expect(await seenBy()).toEqual([404, 200]);
  expect((await owner.get('/inspections')).body.data).toEqual([]);
  expect((await owner.patch(`/inspections/${id}`, { additional_data: { a: 1 } })).status).toBe(404);
  await only(
    `current_setting('walkaround.user', true) = 'anna' and current_setting('walkaround.organization', true) = 'acme'`,
  );
  expect(await seenBy()).toEqual([200, 404]);
  await only(rows[0].qual);
  expect(await seenBy()).toEqual([200, 200]);
});
