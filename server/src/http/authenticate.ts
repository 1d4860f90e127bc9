import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../inspections/access.ts';
import type { Ports } from '../inspections/ports/ports.ts';
import { Problem } from '../inspections/problems/problem.ts';
import { tooManyRequests } from '../inspections/problems/requests.ts';
import { whileAwaited } from './client-gone.ts';
import type { RefusedCallers } from './limits/refused-callers.ts';

/** Somebody whose token was good; it ends at that time, in milliseconds since 1970. */
type Caller = Actor & { token_ends_at: number };

declare module 'fastify' {
  interface FastifyRequest {
    actor: Caller;
    /** The outside world, as far as this caller reaches. */
    ports: Ports;
  }
}

/** `beforeChecking` is called where the token is not known to be good, and may refuse to go on. */
export type VerifyToken = (authorization: string | undefined, beforeChecking?: () => void) => Promise<Caller>;

/** Runs before the body is read, so that an upload without a valid token is refused at its first bytes. */
export const authenticateWith =
  (verify: VerifyToken, portsFor: (actor: Actor) => Ports, refused: RefusedCallers) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const refuseToCheck = () => {
      const seconds = refused.secondsToWait(request.ip);
      if (seconds > 0) throw tooManyRequests(seconds);
    };
    try {
      request.actor = await verify(request.headers.authorization, refuseToCheck);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'unauthenticated') throw error;
      refuseToCheck();
      refused.count(request.ip);
      throw error;
    }
    request.ports = whileAwaited(portsFor(request.actor), reply);
  };
