import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CAPABILITIES, type Capability } from '../inspections/capabilities.ts';
import { type Watch, watchedMetrics } from './watched-metrics.ts';

type QueueCounts = () => Promise<Record<string, { waiting: number; active: number; failed: number }>>;

const COUNT_MS = 2000;

type Scheduled = () => Promise<{ name: string; succeeded_at: Date | null; overdue: boolean }[]>;
type Totals = { files_removed: number; bytes_removed: number; finished_at: string | null };

const inTime = <T>(question: Promise<T>): Promise<T | null> =>
  Promise.race([question, sleep(COUNT_MS, null, { ref: false })]).catch(() => null);

/** Counts and durations by route and status; never by user, inspection or organization. */
export const createMetrics = (
  queue: { counts: QueueCounts; scheduled: Scheduled },
  sweepTotals: () => Promise<Totals>,
  capabilities: () => Promise<Capability[]>,
  /** Only where the models' daily work is told: by one kind of process. */
  watch?: Watch,
) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'walkaround_' });
  const requests = new Histogram({
    name: 'walkaround_http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const jobRuns = new Histogram({
    name: 'walkaround_job_duration_seconds',
    help: 'Time that a job took in this worker, by kind and outcome.',
    labelNames: ['queue', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [registry],
  });
  const jobs = new Gauge({
    name: 'walkaround_jobs',
    help: 'Jobs in the queue, by kind and state.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // While the database is away the other figures still count, most of all then.
      const counts = await inTime(queue.counts());
      for (const [queue, states] of Object.entries(counts ?? {}))
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
    },
  });
  const ofSchedule = (
    name: string,
    help: string,
    figure: (job: Awaited<ReturnType<Scheduled>>[0]) => number,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const job of (await inTime(queue.scheduled())) ?? []) this.set({ job: job.name }, figure(job));
      },
    });
  ofSchedule(
    'walkaround_scheduled_job_succeeded_timestamp_seconds',
    'When a job that comes by the clock last succeeded; 0 if never.',
    ({ succeeded_at }) => (succeeded_at ? succeeded_at.getTime() / 1000 : 0),
  );
  ofSchedule(
    'walkaround_scheduled_job_overdue',
    '1 while a job that comes by the clock has not succeeded for three of its periods.',
    ({ overdue }) => Number(overdue),
  );
  const ofSweep = (name: string, help: string, figure: (totals: Totals) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const totals = await inTime(sweepTotals());
        if (totals === null) this.reset();
        else this.set(figure(totals));
      },
    });
  const everywhere = 'counted by the whole installation.';
  ofSweep(
    'walkaround_orphan_files_removed_total',
    `Files without an owner that were removed, ${everywhere}`,
    ({ files_removed }) => files_removed,
  );
  ofSweep(
    'walkaround_orphan_bytes_removed_total',
    `Bytes of files without an owner that were removed, ${everywhere}`,
    ({ bytes_removed }) => bytes_removed,
  );
  ofSweep(
    'walkaround_file_sweep_finished_timestamp_seconds',
    'When the search for files without an owner last came to its end; 0 if never.',
    ({ finished_at }) => (finished_at === null ? 0 : Date.parse(finished_at) / 1000),
  );
  new Gauge({
    name: 'walkaround_capability_degraded',
    help: `1 while the service cannot do something, by capability: ${CAPABILITIES.join(', ')}. GET /health says what.`,
    labelNames: ['capability'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { name, status } of (await inTime(capabilities())) ?? [])
        this.set({ capability: name }, Number(status === 'degraded'));
    },
  });
  if (watch !== undefined) watchedMetrics(registry, watch);
  return { registry, requests, jobRuns, jobs };
};

export type Metrics = ReturnType<typeof createMetrics>;

export const metricsRoute = (app: FastifyInstance, { registry }: Metrics) => {
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
};
