/**
 * Login sessions, grants, codes and refresh tokens of the built-in provider. In memory on purpose: this
 * provider serves the default run of one process, access tokens are signed and need no storage, and what a
 * restart loses is a login that the person repeats. A larger installation brings its own issuer.
 * Each kind has its own bounded room, so that a flood of unfinished logins cannot push out a session.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 5_000;
const SWEEP_EVERY_MS = 60_000;

type Entry = { payload: AdapterPayload; expiresAt: number };

const createRoom = (now: () => number) => {
  const entries = new Map<string, Entry>();
  const get = (id: string): AdapterPayload | undefined => {
    const entry = entries.get(id);
    if (entry && entry.expiresAt > now()) return entry.payload;
    entries.delete(id);
    return undefined;
  };
  let sweptAt = Number.NEGATIVE_INFINITY;
  const dropExpired = () => {
    if (now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    for (const [id, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(id);
  };
  // The oldest that belongs to nobody yet: anyone can make those, and they must not log people out.
  const leastMissed = (): string => {
    for (const [id, { payload }] of entries) if (payload.accountId === undefined) return id;
    return entries.keys().next().value!;
  };
  const set = (id: string, payload: AdapterPayload, expiresInSeconds: number) => {
    entries.delete(id);
    if (entries.size >= MAX_ENTRIES) dropExpired();
    if (entries.size >= MAX_ENTRIES) entries.delete(leastMissed());
    entries.set(id, { payload, expiresAt: now() + expiresInSeconds * 1000 });
  };
  return { get, set, entries };
};

export const createSessionStorage = (now: () => number = Date.now): ((kind: string) => Adapter) => {
  const rooms = new Map<string, ReturnType<typeof createRoom>>();
  const roomOf = (kind: string) => {
    const room = rooms.get(kind) ?? createRoom(now);
    rooms.set(kind, room);
    return room;
  };

  return (kind) => {
    const room = roomOf(kind);
    return {
      upsert: async (id, payload, expiresIn) => room.set(id, payload, expiresIn),
      find: async (id) => room.get(id),
      findByUid: async (uid) => {
        for (const [id, { payload }] of room.entries) if (payload.uid === uid) return room.get(id);
        return undefined;
      },
      consume: async (id) => {
        const payload = room.get(id);
        if (payload) payload.consumed = Math.floor(now() / 1000);
      },
      destroy: async (id) => {
        room.entries.delete(id);
      },
      // Called once for each kind that can belong to a grant; a scan of a bounded map is quick enough.
      revokeByGrantId: async (grantId) => {
        for (const [id, { payload }] of room.entries)
          if (payload.grantId === grantId) room.entries.delete(id);
      },
    };
  };
};
