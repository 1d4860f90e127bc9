import type { ConstructorOptions } from 'pg-boss';

/**
 * The queue measures its pauses by this clock, which only goes forwards. By that of the system, workers would rest for
 * an hour when it is set back by an hour, and nobody would notice dead ones. What is stored is timed by Postgres alone.
 */
export const monotonicClock: ConstructorOptions['clock'] = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};
