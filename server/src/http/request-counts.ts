import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { createMinuteCounts } from '../inspections/minute-counts.ts';

const MOST_CALLERS = 5000;

/** The requests of each caller in the minute under way, for the plugin that limits them. */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #counts = createMinuteCounts(MOST_CALLERS);

  incr(caller: string, tell: Parameters<FastifyRateLimitStore['incr']>[1]) {
    const { count, leftMs } = this.#counts.add(caller);
    tell(null, { current: count, ttl: leftMs });
  }

  child() {
    return new RequestCounts();
  }
}
