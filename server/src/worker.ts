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
  // Every photo that comes in is judged by them, and somebody may be waiting for that.
  adapters.openEyes().catch((error: Error) => log.warn(`No model could be loaded: ${error.message}`));
  return {
    close: async () => {
      await workers.stop(config.shutdownTimeoutSeconds * 1000);
      await adapters.close();
    },
  };
};
