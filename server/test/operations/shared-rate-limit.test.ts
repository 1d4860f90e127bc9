import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, clientOf } from '@walkaround/harness/clients/client.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { startPostgres } from '@walkaround/harness/services/postgres.ts';
import { type Service, startService } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const LIMIT = 20;

let database: Awaited<ReturnType<typeof startPostgres>>;
let folder: string;
const apis: Service[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-limits-'));
  database = await startPostgres();
  for (const name of ['one', 'other']) {
    const environment = { ...database.environment('api'), PORT: '0', RATE_LIMIT_PER_MINUTE: String(LIMIT) };
    apis.push(await startService({ ...environment, LOG_LEVEL: 'silent' }, join(folder, name)));
  }
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

const send = async (api: Client, times: number) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await api.get('/inspections/count')).status);
  return statuses;
};
const sumOf = async (caller: string): Promise<number | undefined> => {
  const { rows } = await database.pool.query('select count from request_counts where caller = $1', [caller]);
  return rows[0]?.count;
};

test('two API processes limit the sum of what a caller sends to both', async () => {
  const token = await signToken(inject('issuerKey'), { user: 'spread' });
  const [one, other] = apis.map(({ url }) => clientOf(`${url}/v1`, token)) as [Client, Client];
  expect(await send(one, 12)).toEqual(Array(12).fill(200));
  await expect.poll(() => sumOf('caller:spread')).toBe(12);
  expect(await send(other, 8)).toEqual(Array(8).fill(200));
  await expect.poll(() => sumOf('caller:spread')).toBe(20);
  // So few more that no process alone would refuse them: only the sum is over the limit.
  const few = { interval: 1000, timeout: 6000 };
  await expect.poll(async () => (await send(other, 1))[0], few).toBe(429);
  await expect.poll(async () => (await send(one, 1))[0], few).toBe(429);
});
