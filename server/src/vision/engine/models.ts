/** Runs the networks on photos, in threads. Nothing on the main thread waits for a model. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { withScatteredScratches } from '../../inspections/damages/scattered-scratches.ts';
import { combineFinds } from '../../inspections/photos/combine-finds.ts';
import type { Detections, ModelName } from '../../inspections/photos/detections.ts';
import { MODELS } from '../../inspections/photos/model-registry.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { CLOSER_LOOKS } from '../nets/tuning.ts';
import type { Picture } from '../pixels/picture.ts';
import { MODELS_SIDE } from '../pixels/tuning.ts';
import type { DetectRequest, FindRequest, Found } from './find-request.ts';
import { isUsable, type Manifest, readManifest } from './manifest.ts';
import type { Device } from './model-session.ts';
import { withHelpers } from './run-models.ts';
import { forbidTelemetry } from './telemetry.ts';
import type { Answer, ModelStatus, News, Question, ThreadSettings } from './threads/model-thread.ts';
import { createThreadPool, type Urgency } from './threads/thread-pool.ts';

const PICTURE: WorkModule<typeof import('../pixels/picture.ts')> = new URL(
  '../pixels/picture.ts',
  import.meta.url,
);

export type ModelsConfig = {
  folder: string;
  threads: number;
  /** Cores that one run may use; null leaves the choice to the service. */
  cores: number | null;
  device: Device;
  maxPixels: number;
  /** So many windows of a photo with damages in doubt are looked at from close by. */
  closerLooks?: number | undefined;
  /** For all models together on one photo. */
  timeoutSeconds?: number | undefined;
  /** Loaded at once; the others, and the memory they take, when they run for the first time. */
  warm?: readonly ModelName[];
};

export type ModelsLog = { warn(message: string): void };

/** What somebody waits for goes before what nobody waits for; what is idle waits for a thread that has nothing else to do. */
type Terms = { urgency?: Urgency; signal?: AbortSignal };

export type Models = {
  /** Resolves when the models are warm; until then photos wait. */
  started: Promise<void>;
  /** What each of these models finds by itself on a photo that was decoded for them. */
  find(picture: Picture, request: Omit<FindRequest, 'closerLooks'> & Terms): Promise<Found>;
  /** A photo as bytes or as the path of its file. Canceled by the signal, also while it waits. */
  detect(photo: Uint8Array | string, request: DetectRequest & Terms): Promise<Detections>;
  /** Which models there are, and why one cannot be used, as far as that is known without loading it. */
  status(): ModelStatus[];
  /** The versions of the damage model that are open. */
  loadedDamage(): string[];
  close(): Promise<void>;
};

const MOST_WAITING = 256;
const PATIENCE_SECONDS = 120;
/** More cores than this make a run hardly faster: other threads use them better. */
const MOST_CORES = 4;

export const coresOf = ({ cores }: Pick<ModelsConfig, 'cores'>) =>
  cores ?? Math.min(MOST_CORES, availableParallelism());

export async function startModels(config: ModelsConfig, log: ModelsLog): Promise<Models> {
  const models = createModels(config, log);
  await models.started;
  return models;
}

/** A model that cannot be used is told once in the log and in every answer. */
export function createModels(config: ModelsConfig, log: ModelsLog): Models {
  forbidTelemetry();
  const cores = coresOf(config);
  const status = new Map<ModelName, ModelStatus>();
  const told = new Set<string>();
  let others: string[] = [];
  // Every thread finds out for itself.
  const hear = ({ models, warnings, ...news }: News) => {
    others = news.others;
    for (const model of models) status.set(model.name, model);
    for (const text of [...warnings, ...models.flatMap(({ problem }) => problem ?? [])]) {
      if (!told.has(text)) log.warn(text);
      told.add(text);
    }
  };
  const pool = createThreadPool<Question, Answer, News>({
    threads: config.threads,
    mostWaiting: MOST_WAITING,
    patienceMs: 1000 * (config.timeoutSeconds ?? PATIENCE_SECONDS),
    open: (canceled) =>
      new Worker(new URL('./threads/model-thread.ts', import.meta.url), {
        name: 'models',
        workerData: {
          folder: config.folder,
          engine: { device: config.device, cores },
          warm: config.warm ?? [],
          canceled,
        } satisfies ThreadSettings,
      }),
    onReady: hear,
    onDeath: (reason) => log.warn(`The thread of the models died and is replaced: ${reason}`),
  });
  const manifest = readManifest(config.folder);
  const find: Models['find'] = async (picture, { signal, urgency, ...request }) => {
    try {
      const asked = { ...request, closerLooks: config.closerLooks ?? CLOSER_LOOKS };
      const { found, news } = await pool.ask({ picture, request: asked }, signal, urgency);
      hear(news);
      return found;
    } catch (error) {
      if (error instanceof Problem && error.code === 'models_failed')
        log.warn(`A photo could not be analyzed: ${(error.cause as Error).message}`);
      throw error;
    }
  };
  return {
    started: pool.started,
    find,
    async detect(photo, { want, leastScore, ...terms }) {
      const limits = { longestSide: MODELS_SIDE, maxPixels: config.maxPixels };
      const picture = await inDecoder(PICTURE, 'decodePhoto', [photo, limits], terms.signal);
      const found = await find(picture, { want: withHelpers(want), leastScore, ...terms });
      return seenBy(found, { want, leastScore }, picture, await manifest);
    },
    status: () => [...status.values()],
    loadedDamage: () => {
      const installed = status.get('damage');
      return [...(installed?.device && installed.version ? [installed.version] : []), ...others];
    },
    close: () => pool.close(),
  };
}

/** Without what a model needs its answer is missing, for that reason; what only helps may be missing. */
function seenBy(
  { finds, models, unavailable }: Found,
  { want, leastScore }: DetectRequest,
  picture: Picture,
  manifest: Manifest,
): Detections {
  const problems: Detections['unavailable'] = {};
  for (const name of want) {
    const missing = [name, ...MODELS[name].needs].find((needed) => unavailable[needed] !== undefined);
    if (missing === undefined) continue;
    problems[name] = unavailable[missing];
    delete finds[name];
    delete models[name];
  }
  const damage = manifest.get('damage');
  const detections = combineFinds(picture, finds, damage && isUsable(damage) ? damage.thresholds : {});
  // Whoever asks for lower scores wants every find by itself.
  const gathered = leastScore === undefined && detections.damages && detections.parts;
  if (gathered) detections.damages = withScatteredScratches(detections.damages!, detections.parts!);
  return { ...detections, models, unavailable: problems };
}
