import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Ports } from '../inspections/ports.ts';
import { idempotencyKeyReused, invalidField } from '../inspections/problem.ts';
import type { Json } from '../inspections/records.ts';

/**
 * Runs the work of a POST. With an Idempotency-Key it runs once: the key, what the work did and the answer
 * are one commit, and the same request again is answered with the stored answer. A request that failed
 * left nothing behind, its key included, so it may be corrected and sent again.
 */
export const once = async (
  request: FastifyRequest,
  ports: Ports,
  body: unknown,
  status: number,
  work: (ports: Ports) => Promise<Json>,
): Promise<Json> => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return work(ports);
  if (typeof key !== 'string' || key.length < 1 || key.length > 255)
    throw invalidField('Idempotency-Key', 'Give one key of 1 to 255 characters.');
  const user = request.actor.user_id;
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, body ?? null]))
    .digest('base64url');
  return ports.store.transaction(async (store) => {
    const stored = await store.idempotency.take(user, key, hash);
    if (stored) {
      if (stored.request_hash !== hash) throw idempotencyKeyReused();
      return stored.body;
    }
    const answer = await work({ ...ports, store });
    await store.idempotency.keepAnswer(user, key, status, answer);
    return answer;
  });
};
