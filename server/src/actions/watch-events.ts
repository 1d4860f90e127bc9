import type { Actor } from '../inspections/access.ts';
import type { AgedEvent, Events } from '../inspections/organization-ports.ts';
import type { Event } from '../inspections/organization-records.ts';
import type { Ports } from '../inspections/ports.ts';
import { invalidField, Problem } from '../inspections/problem.ts';
import { inspectionToRead } from './reach-inspection.ts';

export type WatchEvents = { inspection_id: string; after_id?: string; signal: AbortSignal };

const LOOK_AGAIN_MS = 15_000;
const SETTLED_AFTER_MS = 30_000;
const BATCH = 500;

/**
 * Reads each event once. Ids are given before the commit, so an event may appear after one with a higher
 * id; only what is older than any transaction lasts is left behind for good.
 */
const newEvents = (events: Events, inspectionId: string, afterId: string) => {
  const recent = new Map<string, number>();
  let settled = Number(afterId);

  return async (): Promise<Event[]> => {
    const fresh: AgedEvent[] = [];
    for (let after = String(settled), full = true; full; ) {
      const batch = await events.since(inspectionId, after, BATCH);
      fresh.push(...batch.filter((event) => !recent.has(event.id)));
      full = batch.length === BATCH;
      after = batch.at(-1)?.id ?? after;
    }
    for (const event of fresh) recent.set(event.id, performance.now() - event.age_ms);
    for (const [id, storedAt] of recent) {
      if (storedAt > performance.now() - SETTLED_AFTER_MS) continue;
      recent.delete(id);
      settled = Math.max(settled, Number(id));
    }
    return fresh;
  };
};

/** A bell that remembers having been rung while nobody listened. */
const createBell = () => {
  let rung = false;
  let wake = () => {};
  return {
    ring: () => {
      rung = true;
      wake();
    },
    /** Whether it rang in that time. */
    wait: async (milliseconds: number): Promise<boolean> => {
      let timer: NodeJS.Timeout | undefined;
      if (!rung)
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, milliseconds);
        });
      clearTimeout(timer);
      const answer = rung;
      rung = false;
      return answer;
    },
  };
};

const isEnd = (event: Event) => event.type === 'inspection.deleted';

/** A watcher outlives a database that is away for a moment. */
const orNothingFor503 = (error: unknown): Event[] => {
  if (error instanceof Problem && error.status === 503) return [];
  throw error;
};

/**
 * The events of an inspection as they happen: first a ping, as soon as the caller's right is checked and
 * nothing can be missed any more, then every event after `after_id` (without it: those to come), and a
 * ping where there is nothing to tell for a while. Ends with the inspection, or when the signal says so.
 */
export async function* watchEvents(
  actor: Actor,
  input: WatchEvents,
  { store, feed }: Pick<Ports, 'store' | 'feed'>,
): AsyncGenerator<Event | 'ping'> {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  if (!/^\d{1,15}$/.test(input.after_id ?? '0'))
    throw invalidField(
      'after_id',
      'Give the id of an event of this inspection, or nothing for those to come.',
    );
  const read = newEvents(store.events, head.id, input.after_id ?? '0');
  // An erasure takes the event that tells of it away too.
  const readUnlessGone = async () => {
    const events = await read();
    return events.length === 0 && (await store.inspections.head(head.id)) === null ? null : events;
  };
  const bell = createBell();
  const stop = feed.watch(head.id, bell.ring);
  input.signal.addEventListener('abort', bell.ring);
  if (input.signal.aborted) bell.ring();
  try {
    let events = await read();
    if (input.after_id === undefined) events = events.filter(isEnd);
    yield 'ping';
    for (;;) {
      yield* events;
      if (events.some(isEnd)) return;
      const rung = await bell.wait(LOOK_AGAIN_MS);
      if (input.signal.aborted) return;
      const now = await readUnlessGone().catch(orNothingFor503);
      if (now === null) return;
      events = now;
      if (events.length === 0 && !rung) yield 'ping';
    }
  } finally {
    stop();
    input.signal.removeEventListener('abort', bell.ring);
  }
}
