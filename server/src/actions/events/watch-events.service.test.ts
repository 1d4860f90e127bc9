import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { EventFeed } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Event } from '../../inspections/records/organization.ts';
import { createEventFeed } from '../../store/organization/event-feed.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { type Beginning, createEventWatch } from './watch-events.ts';

const quiet = { info() {}, warn() {} };
const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let feed: Awaited<ReturnType<typeof createEventFeed>>;
let store: Store;
let watchEvents: ReturnType<typeof createEventWatch>;

beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  feed = await createEventFeed({ connectionString: database.url, log: quiet });
  watchEvents = createEventWatch({ store, feed });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await feed.close();
  await database.stop();
});

const record = (inspection_id: string, type: Event['type'], on = store) =>
  on.events.record({ inspection_id, organization_id: null, type, data: {} });

const isEvent = (told: Event | Beginning | 'ping'): told is Event => told !== 'ping' && 'type' in told;

type Wishes = { after_id?: string; until?: number; through?: ReturnType<typeof createEventWatch> };

const watch = async (inspection_id: string, { after_id, until, through = watchEvents }: Wishes = {}) => {
  const stop = new AbortController();
  const input = { inspection_id, after_id, until: until ?? Date.now() + 3_600_000, signal: stop.signal };
  const events = through(anna, input, { store });
  const beginning = (await events.next()).value as Beginning;
  expect(beginning).toEqual({ after_id: expect.stringMatching(/^\d+$/) });
  const next = async () => {
    const { value, done } = await events.next();
    return done ? 'end' : value === 'ping' ? 'ping' : 'type' in value ? value.type : 'beginning';
  };
  return { events, next, beginning, stop: () => stop.abort() };
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
  const { events } = await watch(id, { after_id: first!.id });
  const seen: string[] = [];
  for await (const event of events) {
    if (!isEvent(event)) continue;
    seen.push(event.id);
    if (event.type === 'task.done') break;
  }
  expect(seen).toHaveLength(1201);
  expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)));
});

test('a watcher who leaves before the first event comes back to where it began, and misses nothing', async () => {
  const id = await insertTestInspection(store);
  await record(id, 'inspection.created');
  const { beginning, stop } = await watch(id);
  stop();
  await record(id, 'task.done');
  const { next } = await watch(id, beginning);
  expect(await next()).toBe('task.done');
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
    // The chain of evidence lets events of an inspection wait for one another; progress is no part of it.
    await record(id, 'task.progress', tx);
    recorded();
    await held;
  });
  await written;
  await record(id, 'image.added');
  expect(await next()).toBe('image.added');
  release();
  await slow;
  expect(await next()).toBe('task.progress');
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
  // A feed that lost its connection and does not know it yet.
  const deaf: EventFeed = { watch: () => () => {} };
  const { next, stop } = await watch(id, { through: createEventWatch({ store, feed: deaf }) });
  const heard: string[] = [];
  const listening = (async () => {
    while (heard.at(-1) !== 'task.done') heard.push(await next());
  })();
  await record(id, 'task.done');
  // Time goes by a second at a time, so that what is asked of the database meanwhile is answered in time.
  for (let second = 0; second < 75 && heard.at(-1) !== 'task.done'; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    await store.events.since(id, '0', 1);
  }
  await listening;
  expect(heard.slice(0, 3)).toEqual(['ping', 'ping', 'ping']);
  stop();
  expect(await next()).toBe('end');
});

test('events are read once for all who watch an inspection, whenever they came', async () => {
  const id = await insertTestInspection(store);
  let reads = 0;
  // The real store; its readings are counted.
  const since: Store['events']['since'] = (...asked) => {
    reads += 1;
    return store.events.since(...asked);
  };
  const through = createEventWatch({ store: { ...store, events: { ...store.events, since } }, feed });
  await record(id, 'inspection.created');
  const early = await Promise.all(Array.from({ length: 200 }, () => watch(id, { through })));
  // They do not come at quite the same time.
  expect(reads).toBeLessThan(20);
  await record(id, 'image.added');
  expect(await Promise.all(early.map(({ next }) => next()))).toEqual(Array(200).fill('image.added'));
  const late = await Promise.all(Array.from({ length: 200 }, () => watch(id, { through, after_id: '0' })));
  for (const { next } of late)
    expect([await next(), await next()]).toEqual(['inspection.created', 'image.added']);
  const before = reads;
  for (const type of ['task.started', 'task.progress', 'task.done'] as const) await record(id, type);
  for (const { next } of [...early, ...late])
    expect([await next(), await next(), await next()]).toEqual([
      'task.started',
      'task.progress',
      'task.done',
    ]);
  // One for each time that it was woken.
  expect(reads - before).toBeLessThanOrEqual(3);
  for (const { stop } of [...early, ...late]) stop();
});

test('who comes back hears each event once, also those that are stored while it comes', async () => {
  const id = await insertTestInspection(store);
  await record(id, 'inspection.created');
  const first = await watch(id);
  const writing = (async () => {
    for (let count = 0; count < 100; count++) await record(id, 'task.progress');
    await record(id, 'task.done');
  })();
  const heardBy = async () => {
    const { events } = await watch(id, { after_id: '0' });
    const ids: string[] = [];
    for await (const event of events) {
      if (!isEvent(event)) continue;
      ids.push(event.id);
      if (event.type === 'task.done') return ids;
    }
    return ids;
  };
  const all: string[][] = [];
  const listening: Promise<void>[] = [];
  for (let count = 0; count < 20; count++) {
    listening.push(heardBy().then((ids) => void all.push(ids)));
    await store.events.since(id, '0', 1);
  }
  await Promise.all([writing, ...listening]);
  for (const ids of all) expect([ids.length, new Set(ids).size]).toEqual([102, 102]);
  first.stop();
});

test('the stream ends with the right of its watcher, and tells nothing after that', async () => {
  const id = await insertTestInspection(store);
  const { next } = await watch(id, { until: Date.now() + 400 });
  await record(id, 'image.added');
  expect(await next()).toBe('image.added');
  // On a busy machine a sign of life may come first.
  let last = await next();
  while (last === 'ping') last = await next();
  expect(last).toBe('end');
  const late = await watch(id, { until: Date.now() + 100 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await record(id, 'task.done');
  expect(await late.next()).toBe('end');
});

test('whoever may not read the inspection may not watch it, and a wrong event id is refused', async () => {
  const id = await insertTestInspection(store, { owner_id: 'bert' });
  const input = { until: Date.now() + 1000, signal: new AbortController().signal };
  const refused = watchEvents(anna, { inspection_id: id, ...input }, { store });
  await expect(refused.next()).rejects.toMatchObject({ kind: 'not_found' });
  const own = await insertTestInspection(store);
  const wrong = watchEvents(anna, { inspection_id: own, after_id: "1'; --", ...input }, { store });
  await expect(wrong.next()).rejects.toMatchObject({ kind: 'input', errors: [{ path: 'after_id' }] });
});
