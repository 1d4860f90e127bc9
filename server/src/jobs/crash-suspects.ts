/**
 * A worker that dies, most often for want of memory, takes all jobs that it had with it, and nobody knows which of them it
 * was. So none is charged with an attempt. Those that work on photos are suspects: their steps run while nothing else
 * does. One with which workers die so too, without progress in between, is given up.
 */
import type { JobWithMetadata } from 'pg-boss';
import type { QueueName } from './queues.ts';

/** In the data of a job, beside its ids: how often it ran alone since it last came further. */
export const ALONE = 'alone';

const MOST_ALONE = 3;

const ON_PHOTOS: readonly QueueName[] = [
  'assess-image',
  'read-odometer',
  'blur-image',
  'blur-contest',
  'run-task',
  'make-report',
  'make-shared-report',
];

/** What pg-boss writes on a job whose worker gives no sign of life any more. */
const DIED = 'job heartbeat timeout';

type Ended = { value?: { message?: string } } | null;
type Execute = (sql: string, values: unknown[]) => Promise<unknown>;

/** Why the attempt before this one ended where no handler was left to tell it; null where one was. */
export const endedOutside = ({ output }: Pick<JobWithMetadata, 'output'>): string | null =>
  (output as Ended)?.value?.message ?? null;

// The limit is raised, for the count of attempts tells pg-boss which of them a worker speaks for.
const NOT_CHARGED = `update pgboss.job set retry_limit = retry_limit + 1 where name = $1 and id = $2`;
const COUNT = `
  update pgboss.job set data = coalesce(data, '{}') || jsonb_build_object('${ALONE}', $3::int) where name = $1 and id = $2`;
const GIVE_UP = `update pgboss.job set retry_limit = retry_count where name = $1 and id = $2`;

export type AttemptPlan = {
  attemptsLeft: number;
  /** Whether its steps are to run alone. */
  alone: boolean;
  /** Counts this attempt against the job; called when it really is alone, for till then others may be what kills. */
  count(): Promise<unknown>;
  clearSuspicion(): Promise<unknown>;
};

/** Says how a job that was just taken is to be run. */
export const planAttempt = async (
  name: QueueName,
  job: JobWithMetadata,
  execute: Execute,
): Promise<AttemptPlan> => {
  const before = (job.data as { [ALONE]?: number } | null)?.[ALONE] ?? 0;
  const write = (count: number) => execute(COUNT, [name, job.id, count]);
  const died = endedOutside(job) === DIED;
  const alone = died && ON_PHOTOS.includes(name);
  if (alone && before >= MOST_ALONE) {
    await execute(GIVE_UP, [name, job.id]);
    throw new Error(
      `The worker died ${MOST_ALONE} times while it did nothing but this job, which is given up.`,
    );
  }
  if (died) await execute(NOT_CHARGED, [name, job.id]);
  else if (before > 0) await write(0);
  return {
    attemptsLeft: job.retryLimit - job.retryCount + Number(died),
    alone,
    count: () => write(before + 1),
    clearSuspicion: () => write(0),
  };
};
