import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobRun } from '../inspections/ports/ports.ts';
import type { Job } from '../inspections/ports/store.ts';
import { ALONE, endedOutside, planAttempt } from './crash-suspects.ts';
import { watchDueJobs } from './due-jobs.ts';
import { INDEXES, lineOf, priorityIn, ROUND } from './fair-queueing.ts';
import { monotonicClock } from './monotonic-clock.ts';
import { type QueueLimits, type QueueName, queueRules, type Waiting } from './queues.ts';
import { SCHEDULE, type ScheduledJob, SUCCESSES } from './schedule.ts';
import { createSteps, stepsOf } from './steps.ts';

type Statement = { name: string; text: string; values?: unknown[] };
type SqlClient = { query(statement: Statement): Promise<{ rows: unknown[] }> };
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
export type Run = JobRun & { attemptsLeft: number };
export type Handler<N extends QueueName> = (data: Waiting[N], run: Run) => Promise<void>;

export type Queue = {
  /** Writes the job over the given client, so that it is part of the transaction that is open there. */
  send(client: SqlClient, job: Job): Promise<void>;
  /** `mostOfOne`: no tenant has more than so many of these places at a time. */
  work<N extends QueueName>(
    name: N,
    concurrency: number,
    handler: Handler<N>,
    mostOfOne?: number,
  ): Promise<void>;
  /** Has the jobs of the schedule put into their queues by the clock; one that was missed meanwhile comes at once. */
  keepSchedule(): Promise<void>;
  scheduled(): Promise<ScheduledJob[]>;
  counts(): Promise<Record<string, { waiting: number; active: number; failed: number }>>;
  /** Takes no more jobs. Those that are running may finish, if graceful, for that long; others can have the rest. */
  stop(options: { graceful: boolean; timeoutMs: number }): Promise<void>;
};

/** Leads from a job back to what sent it, where traces are made. */
export type Trail = {
  /** What a job that is sent now carries along. */
  mark(): string | undefined;
  follow<T>(name: string, ids: object, mark: string | undefined, work: () => Promise<T>): Promise<T>;
};

type QueueOptions = QueueLimits & {
  connectionString: string;
  log: Log;
  trail?: Trail;
  /** False in processes that only send: they leave the upkeep of the queue to the workers. */
  works: boolean;
  /** How often the worker looks for what becomes due without a notification. */
  pollSeconds?: number;
};

/** In the data of a job, beside its ids. */
const MARK = 'traceparent';
type Hidden = { [MARK]?: string; [ALONE]?: number };

const UNWIND_MS = 2000;
const COMPLAIN_EVERY_MS = 10_000;
/** For a notification that was lost. */
const LOOK_ANYWAY_SECONDS = 30;

/** While Postgres is away every worker complains at every look; one line in a while says the same. */
const sparingly = (write: (error: Error, unsaid: number) => void) => {
  let last = -COMPLAIN_EVERY_MS;
  let unsaid = 0;
  return (error: Error) => {
    if (performance.now() - last < COMPLAIN_EVERY_MS) {
      unsaid += 1;
      return;
    }
    write(error, unsaid);
    last = performance.now();
    unsaid = 0;
  };
};

