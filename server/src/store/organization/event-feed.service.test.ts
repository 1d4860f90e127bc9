import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Store } from '../../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../test-database.ts';
import { createEventFeed } from './event-feed.ts';

const quiet = { info() {}, warn() {} };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;

beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
});
afterAll(() => database.stop());

const open = () => createEventFeed({ connectionString: database.url, log: quiet });
const record = (inspection_id: string) =>
  store.events.record({ inspection_id, organization_id: null, type: 'inspection.updated', data: {} });

test('a watcher is woken by the events of its inspection only, until it stops watching', async () => {
  const feed = await open();
  const [mine, other] = [await insertTestInspection(store), await insertTestInspection(store)];
  const wake = vi.fn();
  const stop = feed.watch(mine, wake);
  await record(other);
  await record(mine);
  await expect.poll(() => wake).toHaveBeenCalledTimes(1);
  stop();
  await record(mine);
  await sleep(100);
  expect(wake).toHaveBeenCalledTimes(1);
  await feed.close();
});

test('an event that is rolled back wakes nobody', async () => {
  const feed = await open();
  const id = await insertTestInspection(store);
  const wake = vi.fn();
  feed.watch(id, wake);
  const failing = store.transaction(async (tx) => {
    await tx.events.record({
      inspection_id: id,
      organization_id: null,
      type: 'inspection.updated',
      data: {},
    });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await sleep(100);
  expect(wake).not.toHaveBeenCalled();
  await feed.close();
});

test('when Postgres is back after a crash every watcher is woken, and new events arrive again', async () => {
  const feed = await open();
  const ids = [await insertTestInspection(store), await insertTestInspection(store)];
  const wakes = ids.map((id) => {
    const wake = vi.fn();
    feed.watch(id, wake);
    return wake;
  });
  await database.crash();
  await vi.waitFor(() => {
    for (const wake of wakes) expect(wake).toHaveBeenCalledTimes(1);
  }, 10_000);
  await record(ids[0]!);
  await expect.poll(() => wakes[0]).toHaveBeenCalledTimes(2);
  await feed.close();
});

test('a feed that cannot reach Postgres at the start says so', async () => {
  const unreachable = createEventFeed({ connectionString: 'postgres://nobody@127.0.0.1:1/none', log: quiet });
  await expect(unreachable).rejects.toThrow('ECONNREFUSED');
});
