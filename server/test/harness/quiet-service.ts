import { ownService } from './own-service.ts';
import { workerOf } from './worker.ts';

/** A service whose worker is held: nothing in it changes but by requests. */
export const quietService = async (environment: Record<string, string> = {}) => {
  const service = await ownService(environment);
  const worker = workerOf(service)!;
  process.kill(worker, 'SIGSTOP');
  const stop = () => {
    process.kill(worker, 'SIGCONT');
    return service.stop();
  };
  return { ...service, stop };
};
