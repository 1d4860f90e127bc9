import pg from 'pg';
import type { EventFeed } from '../../inspections/ports/ports.ts';
import { EVENT_CHANNEL } from './events.ts';

type Log = { warn(fields: object, message: string): void; info(fields: object, message: string): void };

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
const CHECK_EVERY_MS = 20_000;

/** One connection that only listens. It comes back by itself, and then wakes everyone: what they missed is stored. */
export const createEventFeed = async (options: {
  connectionString: string;
  log: Log;
}): Promise<EventFeed & { close(): Promise<void> }> => {
  const { connectionString, log } = options;
  const watchers = new Map<string, Set<() => void>>();
  let current: pg.Client | null = null;
  let closed = false;
  let again: NodeJS.Timeout | undefined;

  const wake = (inspectionId: string) => {
    for (const watcher of watchers.get(inspectionId) ?? []) watcher();
  };

  const lost = (client: pg.Client) => {
    if (current !== client || closed) return;
    current = null;
    client.end().catch(() => {});
    log.warn({}, 'The connection that brings events is lost; connecting again.');
    connectLater(SHORTEST_PAUSE_MS);
  };

  const connectLater = (pause: number) => {
    again = setTimeout(() => {
      connect().then(
        () => {
          log.info({}, 'The connection that brings events works again.');
          for (const inspectionId of watchers.keys()) wake(inspectionId);
        },
        () => !closed && connectLater(Math.min(pause * 2, LONGEST_PAUSE_MS)),
      );
    }, pause);
  };

  const connect = async () => {
    const client = new pg.Client({
      connectionString,
      application_name: 'walkaround-events',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    });
    client.on('error', () => lost(client));
    client.on('end', () => lost(client));
    client.on('notification', ({ payload }) => wake(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${EVENT_CHANNEL}`);
      if (closed) throw new Error('closed');
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    current = client;
  };

  await connect();
  // A connection can die without a word (a firewall that forgot it); a question brings it to light.
  const check = setInterval(() => {
    const client = current;
    client?.query('select 1').catch(() => lost(client));
  }, CHECK_EVERY_MS);

  return {
    watch: (inspectionId, watcher) => {
      const group = watchers.get(inspectionId) ?? new Set();
      watchers.set(inspectionId, group.add(watcher));
      return () => {
        group.delete(watcher);
        if (group.size === 0 && watchers.get(inspectionId) === group) watchers.delete(inspectionId);
      };
    },
    close: async () => {
      closed = true;
      clearInterval(check);
      clearTimeout(again);
      await current?.end();
    },
  };
};
