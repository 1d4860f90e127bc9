import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Body, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { workerReady } from '@walkaround/harness/services/worker.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A job is due within a minute, and pg-boss looks at its schedule every half minute; the rest is for a busy machine. */
const DUE_WITHIN_MS = 120_000;

let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;
beforeAll(async () => {
  service = await ownService({ MODELS_DIR: '/nowhere', LOG_LEVEL: 'info' });
  database = await databaseOf(service);
  // It writes its schedule over the one that a copied database may have already.
  await workerReady(service);
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

const health = async (): Promise<Body> => (await fetch(`${service.url}/health`)).json();
const overdueMetric = async (job: string) =>
  new RegExp(`^walkaround_scheduled_job_overdue\\{job="${job}"\\} (\\d)$`, 'm').exec(
    await (await fetch(`${service.url}/metrics`)).text(),
  )?.[1];

test('every job of the schedule runs by the schedule itself and does its work', async () => {
  const api = await service.client();
  const orphan = join(service.dataDir, 'files/inspections', await newInspection(api), `${randomUUID()}.jpg`);
  await mkdir(dirname(orphan), { recursive: true });
  await writeFile(orphan, 'left behind by a killed process');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(orphan, twoDaysAgo, twoDaysAgo);
  await database.query(`insert into idempotency_keys (user_id, key, request_hash, created_at)
    values ('anna', 'old', '', now() - interval '25 hours')`);

  const { rows: scheduled } = await database.query('select name from pgboss.schedule order by name');
  expect(scheduled.map(({ name }) => name)).toEqual(['clean-up', 'sweep-files']);
  await database.query(`update pgboss.schedule set cron = '* * * * *'`);
  for (const { name } of scheduled)
    await until(
      () =>
        database.query(`select state, output from pgboss.job where name = $1 and completed_on is not null`, [
          name,
        ]),
      ({ rows }) => {
        expect(rows.filter(({ state }) => state === 'failed')).toEqual([]);
        return rows.length > 0;
      },
      DUE_WITHIN_MS,
    );
  expect(existsSync(orphan)).toBe(false);
  expect((await database.query(`select 1 from idempotency_keys where key = 'old'`)).rowCount).toBe(0);
  expect((await health()).notes).toEqual([]);
  for (const { name } of scheduled) expect(await overdueMetric(name)).toBe('0');
}, 240_000);

test('a job of the schedule that has not succeeded for three periods is told in the health and as a metric', async () => {
  await database.query(
    `update pgboss.schedule set cron = '17 * * * *', created_on = now() - interval '9 hours'`,
  );
  const lastSuccess = (age: string) =>
    database.query(
      `update pgboss.job set completed_on = now() - $1::interval where name = 'clean-up' and state = 'completed'`,
      [age],
    );
  await lastSuccess('170 minutes');
  expect(await overdueMetric('clean-up')).toBe('0');
  await lastSuccess('190 minutes');
  expect(await overdueMetric('clean-up')).toBe('1');
  expect(await overdueMetric('sweep-files')).toBe('0');
  expect(await health()).toMatchObject({
    ready: true,
    notes: [
      expect.stringMatching(
        /^The job clean-up is due every hour and has not succeeded since \d{4}-.*log of the worker/,
      ),
    ],
  });
});
