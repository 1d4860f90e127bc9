import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { createMinuteCounts, type MinuteCounts } from '../../inspections/minute-counts.ts';

const MOST_CALLERS = 5000;
const MOST_STRANGERS = 10_000;

/**
 * What is limited per minute: callers by their id; viewers of share links, those who contest findings and
 * refused strangers by their network.
 */
export type RequestCounts = Record<'caller' | 'viewer' | 'contester' | 'refused', MinuteCounts>;

export const createRequestCounts = (): RequestCounts => ({
  caller: createMinuteCounts(MOST_CALLERS),
  viewer: createMinuteCounts(MOST_CALLERS),
  contester: createMinuteCounts(MOST_CALLERS),
  refused: createMinuteCounts(MOST_STRANGERS),
});

/** For the plugin that limits requests, which makes its own instance of the class. */
export const rateLimitStoreOf = (counts: MinuteCounts) =>
  class implements FastifyRateLimitStore {
    incr(caller: string, tell: Parameters<FastifyRateLimitStore['incr']>[1]) {
      const { count, leftMs } = counts.add(caller);
      tell(null, { current: count, ttl: leftMs });
    }

    child() {
      return this;
    }
  };
