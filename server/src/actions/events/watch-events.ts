import type { Actor } from '../../inspections/access.ts';
import type { Events } from '../../inspections/ports/organization.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { Event } from '../../inspections/records/organization.ts';
import { inspectionToRead } from '../reach-inspection.ts';
import { createSharedEventReader, isEnd } from './shared-event-reader.ts';

/** `until`: when the caller's right to watch ends, in milliseconds since 1970. */
type WatchEvents = { inspection_id: string; after_id?: string; until: number; signal: AbortSignal };

/** Events after this one are told. */
export type Beginning = { after_id: string };

const PING_MS = 15_000;
const BATCH = 500;
/** A client that reads this slowly is disconnected; it can reconnect and continue. */
const MOST_WAITING = 5000;

/** A signal that is not lost when it is set before anybody waits for it. */
const createWakeUp = () => {
  let isSet = false;
  let wake = () => {};
  return {
    set: () => {
      isSet = true;
      wake();
    },
    /** Whether it was set in that time. */
    wait: async (milliseconds: number): Promise<boolean> => {
      let timer: NodeJS.Timeout | undefined;
      if (!isSet)
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, milliseconds);
        });
      clearTimeout(timer);
      const answer = isSet;
      isSet = false;
      return answer;
    },
  };
};

/** What somebody is told who comes back: all that was read after the event they name, a stretch at a time. */
async function* past(
  events: Events,
  inspectionId: string,
  afterId: string,
  wasRead: (id: string) => boolean,
): AsyncGenerator<Event> {
  for (let after = afterId, full = true; full; ) {
    const batch = await events.since(inspectionId, after, BATCH);
    yield* batch.filter(({ id }) => wasRead(id));
    full = batch.length === BATCH;
    after = batch.at(-1)?.id ?? after;
  }
}

/** What was heard and not told yet. */
const createInbox = (afterId: string) => {
  const wakeUp = createWakeUp();
  const waiting: Event[] = [];
  let isOver = false;
  let error: unknown;
  return {
    wakeUp,
    hear: (events: Event[]) => {
      for (const event of events) if (Number(event.id) > Number(afterId)) waiting.push(event);
      if (waiting.length > MOST_WAITING) isOver = true;
      wakeUp.set();
    },
    end: (cause?: unknown) => {
      isOver = true;
      error = cause;
      wakeUp.set();
    },
    take: () => waiting.splice(0),
    /** Throws what went wrong, if something did. */
    isOver: () => {
      if (error !== undefined) throw error;
      return isOver;
    },
  };
};

/**
 * The events of an inspection as they happen. The caller's right is checked first. Then comes the id after which the
 * stream begins, so that whoever is cut off before the first event can come back there. Then comes every event after
 * `after_id` (without it: those to come), and a ping where there is nothing to tell for a while. The stream ends with
 * the inspection, with the caller's right, or with the signal. The ports here are those of the service: it reads once
 * for all whose right was checked.
 */
export const createEventWatch = (ports: Pick<Ports, 'store' | 'feed'>) => {
  const join = createSharedEventReader(ports);

  return async function* watchEvents(
    actor: Actor,
    { inspection_id, after_id, until, signal }: WatchEvents,
    { store }: Pick<Ports, 'store'>,
  ): AsyncGenerator<Beginning | Event | 'ping'> {
    const head = await inspectionToRead(actor, inspection_id, store);
    if (!/^\d{1,15}$/.test(after_id ?? '0'))
      throw invalidField(
        'after_id',
        'Give the id of an event of this inspection, or nothing for those to come.',
      );
    const inbox = createInbox(after_id ?? '0');
    const isDone = () => signal.aborted || Date.now() >= until || inbox.isOver();
    const { wasRead, last, ended, leave } = await join(head.id, inbox);
    signal.addEventListener('abort', inbox.wakeUp.set);
    try {
      yield { after_id: after_id ?? last };
      const first =
        after_id === undefined ? (ended ? [ended] : []) : past(store.events, head.id, after_id, wasRead);
      for await (const event of first) {
        if (isDone()) return;
        yield event;
        if (isEnd(event)) return;
      }
      for (;;) {
        for (const event of inbox.take()) {
          if (isDone()) return;
          yield event;
          if (isEnd(event)) return;
        }
        if (isDone()) return;
        const woken = await inbox.wakeUp.wait(Math.min(PING_MS, until - Date.now()));
        if (!woken && !isDone()) yield 'ping';
      }
    } finally {
      leave();
      signal.removeEventListener('abort', inbox.wakeUp.set);
    }
  };
};
