import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * The worker of the default run: a process of its own, so that no analysis ever holds up an answer. It is
 * started again when it dies, after growing pauses where it does not even get ready, and ends by itself when
 * this process does.
 */
export const startWorkerProcess = (environment: NodeJS.ProcessEnv, log: Logger, stopMs: number) => {
  let stopping = false;
  let pause = FIRST_PAUSE_MS;
  const start = () => {
    const started = fork(new URL('../main.ts', import.meta.url), [], { env: environment });
    started.once('message', () => {
      pause = FIRST_PAUSE_MS;
    });
    started.on('exit', async (code, signal) => {
      if (stopping) return;
      log.error({ code, signal }, 'The worker ended; starting it again.');
      await sleep(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (!stopping) child = start();
    });
    return started;
  };
  let child = start();

  return {
    close: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const done = new AbortController();
      const late = sleep(stopMs, 'late', { signal: done.signal }).catch(() => 'ended');
      if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
      done.abort();
      await ended;
    },
  };
};
