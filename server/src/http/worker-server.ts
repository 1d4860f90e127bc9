import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Router } from './context.ts';
import { type Metrics, metricsRoute } from './metrics.ts';
import { type HealthSources, healthRoutes, type Phase } from './routes/health.ts';

type WorkerServerSettings = {
  log: FastifyBaseLogger;
  health: HealthSources;
  phase(): Phase;
  metrics: Metrics;
};

/** What a worker tells those who watch it, at the addresses that an api has for it. It serves nobody else. */
export const buildWorkerServer = ({ log, health, phase, metrics }: WorkerServerSettings) => {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  healthRoutes(app as unknown as Router, health, phase);
  metricsRoute(app as never, metrics);
  return app;
};
