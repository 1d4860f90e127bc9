import { type Client, clientOf } from '@walkaround/harness/clients/client.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { apiBeside } from '@walkaround/harness/services/own-service.ts';
import type { Service } from '@walkaround/harness/services/service.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const LIMIT = 20;

let database: pg.Pool;
let apis: Service[];
beforeAll(async () => {
  const limited = () => apiBeside({ RATE_LIMIT_PER_MINUTE: String(LIMIT), LOG_LEVEL: 'silent' });
  apis = await Promise.all([limited(), limited()]);
  database = await databaseOf(apis[0]!);
});
afterAll(async () => {
  await database?.end();
  for (const api of apis ?? []) await api.stop();
});

const send = async (api: Client, times: number) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await api.get('/inspections/count')).status);
  return statuses;
};
const sumOf = async (caller: string): Promise<number | undefined> => {
  const { rows } = await database.query('select count from request_counts where caller = $1', [caller]);
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
