/** Reads the text of photos in threads of its own, so that nothing else waits for it. */
import { Worker } from 'node:worker_threads';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import type { Engine } from '../engine/model-session.ts';
import { forbidTelemetry } from '../engine/telemetry.ts';
import { createThreadPool } from '../engine/threads/thread-pool.ts';
import { TEXT_SIDE } from './reading.ts';
import type { TextAnswer, TextQuestion, TextReady, TextThreadSettings } from './text-thread.ts';

const PICTURE: WorkModule<typeof import('../pixels/picture.ts')> = new URL(
  '../pixels/picture.ts',
  import.meta.url,
);

type TextReaderConfig = Engine & { maxPixels: number; threads?: number; mostWaiting?: number };

export type ReadRequest = { areas?: readonly BoundingBox[]; signal?: AbortSignal };

export type TextReader = {
  /** A photo as bytes or as the path of its file. `areas` are read again, closer. Canceled also while it waits. */
  read(photo: Uint8Array | string, options?: ReadRequest): Promise<TextAnswer>;
  /** The same of a picture that is decoded already. */
  readPicture(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer>;
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
  const pool = createThreadPool<TextQuestion, TextAnswer, TextReady>({
    threads,
    mostWaiting,
    patienceMs: PATIENCE_MS,
    open: (canceled) =>
      new Worker(new URL('./text-thread.ts', import.meta.url), {
        name: 'text',
        workerData: { engine, canceled } satisfies TextThreadSettings,
      }),
    onReady: ({ warnings }) => {
      for (const warning of warnings) log.warn(warning);
    },
    onDeath: (reason) => log.warn(`The thread that reads text died and is replaced: ${reason}`),
  });
  await pool.started;
  return {
    async read(photo, { areas = [], signal } = {}) {
      const limits = { longestSide: TEXT_SIDE, maxPixels };
      const picture = await inDecoder(PICTURE, 'decodePhoto', [photo, limits], signal);
      return await pool.ask({ picture, whole: true, areas }, signal);
    },
    readPicture: (question, signal) => pool.ask(question, signal),
    close: () => pool.close(),
  };
}
