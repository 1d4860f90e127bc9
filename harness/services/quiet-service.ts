import { signal } from '../faults/signal.ts';
import { ownService } from './own-service.ts';
import { workerOf } from './worker.ts';

/** A service whose worker is held: nothing in it changes but by requests. */
export const quietService = async (environment: Record<string, string> = {}) => {
  const service = await ownService({ MODELS_DIR: '/nowhere', ...environment });
  try {
    const worker = workerOf(service)!;
    process.kill(worker, 'SIGSTOP');
    const stop = () => {
      signal(worker, 'SIGCONT');
      return service.stop();
    };
    return { ...service, stop };
  } catch (error) {
    await service.stop();
    throw error;
  }
};
