import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Phase } from '../http/routes/health.ts';
import { buildWorkerServer } from '../http/worker-server.ts';
import { startWorkers } from '../jobs/workers.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createAdapters } from './adapters.ts';
import { explainTakenPort } from './listening.ts';

export const startWorker = async (
  config: Config,
  databaseUrl: string,
  log: Logger,
  tracing: Tracing | null,
): Promise<{ close(): Promise<void> }> => {
  const { queue, ports, ...adapters } = await createAdapters(config, databaseUrl, log, {
    works: true,
    tracing,
  });
  let phase: Phase = 'starting';
  const metrics = createMetrics(queue, () => ports.store.fileSweep.totals(), adapters.health.capabilities);
  const server = buildWorkerServer({ log, health: adapters.health, phase: () => phase, metrics });
  const { port, concurrency } = config.worker;
  if (port !== null)
    await server.listen({ port, host: config.host }).catch(explainTakenPort('WORKER_PORT', port));
  const workers = await startWorkers(queue, ports, {
    concurrency,
    log,
    onJob: (name, seconds, outcome) => metrics.jobRuns.observe({ queue: name, outcome }, seconds),
  });
  phase = 'running';
  // Every photo that comes in is judged by them, and somebody may be waiting for that.
  adapters.openEyes().catch((error: Error) => log.warn(`No model could be loaded: ${error.message}`));
  return {
    close: async () => {
      phase = 'stopping';
      await workers.stop(config.shutdownTimeoutSeconds * 1000);
      await server.close();
      await adapters.close();
    },
  };
};
