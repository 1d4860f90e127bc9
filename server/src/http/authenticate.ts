import type { FastifyRequest } from 'fastify';
import type { Actor } from '../inspections/access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
}

export type VerifyToken = (authorization: string | undefined) => Promise<Actor>;

/** Runs before the body is read, so that a stranger's upload is refused at its first bytes. */
export const authenticateWith = (verify: VerifyToken) => async (request: FastifyRequest) => {
  request.actor = await verify(request.headers.authorization);
};
