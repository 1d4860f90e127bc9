import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allEnded } from '@walkaround/harness/clients/all-ended.ts';
import { type Answer, type Body, type Client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { startBalancer } from '@walkaround/harness/faults/balancer.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { makeNextVersion } from '@walkaround/harness/services/next-version.ts';
import { startPostgres } from '@walkaround/harness/services/postgres.ts';
import { type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const CALLERS = 4;
const HELD_MS = 2000;
/** Takes the strongest of locks on the busiest of tables, as a careless but compatible migration would. */
const MIGRATION = `
  alter table inspections add column next_note text;
  alter table tasks add column next_note text not null default '';
  create index tasks_next_note on tasks (next_note);
  create table next_things (id uuid primary key);
`;

let database: Awaited<ReturnType<typeof startPostgres>>;
let next: Awaited<ReturnType<typeof makeNextVersion>>;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
let dataDir: string;
let api: Client;
const running = new Set<Service>();
const replaced = { api: 0, worker: 0 };
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-upgrade-'));
  database = await startPostgres();
  next = await makeNextVersion(MIGRATION);
  balancer = await startBalancer();
  api = clientOf(`${balancer.url}/v1`, await signToken(inject('issuerKey'), { user: 'upgrade' }));
});
afterAll(async () => {
  await Promise.all([...running].map((one) => one.stop()));
  balancer?.close();
  await database?.stop();
  await next?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (role: 'api' | 'worker', main?: string): Promise<Service> => {
  const settings = {
    ...database.environment(role),
    SHUTDOWN_DELAY_SECONDS: '2',
    MODELS_DIR: '/nowhere',
    LOG_LEVEL: 'error',
  };
  const one = await startService(settings, dataDir, main);
  running.add(one);
  if (role === 'api') await balancer.add(one.url);
  return one;
};

const replace = async (old: Service, role: 'api' | 'worker', main?: string): Promise<Service> => {
  const successor = await start(role, main);
  expect(await old.stop()).toBe(0);
  running.delete(old);
  balancer.remove(old.url);
  replaced[role] += 1;
  return successor;
};

/** Clients that never rest: what was acknowledged, what was not, and how long an answer took at most. */
const startTraffic = async () => {
  const picture = await photo(64, 48);
  const acknowledged: string[] = [];
  const failed: string[] = [];
  let requests = 0;
  let longest = 0;
  let isOver = false;
  const ask = async (send: () => Promise<Answer>): Promise<Body> => {
    const began = performance.now();
    const { status, body } = await send().catch((error) => ({
      status: 0,
      body: { code: String(error.cause ?? error) },
    }));
    requests += 1;
    longest = Math.max(longest, performance.now() - began);
    if (status < 200 || status >= 300) failed.push(`${requests}: ${status} ${body.code}`);
    return body;
  };
  const call = async () => {
    while (!isOver) {
      const { id } = await ask(() => api.post('/inspections', { tasks: { compliances: {} } }));
      const path = `/inspections/${id}`;
      await ask(() => api.upload(`${path}/images`, { tasks: ['compliances'] }, picture));
      await ask(() => api.patch(`${path}/tasks/compliances`, { status: 'TODO' }));
      await ask(() => api.get(path));
      await ask(() => api.get('/inspections?limit=10'));
      acknowledged.push(id);
    }
  };
  const callers = Array.from({ length: CALLERS }, call);
  return async () => {
    isOver = true;
    await Promise.all(callers);
    return { acknowledged, failed, requests, longest: Math.round(longest) };
  };
};

/** Somebody's long look at the table that the migration wants for itself: until it has tried, and tried again. */
const holdInspections = async () => {
  const client = await database.pool.connect();
  await client.query('begin; select 1 from inspections limit 1');
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%next_note%'`;
  await until(
    () => database.pool.query(waiting),
    ({ rowCount }) => rowCount! > 0,
    120_000,
  );
  await sleep(HELD_MS);
  await client.query('commit');
  client.release();
};

const runsOf = async (ids: string[]) => {
  const { rows } = await database.pool.query(
    `select i.id, t.status,
       (select count(*)::int from events e where e.inspection_id = i.id and e.type = 'task.done'
          and e.data ->> 'task' = 'compliances') as ends
     from inspections i join tasks t on t.inspection_id = i.id and t.name = 'compliances'
     where i.id = any($1)`,
    [ids],
  );
  return rows as { id: string; status: string; ends: number }[];
};

test('a version takes over from another, process by process, and no request fails and no task is lost or done twice', async () => {
  const apis: Service[] = await allEnded([start('api'), start('api'), start('api')]);
  const workers: Service[] = await allEnded([start('worker'), start('worker')]);
  const finish = await startTraffic();

  const held = holdInspections();
  apis[0] = await replace(apis[0]!, 'api', next.main);
  await held;
  const { rows } = await database.pool.query(`select name from schema_migrations where name like '9999%'`);
  expect(rows).toHaveLength(1);
  // An old one that is started again meets the schema of the new one.
  apis[1] = await replace(apis[1]!, 'api');
  workers[0] = await replace(workers[0]!, 'worker');
  for (const number of [1, 2]) apis[number] = await replace(apis[number]!, 'api', next.main);
  for (const number of [0, 1]) workers[number] = await replace(workers[number]!, 'worker', next.main);

  const { acknowledged, failed, requests, longest } = await finish();
  expect(failed).toEqual([]);
  const runs = await until(
    () => runsOf(acknowledged),
    (all) => all.every(({ status }) => status === 'DONE'),
    120_000,
  );
  expect(runs).toHaveLength(acknowledged.length);
  expect(runs.filter(({ ends }) => ends !== 1)).toEqual([]);
  console.info(
    `rolling upgrade: ${replaced.api} apis and ${replaced.worker} workers replaced, ${rows.length} migration under load; ` +
      `${requests} requests, ${failed.length} failed, ` +
      `longest ${longest} ms; ${acknowledged.length} tasks, each done once`,
  );
});
