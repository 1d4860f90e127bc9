/**
 * Retries and jobs of a dead worker become due without a notification. One statement finds them for all queues,
 * instead of one statement for each place that could take a job: most of the work of an idle worker.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BRING_BACK, clockWatch } from './clock-set-back.ts';

/** One look at an index per queue, however many jobs wait. */
const DUE = `
  select extract(epoch from pgboss.job_now())::float as now, array(
    select queue from unnest($1::text[]) queue
    where exists (
      select from pgboss.job_common
      where name = queue and state < 'active' and not blocked and start_after <= pgboss.job_now())) as due`;

type Watch = {
  seconds: number;
  execute(text: string, values?: unknown[]): Promise<{ rows: { now: number; due: string[] }[] }>;
  queues(): string[];
  wake(queues: ReadonlySet<string>): void;
  complain(error: Error): void;
  signal: AbortSignal;
};

export const watchDueJobs = async ({ seconds, execute, queues, wake, complain, signal }: Watch) => {
  const pause = () => sleep(seconds * 1000, true, { signal, ref: false }).catch(() => false);
  const wasSetBack = clockWatch();
  while (await pause())
    try {
      const { now, due } = (await execute(DUE, [queues()])).rows[0]!;
      if (wasSetBack(now)) for (const statement of BRING_BACK) await execute(statement);
      if (due.length > 0) wake(new Set(due));
    } catch (error) {
      complain(error as Error);
    }
};
