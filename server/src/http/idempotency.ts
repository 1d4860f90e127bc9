import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../inspections/ports/ports.ts';
import type { Store, StoredAnswer } from '../inspections/ports/store.ts';
import { idempotencyKeyReused, invalidField } from '../inspections/problems/requests.ts';
import type { Json } from '../inspections/records/json.ts';
import { answer } from './answer.ts';
import type { EntityKind } from './normalized.ts';

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || key.length < 1 || key.length > 255))
    throw invalidField('Idempotency-Key', 'Give one key of 1 to 255 characters.');
  return key;
};

const again = (stored: StoredAnswer, hash: string): Json => {
  if (stored.request_hash !== hash) throw idempotencyKeyReused();
  return stored.body;
};

/**
 * Runs the action of a POST. With an Idempotency-Key it runs once: the key, what the action did and the
 * answer are one commit, and the same request again is answered with the stored answer. A request that
 * failed left nothing behind, its key included, so it may be corrected and sent again.
 *
 * The commit is that of the action's one transaction, whose result is the action's. What the action does
 * before, such as fetching a photo, holds no connection to the database.
 */
export const once = async <Result>(
  request: FastifyRequest,
  body: unknown,
  status: number,
  act: (ports: Ports) => Promise<Result>,
  present: (result: Result) => Json,
): Promise<Json> => {
  const { ports } = request;
  const key = keyOf(request);
  if (key === undefined) return present(await act(ports));
  const { store } = ports;
  const { user_id: user, organization_id } = request.actor;
  const hash = createHash('sha256')
    .update(JSON.stringify([organization_id, request.method, request.url, body ?? null]))
    .digest('base64url');
  let stored = await store.idempotency.find(user, key);
  if (stored) return again(stored, hash);

  let presented: Json | undefined;
  const transaction = <T>(work: (tx: Store) => Promise<T>): Promise<T> =>
    store.transaction(async (tx) => {
      stored = await tx.idempotency.take(user, key, hash);
      // The same request was quicker: undo this one and answer as that one did.
      if (stored) throw idempotencyKeyReused();
      const result = await work(tx);
      presented = present(result as unknown as Result);
      await tx.idempotency.keepAnswer(user, key, status, presented);
      return result;
    });
  try {
    const result = await act({ ...ports, store: { ...store, transaction } });
    return presented ?? present(result);
  } catch (error) {
    if (stored) return again(stored, hash);
    throw error;
  }
};

/** Runs the action of a POST once, and answers with the record that it made or changed. */
export const answerOnce = async <Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: EntityKind,
  body: unknown,
  status: number,
  act: (ports: Ports) => Promise<Result>,
  present: (result: Result) => Json,
) => {
  const record = await once(request, body, status, act, present);
  return answer(request, reply.code(status), kind, record);
};
