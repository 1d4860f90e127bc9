/** Reads the text of photos in threads of its own, so that nothing else waits for it. */
import { Worker } from 'node:worker_threads';
import type { Engine } from '../model-session.ts';
import { forbidTelemetry } from '../telemetry.ts';
import { createThreadPool } from '../thread-pool.ts';
import type { TextSeen } from './reading.ts';
import type { TextQuestion, TextReady, TextThreadSettings } from './text-thread.ts';

export type TextReaderConfig = Engine & { maxPixels: number; threads?: number; mostWaiting?: number };

export type TextReader = {
  /** A photo as bytes or as the path of its file. Cancelled by the signal, also while it waits. */
  read(photo: Uint8Array | string, options?: { signal?: AbortSignal }): Promise<TextSeen>;
  close(): Promise<void>;
};

const MOST_WAITING = 256;
const PATIENCE_MS = 120_000;

/** Resolves when the networks are loaded. */
export async function createTextReader(
  { maxPixels, threads = 1, mostWaiting = MOST_WAITING, ...engine }: TextReaderConfig,
  log: { warn(message: string): void },
): Promise<TextReader> {
  forbidTelemetry();
  const pool = createThreadPool<TextQuestion, TextSeen, TextReady>({
    threads,
    mostWaiting,
    patienceMs: PATIENCE_MS,
    open: (cancelled) =>
      new Worker(new URL('./text-thread.ts', import.meta.url), {
        name: 'text',
        workerData: { engine, maxPixels, cancelled } satisfies TextThreadSettings,
      }),
    onReady: ({ problem }) => {
      if (problem !== undefined) log.warn(problem);
    },
    onDeath: (reason) => log.warn(`The thread that reads text died and is replaced: ${reason}`),
  });
  await pool.started;
  return {
    // A view into a larger buffer would be sent with all of that buffer.
    read: (photo, { signal } = {}) =>
      pool.ask({ photo: typeof photo === 'string' ? photo : new Uint8Array(photo) }, signal),
    close: () => pool.close(),
  };
}
