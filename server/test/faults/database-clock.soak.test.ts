import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { startPostgresWithClock, whyNoPostgresClock } from '@walkaround/harness/faults/postgres-clock.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { startReceiver } from '@walkaround/harness/services/receiver.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const HOUR = 3600;
/** Without a cure it takes the hour. */
const SOON_MS = 60_000;

describe.skipIf(whyNoPostgresClock !== null)(
  `the clock of Postgres is set back by an hour${whyNoPostgresClock === null ? '' : `: ${whyNoPostgresClock}`}`,
  () => {
    let postgres: Awaited<ReturnType<typeof startPostgresWithClock>>;
    let pool: pg.Pool;
    let api: Awaited<ReturnType<typeof ownService>>;
    let worker: Awaited<ReturnType<typeof ownService>> | undefined;
    let client: Client;
    let behind = 0;

    const environment = () => ({
      DATABASE_URL: postgres.urlOf('walkaround'),
      MODELS_DIR: '/nowhere',
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_ADDRESSES: 'true',
    });
    /** Each test sets it back once more, so that none is helped by the one before. */
    const setBack = async () => {
      behind += HOUR;
      await postgres.setClock(-behind);
    };
    const startWorker = async () => {
      worker = await ownService({ ...environment(), ROLE: 'worker' }, api.dataDir);
    };
    const stopWorker = async () => {
      await worker?.stop();
      worker = undefined;
    };

    beforeAll(async () => {
      postgres = await startPostgresWithClock();
      await postgres.createDatabase('walkaround');
      pool = new pg.Pool({
        connectionString: postgres.urlOf('walkaround'),
        max: 2,
        options: '-c walkaround.reach=everything',
      });
      api = await ownService({ ...environment(), ROLE: 'api' });
      client = await api.client();
    });
    afterEach(stopWorker);
    afterAll(async () => {
      await pool?.end();
      await api?.stop();
      await postgres?.stop();
    });

    const started = async () => {
      const id = await newInspection(client, { compliances: {} });
      await client.upload(`/inspections/${id}/images`, { tasks: ['compliances'] }, await photo(80, 60));
      expect((await setStatus(client, id, 'compliances', 'TODO')).status).toBe(200);
      return id;
    };
    const doneOnce = async (ids: string[]) => {
      for (const id of ids) expect((await ended(client, id, 'compliances', SOON_MS)).status).toBe('DONE');
      const { rows } = await pool.query(
        `select inspection_id, count(*)::int as times from events where type = 'task.done' and inspection_id = any($1) group by 1`,
        [ids],
      );
      expect(rows.toSorted((a, b) => (a.inspection_id < b.inspection_id ? -1 : 1))).toEqual(
        ids.toSorted().map((id) => ({ inspection_id: id, times: 1 })),
      );
    };

    test('really: it says an hour less, and the next moment a little more', async () => {
      const now = async () =>
        Number((await pool.query('select extract(epoch from clock_timestamp()) as now')).rows[0].now);
      const before = await now();
      await setBack();
      const after = await now();
      expect(before - after).toBeGreaterThan(HOUR - 5);
      expect(before - after).toBeLessThan(HOUR + 1);
      expect(await now()).toBeGreaterThan(after);
    });

    test('while tasks wait: those that were started before are done, each once', async () => {
      const ids = [await started(), await started(), await started()];
      await setBack();
      await startWorker();
      await doneOnce(ids);
    });

    test('while tasks run and more come in: all are done, each once', async () => {
      await startWorker();
      const ids: string[] = [];
      for (let n = 0; n < 20; n++) {
        ids.push(await started());
        if (n === 8) await setBack();
      }
      await doneOnce(ids);
    });

    test('while a job of a dead worker is not yet given to another: it is given on, and runs once', async () => {
      await startWorker();
      const { rows } = await pool.query(
        `insert into pgboss.job (name, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
         values ('clean-up', 'active', pgboss.job_now(), pgboss.job_now(), 10, 3) returning id`,
      );
      await setBack();
      const job = await until(
        async () =>
          (await pool.query('select state, retry_count from pgboss.job where id = $1', [rows[0].id])).rows[0],
        ({ state }) => state === 'completed',
        SOON_MS,
      );
      expect(job).toMatchObject({ state: 'completed', retry_count: 1 });
    });

    test('while a delivery waits for its next attempt: it is made when its pause is over, and once', async () => {
      const receiver = await startReceiver();
      try {
        receiver.answer('/late', 500);
        await startWorker();
        const callbacks = [{ url: `${receiver.url}/late` }];
        const id = await newInspection(client, { compliances: { callbacks } });
        await setStatus(client, id, 'compliances', 'TODO');
        await receiver.waitFor('/late', 1);
        await setBack();
        await receiver.waitFor('/late', 2, SOON_MS);
        await sleep(3000);
        expect(receiver.at('/late')).toHaveLength(2);
      } finally {
        await receiver.close();
      }
    });

    test('what is stored stays: a request that is sent again finds its answer, a share link works', async () => {
      const key = { headers: { 'idempotency-key': randomUUID() } };
      const create = () => client.post('/inspections', { tasks: { compliances: {} } }, key);
      const { id } = (await create()).body;
      const link = (await client.post(`/inspections/${id}/share_links`, { expires_in_hours: 1 })).body;
      await setBack();
      expect((await create()).body.id).toBe(id);
      expect(
        (await client.get(`/shared_inspections/${new URL(link.url).pathname.split('/').at(-1)}`)).status,
      ).toBe(200);
    });

    test('the health tells the truth about workers: there is one, and five minutes after it died there is none', async () => {
      const workers = async () =>
        ((await (await fetch(`${api.url}/health/ready`)).json()) as Body).capabilities.workers.status;
      await startWorker();
      await until(workers, (status) => status === 'ok', SOON_MS);
      // Killed, it says nothing: its last sign of life is from a time that is yet to come.
      worker!.process.kill('SIGKILL');
      await setBack();
      await sleep(6000);
      expect(await workers()).toBe('ok');
      await postgres.setClock(-behind + 400);
      await until(workers, (status) => status === 'degraded', SOON_MS);
      await startWorker();
      await until(workers, (status) => status === 'ok', SOON_MS);
    });
  },
);
