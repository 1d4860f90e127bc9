import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Event } from '../inspections/organization-records.ts';
import type { EventFeed } from '../inspections/ports.ts';
import type { Store } from '../inspections/store-ports.ts';
import { createEventFeed } from '../store/event-feed.ts';
import { createStore } from '../store/store.ts';
import { insertTestInspection, startTestDatabase } from '../store/test-database.ts';
import { watchEvents } from './watch-events.ts';

const quiet = { info() {}, warn() {} };
const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let feed: Awaited<ReturnType<typeof createEventFeed>>;
let store: Store;

beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  feed = await createEventFeed({ connectionString: database.url, log: quiet });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await feed.close();
  await database.stop();
});

const record = (inspection_id: string, type: Event['type'], on = store) =>
  on.events.record({ inspection_id, organization_id: null, type, data: {} });

const watch = async (inspection_id: string, after_id?: string, through: EventFeed = feed) => {
  const stop = new AbortController();
  const events = watchEvents(
    anna,
    { inspection_id, after_id, signal: stop.signal },
    { store, feed: through },
  );
  expect((await events.next()).value).toBe('ping');
  const next = async () => {
    const { value, done } = await events.next();
    return done ? 'end' : value === 'ping' ? 'ping' : value.type;
  };
  return { events, next, stop: () => stop.abort() };
};

test('a watcher who names no event gets those to come, in their order, and none twice', async () => {
  const id = await insertTestInspection(store);
  await record(id, 'inspection.created');
  const { next, stop } = await watch(id);
  await record(id, 'image.added');
  expect(await next()).toBe('image.added');
  await record(id, 'task.started');
  await record(id, 'task.done');
  expect([await next(), await next()]).toEqual(['task.started', 'task.done']);
  const last = next();
  stop();
  expect(await last).toBe('end');
});

test('a watcher who comes back gets all that happened since the last event it saw', async () => {
  const id = await insertTestInspection(store);
  await record(id, 'inspection.created');
  const [first] = await store.events.since(id, '0', 1);
  for (let count = 0; count < 1200; count++) await record(id, 'task.progress');
  await record(id, 'task.done');
  const { events } = await watch(id, first!.id);
  const seen: string[] = [];
  for await (const event of events) {
    if (event === 'ping') continue;
    seen.push(event.id);
    if (event.type === 'task.done') break;
  }
  expect(seen).toHaveLength(1201);
  expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)));
});

test('an event whose transaction ends after that of a later event is not lost', async () => {
  const id = await insertTestInspection(store);
  const { next } = await watch(id);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let recorded = () => {};
  const written = new Promise<void>((resolve) => {
    recorded = resolve;
  });
  const slow = store.transaction(async (tx) => {
    await record(id, 'image.assessed', tx);
    recorded();
    await held;
  });
  await written;
  await record(id, 'image.added');
  expect(await next()).toBe('image.added');
  release();
  await slow;
  expect(await next()).toBe('image.assessed');
});

test('the stream ends with the deletion of the inspection', async () => {
  const id = await insertTestInspection(store);
  const { next } = await watch(id);
  await store.transaction(async (tx) => {
    await tx.inspections.markDeleted(id);
    await record(id, 'inspection.deleted', tx);
  });
  expect([await next(), await next()]).toEqual(['inspection.deleted', 'end']);
});

test('a watcher goes on after Postgres crashed and misses nothing', async () => {
  const id = await insertTestInspection(store);
  const { next } = await watch(id);
  await database.crash();
  await vi.waitFor(() => record(id, 'task.done'), { timeout: 20_000, interval: 50 });
  expect(await next()).toBe('task.done');
});

test('a watcher looks again by itself, and tells that it is alive, when nothing wakes it', async () => {
  const id = await insertTestInspection(store);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { next, stop } = await watch(id, undefined, { watch: () => () => {} });
  const first = next();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 10_000);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await first).toBe('ping');
  await record(id, 'task.done');
  const second = next();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 10_000);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await second).toBe('task.done');
  stop();
  expect(await next()).toBe('end');
});

test('whoever may not read the inspection may not watch it, and a wrong event id is refused', async () => {
  const id = await insertTestInspection(store, { owner_id: 'bert' });
  const signal = new AbortController().signal;
  const refused = watchEvents(anna, { inspection_id: id, signal }, { store, feed });
  await expect(refused.next()).rejects.toMatchObject({ status: 404 });
  const own = await insertTestInspection(store);
  const wrong = watchEvents(anna, { inspection_id: own, after_id: "1'; --", signal }, { store, feed });
  await expect(wrong.next()).rejects.toMatchObject({ status: 422, errors: [{ path: 'after_id' }] });
});
