import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended } from '@walkaround/harness/clients/tasks.ts';
import { memoryOf } from '@walkaround/harness/faults/process-size.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { workerOf } from '@walkaround/harness/services/worker.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 600_000 });

const MANY = 50_000;
const FEW = 1000;
const MEASURED_MS = 10_000;
const ROUNDS = 2;

let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;
let api: Client;
let inspection: string;
beforeAll(async () => {
  service = await ownService({ MODELS_DIR: '/nowhere', LOG_LEVEL: 'silent' });
  database = await databaseOf(service);
  api = await service.client();
  inspection = await newInspection(api);
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** Tasks of inspections that one tenant has deleted since: each is taken, looked up and done. They stand in line as the queue puts them. */
const enqueue = (count: number) =>
  database.query(
    `insert into pgboss.job (name, data, group_id, priority)
     select 'run-task', json_build_object('inspection_id', gen_random_uuid(), 'task', 'compliances'), $2, -(2 * n + 1)
     from generate_series(0, $1::int - 1) n`,
    [count, `tenant ${randomUUID()}`],
  );

const inState = async (state: string): Promise<number> =>
  (
    await database.query(
      `select count(*)::int from pgboss.job where name = 'run-task' and state = $1::pgboss.job_state`,
      [state],
    )
  ).rows[0].count;

/** From now on so many wait, until it is told to end. */
const keepWaiting = async (count: number) => {
  let going = true;
  await enqueue(count * 1.2);
  const keeping = (async () => {
    for (; going; await sleep(500)) if ((await inState('created')) < count) await enqueue(FEW);
  })();
  return async () => {
    going = false;
    await keeping;
  };
};

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** How the service fares for a while with at least so many jobs waiting. */
const measure = async (waiting: number) => {
  const end = await keepWaiting(waiting);
  const [reads, creations, scrapes]: number[][] = [[], [], []];
  const done = await inState('completed');
  const began = performance.now();
  while (performance.now() - began < MEASURED_MS) {
    for (let n = 0; n < 10; n++) {
      reads!.push(await timed(() => api.get(`/inspections/${inspection}`)));
      creations!.push(await timed(() => newInspection(api)));
    }
    scrapes!.push(await timed(() => fetch(`${service.url}/metrics`).then((answer) => answer.text())));
  }
  const rate = ((await inState('completed')) - done) / ((performance.now() - began) / 1000);
  await end();
  return {
    rate,
    read: median(reads!),
    creation: median(creations!),
    scrape: median(scrapes!),
    memory: memoryOf(workerOf(service)!),
  };
};

type Measured = Awaited<ReturnType<typeof measure>>;

/** What it can do: the rest is what else the machine did meanwhile. */
const best = (rounds: Measured[]) => ({
  rate: Math.max(...rounds.map(({ rate }) => rate)),
  read: Math.min(...rounds.map(({ read }) => read)),
  creation: Math.min(...rounds.map(({ creation }) => creation)),
  scrape: Math.min(...rounds.map(({ scrape }) => scrape)),
});

const empty = () => database.query(`delete from pgboss.job where name = 'run-task' and state = 'created'`);

test(`with ${MANY} jobs waiting answers come and jobs are taken as with ${FEW}, and nobody else waits behind them`, async () => {
  await measure(FEW);
  const [withFew, withMany]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await empty();
    withFew.push(await measure(FEW));
    await empty();
    withMany.push(await measure(MANY));
    expect(await inState('created')).toBeGreaterThan(MANY * 0.9);
  }
  const [few, many] = [best(withFew), best(withMany)];
  const memory = { before: withFew[0]!.memory, after: withMany.at(-1)!.memory };

  const somebody = await service.client();
  const id = await newInspection(somebody, { compliances: { status: 'TODO' } });
  const wait = await timed(async () =>
    expect((await ended(somebody, id, 'compliances', 30_000)).status).toBe('DONE'),
  );
  await empty();

  const ratio = {
    rate: many.rate / few.rate,
    read: many.read / few.read,
    creation: many.creation / few.creation,
    scrape: many.scrape / few.scrape,
  };
  const figure = (value: number) => value.toFixed(2);
  process.stdout.write(
    `${MANY} jobs waiting, against ${FEW}: ${Math.round(many.rate)} jobs/s (× ${figure(ratio.rate)}), ` +
      `p50 of a read × ${figure(ratio.read)}, of a creation × ${figure(ratio.creation)}, of a scrape × ${figure(ratio.scrape)}; ` +
      `memory of the worker ${Math.round(memory.before)} → ${Math.round(memory.after)} MB; ` +
      `the task of somebody else done after ${Math.round(wait)} ms\n`,
  );
  // Were anything proportional to what waits, it would be fifty times as slow; the rest is how busy the machine is.
  expect(ratio.rate).toBeGreaterThan(1 / 3);
  expect(ratio.read).toBeLessThan(2);
  expect(ratio.creation).toBeLessThan(2);
  expect(ratio.scrape).toBeLessThan(3);
  expect(memory.after - memory.before).toBeLessThan(100);
});
