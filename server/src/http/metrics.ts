import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type QueueCounts = () => Promise<Record<string, { waiting: number; active: number; failed: number }>>;

const COUNT_MS = 2000;

/** Counts and durations by route and status; never by user, inspection or organization. */
export const createMetrics = (queueCounts: QueueCounts) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'walkaround_' });
  const requests = new Histogram({
    name: 'walkaround_http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
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
      const counts = await Promise.race([queueCounts(), sleep(COUNT_MS, {}, { ref: false })]).catch(
        () => ({}),
      );
      for (const [queue, states] of Object.entries(counts))
        for (const [state, count] of Object.entries(states)) this.set({ queue, state }, count);
    },
  });
  return { registry, requests, jobs };
};

export type Metrics = ReturnType<typeof createMetrics>;

export const metricsRoute = (app: FastifyInstance, { registry }: Metrics) => {
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
};
