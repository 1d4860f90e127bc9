import { threadsAlive } from '../vision/engine/threads/thread-pool.ts';

/**
 * The last thing that a process does, once everything is closed. An ordinary exit with a thread inside ONNX Runtime would
 * abort it, as if it had crashed; so a process with a thread that is stuck there ends without any ado.
 */
export const endProcess = (code: number): never => {
  if (threadsAlive() > 0) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
};
