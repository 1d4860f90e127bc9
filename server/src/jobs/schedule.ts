/** Recurring jobs, each once over all workers, and the check that each still succeeds. */
import type { QueueName } from './queues.ts';

type Scheduled = { name: QueueName; cron: string; every_seconds: number };
export type ScheduledJob = {
  name: string;
  every_seconds: number;
  succeeded_at: Date | null;
  overdue: boolean;
};

const HOUR = 3600;

export const SCHEDULE: readonly Scheduled[] = [
  { name: 'clean-up', cron: '17 * * * *', every_seconds: HOUR },
  { name: 'sweep-files', cron: '47 * * * *', every_seconds: HOUR },
];

/** One that has not succeeded for so many periods needs somebody to look at it. */
const MOST_PERIODS = 3;

/** Of the names $1, each due every $2 seconds; without an answer for those that no worker has put on the schedule yet. */
export const SUCCESSES = `
  select s.name, p.every_seconds, max(j.completed_on) as succeeded_at,
    clock_timestamp() > greatest(s.created_on, max(j.completed_on))
      + ${MOST_PERIODS} * p.every_seconds * interval '1 second' as overdue
  from pgboss.schedule s
    join unnest($1::text[], $2::int[]) as p (name, every_seconds) on p.name = s.name
    left join pgboss.job j on j.name = s.name and j.state = 'completed'
  group by s.name, s.created_on, p.every_seconds order by s.name`;

const spoken = (seconds: number) => (seconds === HOUR ? 'every hour' : `every ${seconds} s`);

export const overdueNotes = (jobs: ScheduledJob[]): string[] =>
  jobs
    .filter(({ overdue }) => overdue)
    .map(({ name, every_seconds, succeeded_at }) => {
      const since = succeeded_at
        ? `has not succeeded since ${succeeded_at.toISOString()}`
        : 'never succeeded';
      return `The job ${name} is due ${spoken(every_seconds)} and ${since}. Look that a worker runs; the log of the worker says what fails.`;
    });
