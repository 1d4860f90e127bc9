import type { FastifyRateLimitStore } from '@fastify/rate-limit';

const MOST_CALLERS = 5000;

type Window = { current: number; endsAt: number };

/**
 * The requests of each caller in the minute under way. Unlike the store that comes with the plugin it does not look at
 * the time of day: a clock that is set back by an hour would shut out for that hour whoever had reached the limit.
 */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(caller: string, tell: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number) {
    const now = performance.now();
    const known = this.#windows.get(caller);
    const window = known && known.endsAt > now ? known : { current: 0, endsAt: now + timeWindow };
    window.current += 1;
    // Moved to the end, so that the bound below drops whoever was silent for the longest time.
    this.#windows.delete(caller);
    this.#windows.set(caller, window);
    if (this.#windows.size > MOST_CALLERS) this.#windows.delete(this.#windows.keys().next().value!);
    tell(null, { current: window.current, ttl: window.endsAt - now });
  }

  child() {
    return new RequestCounts();
  }
}
