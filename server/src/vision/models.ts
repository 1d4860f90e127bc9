/** The eyes of the service: photos go in, what the models saw comes out. Nothing here waits for a model. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PhotoSeen } from '../inspections/photo-seen.ts';
import type { LookRequest } from './look-request.ts';
import type { ModelName } from './manifest.ts';
import type { Device } from './model-session.ts';
import type { ModelStatus, Question, Ready, ThreadSettings } from './model-thread.ts';
import { forbidTelemetry } from './telemetry.ts';
import { createThreadPool } from './thread-pool.ts';

export type ModelsConfig = {
  folder: string;
  threads: number;
  /** Cores that one run may use; null leaves the choice to the service. */
  cores: number | null;
  device: Device;
  maxPixels: number;
  /** Load these alone. */
  only?: ModelName[];
  mostWaiting?: number;
};

export type ModelsLog = { warn(message: string): void };

export type Models = {
  /** A photo as bytes or as the path of its file. Cancelled by the signal, also while it waits. */
  look(photo: Uint8Array | string, request: LookRequest & { signal?: AbortSignal }): Promise<PhotoSeen>;
  /** Which models there are, and why one cannot be used. */
  status(): ModelStatus[];
  close(): Promise<void>;
};

const MOST_WAITING = 256;
const PATIENCE_MS = 120_000;
/** More cores than this make a run hardly faster: other threads use them better. */
const MOST_CORES = 4;

/** A view into a larger buffer would be sent with all of that buffer. */
const alone = (photo: Uint8Array | string) =>
  typeof photo === 'string' || photo.byteLength === photo.buffer.byteLength ? photo : new Uint8Array(photo);

/** Resolves when the models are loaded and warm. One that cannot be used is told by `status` and in every answer. */
export async function startModels(config: ModelsConfig, log: ModelsLog): Promise<Models> {
  forbidTelemetry();
  const cores = config.cores ?? Math.min(MOST_CORES, availableParallelism());
  let status: ModelStatus[] = [];
  const pool = createThreadPool<Question, PhotoSeen, Ready>({
    threads: config.threads,
    mostWaiting: config.mostWaiting ?? MOST_WAITING,
    patienceMs: PATIENCE_MS,
    open: (cancelled) =>
      new Worker(new URL('./model-thread.ts', import.meta.url), {
        name: 'models',
        workerData: {
          folder: config.folder,
          engine: { device: config.device, cores },
          maxPixels: config.maxPixels,
          only: config.only ?? null,
          cancelled,
        } satisfies ThreadSettings,
      }),
    onReady: ({ models, warnings }) => {
      status = models;
      for (const warning of warnings) log.warn(warning);
      for (const { problem } of models) if (problem !== undefined) log.warn(problem);
    },
    onDeath: (reason) => log.warn(`The thread of the models died and is replaced: ${reason}`),
  });
  await pool.started;
  return {
    look: (photo, { signal, ...request }) => pool.ask({ photo: alone(photo), request }, signal),
    status: () => status,
    close: () => pool.close(),
  };
}
