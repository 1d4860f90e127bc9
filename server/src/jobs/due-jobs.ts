/**
 * Retries and jobs of a dead worker become due without a notification. One statement finds them for all queues,
 * instead of one statement for each place that could take a job: most of the work of an idle worker.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** One look at an index per queue, however many jobs wait. */
const DUE = `
  select queue from unnest($1::text[]) queue
  where exists (
    select from pgboss.job_common
    where name = queue and state < 'active' and not blocked and start_after <= pgboss.job_now())`;

type Watch = {
  seconds: number;
  execute(text: string, values: unknown[]): Promise<{ rows: { queue: string }[] }>;
  queues(): string[];
  wake(queues: ReadonlySet<string>): void;
  complain(error: Error): void;
  signal: AbortSignal;
};

export const watchDueJobs = async ({ seconds, execute, queues, wake, complain, signal }: Watch) => {
  const pause = () => sleep(seconds * 1000, true, { signal, ref: false }).catch(() => false);
  while (await pause())
    try {
      const { rows } = await execute(DUE, [queues()]);
      if (rows.length > 0) wake(new Set(rows.map(({ queue }) => queue)));
    } catch (error) {
      complain(error as Error);
    }
};
