import sql from 'sql-template-tag';
import type { IdempotencyKeys, StoredAnswer } from '../inspections/ports/store.ts';
import type { Database } from './database.ts';

/** Keys are taken inside the transaction of the request: the key, what the request did and its answer are one commit. */
export const idempotencyOn = (database: Database): IdempotencyKeys => ({
  find: (userId, key) =>
    database.row<StoredAnswer>(sql`
      select request_hash, status, body from idempotency_keys
      where user_id = ${userId} and key = ${key} and created_at >= clock_timestamp() - interval '24 hours'`),

  take: async (userId, key, requestHash) => {
    // A second request with the key waits in this insert until the first has committed or given up.
    const ours = await database.run(sql`
      insert into idempotency_keys as k (user_id, key, request_hash) values (${userId}, ${key}, ${requestHash})
      on conflict (user_id, key) do update
        set request_hash = excluded.request_hash, status = null, body = null, created_at = clock_timestamp()
        where k.created_at < clock_timestamp() - interval '24 hours'`);
    if (ours > 0) return null;
    return database.row<StoredAnswer>(
      sql`select request_hash, status, body from idempotency_keys where user_id = ${userId} and key = ${key}`,
    );
  },

  keepAnswer: async (userId, key, status, body) => {
    await database.run(sql`
      update idempotency_keys set status = ${status}, body = ${JSON.stringify(body)}
      where user_id = ${userId} and key = ${key}`);
  },
});
