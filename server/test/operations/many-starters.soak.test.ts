import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEnded } from '@walkaround/harness/clients/all-ended.ts';
import { clientOf } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended } from '@walkaround/harness/clients/tasks.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { startPostgres } from '@walkaround/harness/services/postgres.ts';
import { type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const ROLES = ['api', 'api', 'api', 'worker', 'worker'];

let database: Awaited<ReturnType<typeof startPostgres>>;
let dataDir: string;
const started: Service[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-starters-'));
  database = await startPostgres();
});
afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()));
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (role: string) => {
  const settings = { ...database.environment(role), MODELS_DIR: '/nowhere', LOG_LEVEL: 'info' };
  const one = await startService(settings, dataDir);
  started.push(one);
  return one;
};

/** The migrations that a process says it has applied. */
const appliedBy = (one: Service): string[] =>
  one
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? (JSON.parse(line).applied ?? []) : []));

test('five processes that start at once on an empty database apply each migration once, and work together', async () => {
  const all = await allEnded(ROLES.map(start));
  const migrations = (await readdir(new URL('../../migrations', import.meta.url))).sort();
  expect(all.flatMap(appliedBy)).toEqual(migrations);
  const { rows } = await database.pool.query('select name from schema_migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(migrations);

  const token = await signToken(inject('issuerKey'), { user: 'starter' });
  const apis = all.filter(({ url }) => url !== '').map(({ url }) => clientOf(`${url}/v1`, token));
  expect(apis).toHaveLength(3);
  for (const api of apis) {
    const id = await newInspection(api, { compliances: { status: 'TODO' } });
    for (const other of apis) expect((await ended(other, id, 'compliances')).status).toBe('DONE');
  }

  expect(appliedBy(await start('api'))).toEqual([]);
});
