import { getRollbackPlans } from 'pg-boss';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestDatabase } from '../store/test-database.ts';
import { createQueue } from './queue.ts';

const SCHEMA = 'pgboss';
/** How many versions of its schema an older pg-boss is behind. */
const VERSIONS_BACK = 4;
const JOBS = ['a', 'b', 'c', 'd', 'e'];

const quiet = { info() {}, warn() {}, error() {} };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.stop());

const start = (works: boolean) =>
  createQueue({
    connectionString: database.url,
    log: quiet,
    works,
    taskTimeoutSeconds: 60,
    deliveryAttempts: 3,
    retryDelaySeconds: 0,
    pollSeconds: 0.5,
  });

const versionNow = async (): Promise<number> =>
  (await database.pool.query(`select version from ${SCHEMA}.version`)).rows[0].version;

/** By the way back that pg-boss itself has: the schema is then what the older version made. */
const goBack = async () => {
  for (let n = 0; n < VERSIONS_BACK; n++)
    await database.pool.query(getRollbackPlans(SCHEMA, await versionNow()));
};

test('jobs that wait in the queue of an older pg-boss are there and run after the upgrade, each once', async () => {
  const before = await start(false);
  const newest = await versionNow();
  for (const image_id of JOBS)
    await before.send(database.pool, {
      name: 'assess-image',
      data: { inspection_id: 'none', image_id },
      tenant: 'anna',
    });
  await before.stop({ graceful: false, timeoutMs: 0 });
  await goBack();
  expect(await versionNow()).toBe(newest - VERSIONS_BACK);

  const after = await start(true);
  try {
    expect(await versionNow()).toBe(newest);
    const seen: string[] = [];
    await after.work('assess-image', 1, async ({ image_id }) => void seen.push(image_id));
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(JOBS), { timeout: 30_000, interval: 20 });
  } finally {
    await after.stop({ graceful: true, timeoutMs: 5000 });
  }
}, 60_000);
