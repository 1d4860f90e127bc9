import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { type Answer, type Body, type Client, until } from '../clients/client.ts';

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A connection that breaks, or that nobody takes, is no answer; anything else that goes wrong is. */
const unlessLost = (error: unknown): null => {
  if (error instanceof TypeError) return null;
  throw error;
};

const RESEND_AFTER_MS = 100;
const PHOTOS_EACH = 2;

/** What was answered with 503. */
export type Refusal = { code: string; retryAfter: string | null; milliseconds: number };

/** What the service has acknowledged: the photos of each inspection, by their hash, and the inspections whose task was started. */
export type Acknowledged = { photos: Map<string, string[]>; started: string[]; resent: number };

/**
 * Clients who create inspections, add photos and start a task, without a pause. What is not acknowledged they send
 * again, with the same key, as apps do; so whatever they began is acknowledged once they have stopped. `mayBegin`: when
 * the next inspection may be begun, where what they start takes longer than the starting.
 */
export const startLoad = (
  clients: Client[],
  pictures: Buffer[],
  task: string,
  mayBegin: () => Promise<unknown> = async () => {},
) => {
  const acknowledged: Acknowledged = { photos: new Map(), started: [], resent: 0 };
  const refusals: Refusal[] = [];
  const failures: string[] = [];
  let going = true;

  const insist = async (send: () => Promise<Answer>, alsoGood?: number): Promise<Body> => {
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      const answer = await send().catch(unlessLost);
      if (answer && (answer.status < 300 || (attempt > 1 && answer.status === alsoGood))) return answer.body;
      if (answer?.status === 503)
        refusals.push({
          code: answer.body.code,
          retryAfter: answer.headers.get('retry-after'),
          milliseconds: performance.now() - began,
        });
      else if (answer) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      acknowledged.resent += 1;
      await sleep(RESEND_AFTER_MS);
    }
  };
  const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } });

  const oneInspection = async (api: Client, first: number) => {
    const key = withKey();
    const { id } = await insist(() => api.post('/inspections', { tasks: { [task]: {} } }, key));
    const photos: string[] = [];
    acknowledged.photos.set(id, photos);
    for (let n = 0; n < PHOTOS_EACH; n++) {
      const picture = pictures[(first + n) % pictures.length]!;
      const keyOfPhoto = withKey();
      await insist(() => api.upload(`/inspections/${id}/images`, { tasks: [task] }, picture, keyOfPhoto));
      photos.push(sha256(picture));
    }
    // An answer that got lost may have been a yes: then the task has started already.
    await insist(() => api.patch(`/inspections/${id}/tasks/${task}`, { status: 'TODO' }), 409);
    acknowledged.started.push(id);
  };
  const oneClient = async (api: Client) => {
    try {
      for (let first = 0; going; first++) {
        await mayBegin();
        await oneInspection(api, first);
      }
    } catch (error) {
      failures.push(String(error));
    }
  };
  const all = Promise.all(clients.map(oneClient));

  return {
    acknowledged,
    refusals,
    failures,
    /** After so many more inspections. */
    progress: (more: number) => {
      const goal = acknowledged.started.length + more;
      return until(
        async () => {
          expect(failures).toEqual([]);
          return acknowledged.started.length;
        },
        (now) => now >= goal,
        60_000,
      );
    },
    stop: async () => {
      going = false;
      await all;
    },
  };
};

type Behind = { database: pg.Pool; task: string };

/** The queue believes a worker dead after ten silent seconds, and waits before it tries again. Here it need not. */
const hurry = async (database: pg.Pool) => {
  await database.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await database.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '10 seconds'
     where state = 'active' and heartbeat_on < now() - interval '5 seconds'`,
  );
};

const unfinished = async (ids: string[], { database, task }: Behind): Promise<number> => {
  await hurry(database);
  const { rowCount } = await database.query(
    `select 1 from tasks where inspection_id = any($1) and name = $2 and status <> 'DONE'`,
    [ids, task],
  );
  return rowCount!;
};

/** The task of each of these inspections is done, and was done once. */
export const expectDoneOnce = async (started: string[], behind: Behind) => {
  await until(
    () => unfinished(started, behind),
    (count) => count === 0,
    120_000,
  );
  const { rows } = await behind.database.query(
    `select count(*)::int as events, count(distinct inspection_id)::int as inspections
     from events where type = 'task.done' and inspection_id = any($1) and data ->> 'task' = $2`,
    [started, behind.task],
  );
  expect(rows).toEqual([{ events: started.length, inspections: started.length }]);
};

/** Nothing lost, nothing twice: the inspections, the bytes of their photos, and each task done once. */
export const expectAllThere = async (api: Client, { photos, started }: Acknowledged, behind: Behind) => {
  expect((await api.get('/inspections/count')).body.total, 'inspections').toBe(photos.size);
  for (const [id, sent] of photos) {
    const { images } = (await api.get(`/inspections/${id}`)).body;
    const kept = await Promise.all(images.map(async ({ path }: Body) => sha256((await api.get(path)).body)));
    expect(kept.toSorted(), id).toEqual(sent.toSorted());
  }
  await expectDoneOnce(started, behind);
};