const within = async (milliseconds: number, work: Promise<unknown>) => {
  const done = new AbortController();
  await Promise.race([work, sleep(milliseconds, null, { signal: done.signal }).catch(() => {})]);
  done.abort();
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
/** A refusal is worded for people; what is behind it is for the operator. */
const causeOf = (error: unknown) => messageOf((error instanceof Error && error.cause) || error);

const names = new Map<string, string>();

/** By the text, which pg-boss makes: the same name never stands for two statements. */
const nameOf = (text: string) => {
  const name = names.get(text) ?? `send-job-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
};

export const createQueue = async (options: QueueOptions): Promise<Queue> => {
  const { log, works, trail, pollSeconds = 2 } = options;
  const rules = queueRules(options);
  const boss = new PgBoss({
    connectionString: options.connectionString,
    application_name: 'walkaround-queue',
    clock: monotonicClock,
    max: works ? 4 : 2,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
    maintenanceIntervalSeconds: 600,
  });
  let stopped = false;
  const complain = sparingly((error, unsaid) =>
    log.error({ error: error.message, unsaid }, 'The queue has a problem.'),
  );
  // Unheard, an error would end the process; the queue recovers by itself.
  boss.on('error', (error) => stopped || complain(error));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'The queue warns.'));

  try {
    await boss.start();
    for (const { name, ...rule } of rules) {
      await boss.createQueue(name, rule);
      await boss.updateQueue(name, rule);
    }
    await boss.getDb().executeSql(INDEXES);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }

  const stopping = new AbortController();
  const steps = createSteps();
  const execute = (text: string, values?: unknown[]) => boss.getDb().executeSql(text, values);

  /** By itself pg-boss would rest after a job, even with more jobs waiting. */
  const lookAgainAfterwards = (queue: QueueName) => {
    for (const { id, name, count } of boss.getWipData())
      if (name === queue && count > 0) boss.notifyWorker(id);
  };

  const watch = () =>
    watchDueJobs({
      seconds: pollSeconds,
      execute,
      queues: () => [...new Set(boss.getWipData().map(({ name }) => name))],
      wake: (due) => {
        for (const { id, name } of boss.getWipData()) if (due.has(name)) boss.notifyWorker(id);
      },
      complain: (error) => stopping.signal.aborted || complain(error),
      signal: stopping.signal,
    });
  if (works) void watch();

  const work: Queue['work'] = async (name, concurrency, handler, mostOfOne) => {
    const looking = {
      includeMetadata: true,
      localConcurrency: concurrency,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: Math.max(LOOK_ANYWAY_SECONDS, pollSeconds),
      heartbeatRefreshSeconds: 2,
      ...(mostOfOne !== undefined && { localGroupConcurrency: mostOfOne }),
    } as const;
    const handle = async ([job]: JobWithMetadata<Waiting[typeof name]>[]) => {
      if (!job) return;
      const about = { job: name, id: job.id };
      let begun = false;
      try {
        lookAgainAfterwards(name);
        const ended = endedOutside(job);
        if (ended) log.warn({ ...about, error: ended }, 'The last attempt of this job ended without a word.');
        const plan = await planAttempt(name, job, execute);
        const { [MARK]: mark, [ALONE]: _, ...data } = (job.data ?? {}) as Waiting[typeof name] & Hidden;
        const signal = AbortSignal.any([job.signal, stopping.signal]);
        const leftOut = (imageId: string, error: unknown) =>
          log.warn({ job: name, ...data, image_id: imageId, error: causeOf(error) }, 'A photo was left out.');
        const run: Run = { attemptsLeft: plan.attemptsLeft, signal, leftOut, ...stepsOf(plan, steps) };
        const begin = () => {
          begun = true;
          return handler(data as Waiting[typeof name], run);
        };
        await (trail ? trail.follow(name, data, mark, begin) : begin());
      } catch (error) {
        // What fails in its work is told by whoever does it.
        if (!begun) log.error({ ...about, error: messageOf(error) }, 'A job failed before it began.');
        throw error;
      }
    };
    await boss.work(name, looking, handle);
  };

  return {
    send: async (client, job) => {
      const { name, data } = job;
      // Planned once per connection; planning it takes longer than running it.
      const executeSql = (text: string, values?: unknown[]) =>
        client.query({ name: nameOf(text), text, values });
      const mark = trail?.mark();
      const line = lineOf(job);
      const { rows } = await executeSql(ROUND, [name, line]);
      const priority = priorityIn((rows as { round: number }[])[0]!.round, job);
      const sent = mark ? { ...data, [MARK]: mark } : data;
      await boss.send(name, sent, { priority, group: { id: line }, db: { executeSql } });
    },

    work,

    keepSchedule: async () => {
      for (const { name, cron } of SCHEDULE) await boss.schedule(name, cron, {}, { missed: 'once' });
    },

    scheduled: async () => {
      const names = SCHEDULE.map(({ name }) => name);
      const periods = SCHEDULE.map(({ every_seconds }) => every_seconds);
      return (await boss.getDb().executeSql(SUCCESSES, [names, periods])).rows;
    },

    counts: async () => {
      const queues = await boss.getQueues(rules.map(({ name }) => name));
      return Object.fromEntries(
        queues.map((q) => [q.name, { waiting: q.queuedCount, active: q.activeCount, failed: q.failedCount }]),
      );
    },

    stop: async ({ graceful, timeoutMs }) => {
      const idle = Promise.all(rules.map(({ name }) => boss.offWork(name, { wait: true })));
      if (graceful) await within(timeoutMs, idle);
      stopping.abort(new Error('The worker is stopping.'));
      await within(UNWIND_MS, idle);
      await boss.stop({ graceful: false });
      stopped = true;
    },
  };
};
