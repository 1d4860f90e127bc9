import type { Logger } from 'pino';
import { createAdapters } from './adapters.ts';
import type { Config } from './config.ts';
import { startWorkers } from './jobs/workers.ts';

export const startWorker = async (
  config: Config,
  databaseUrl: string,
  log: Logger,
): Promise<{ close(): Promise<void> }> => {
  const adapters = await createAdapters(config, databaseUrl, log, { works: true });
  const workers = await startWorkers(adapters.queue, adapters.ports, {
    concurrency: config.worker.concurrency,
    log,
  });
  return {
    close: async () => {
      await workers.stop(config.shutdownTimeoutSeconds * 1000);
      await adapters.close();
    },
  };
};
