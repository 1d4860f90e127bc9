import type { AgedEvent } from '../../inspections/ports/organization.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { isTemporary } from '../../inspections/problems/problem.ts';
import type { Event } from '../../inspections/records/organization.ts';

type EventPorts = Pick<Ports, 'store' | 'feed'>;

/** Receives events until the end. */
type Watcher = { hear(events: Event[]): void; end(error?: unknown): void };

/** Whether an event was read before the watcher joined, and the last of those; every other one it hears. `ended`: nothing follows. */
type Joined = {
  wasRead(id: string): boolean;
  last: string;
  ended: Event | undefined;
  leave(): void;
};

/** Usually the feed tells when to look. Should it miss something, this is how late it is found. */
const LOOK_AGAIN_MS = 60_000;
const SETTLED_AFTER_MS = 30_000;
const BATCH = 500;

export const isEnd = (event: Event) => event.type === 'inspection.deleted';

/**
 * Reads each event once. Ids are given before the commit, so an event may appear after one with a higher
 * id; only what is older than any transaction lasts is left behind for good.
 */
const eventReader = ({ events }: Ports['store'], inspectionId: string) => {
  const recent = new Map<string, number>();
  let settled = 0;
  return {
    next: async (): Promise<Event[]> => {
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
    },
    /** What was read up to now, even when more is read later. */
    position: () => {
      const [ids, end] = [new Set(recent.keys()), settled];
      const last = String(Math.max(end, ...[...ids].map(Number)));
      return { last, wasRead: (id: string) => ids.has(id) || Number(id) <= end };
    },
  };
};

/** Does the work again for everybody who asked since it last began: once, however many those are. */
const shared = (work: () => Promise<void>) => {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    running = work().finally(() => {
      if (next === undefined) running = undefined;
    });
    return running;
  };
  return (): Promise<void> => {
    if (running === undefined) return begin();
    next ??= running.then(begin, begin);
    return next;
  };
};

const createReading = (inspectionId: string, { store, feed }: EventPorts, isOver: () => void) => {
  const reader = eventReader(store, inspectionId);
  const watchers = new Set<Watcher>();
  let joining = 0;
  let closed = false;
  let ended: Event | undefined;
  let timer: NodeJS.Timeout | undefined;

  const look = shared(async () => {
    clearTimeout(timer);
    try {
      const fresh = await reader.next();
      ended ??= fresh.find(isEnd);
      if (fresh.length > 0) for (const watcher of watchers) watcher.hear(fresh);
      // An erasure also removes the event that reports it.
      else if ((await store.inspections.head(inspectionId)) === null)
        for (const watcher of watchers) watcher.end();
    } finally {
      if (!closed) timer = setTimeout(lookForAll, LOOK_AGAIN_MS);
    }
  });
  // Those who watch outlive a database that is away for a moment.
  const lookForAll = () => {
    look().catch((error) => {
      if (!isTemporary(error)) for (const watcher of watchers) watcher.end(error);
    });
  };
  const stop = feed.watch(inspectionId, lookForAll);

  const closeIfEmpty = () => {
    if (watchers.size > 0 || joining > 0) return;
    closed = true;
    clearTimeout(timer);
    stop();
    isOver();
  };

  return async (watcher: Watcher): Promise<Joined> => {
    joining += 1;
    try {
      await look();
      watchers.add(watcher);
    } finally {
      joining -= 1;
      closeIfEmpty();
    }
    const leave = () => {
      if (watchers.delete(watcher)) closeIfEmpty();
    };
    return { ...reader.position(), ended, leave };
  };
};

/** The events of each inspection are read once for all who watch it, however many those are. */
export const createSharedEventReader = (ports: EventPorts) => {
  const readings = new Map<string, ReturnType<typeof createReading>>();
  return (inspectionId: string, watcher: Watcher): Promise<Joined> => {
    const join =
      readings.get(inspectionId) ??
      createReading(inspectionId, ports, () => void readings.delete(inspectionId));
    readings.set(inspectionId, join);
    return join(watcher);
  };
};
