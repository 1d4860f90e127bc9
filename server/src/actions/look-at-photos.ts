/** Looks at the photos of a task, each once: what was seen before, by this task or another, is taken from the store. */
import { buffer } from 'node:stream/consumers';
import type { ModelName, PhotoSeen } from '../inspections/photo-seen.ts';
import type { Ports } from '../inspections/ports.ts';
import { modelUnusable, Problem } from '../inspections/problem.ts';
import type { ErrorMessage, Image } from '../inspections/records.ts';
import { errorMessage } from './error-message.ts';

type LookPorts = Pick<Ports, 'store' | 'photos' | 'eyes'>;
/** Without the model that is needed nothing can be said; what `helps` is done without where it cannot be used. */
type Request = { needs: ModelName; helps: readonly ModelName[]; leastScore: number };
type Run = { progress(done: number, total: number): Promise<void>; signal: AbortSignal };

/** A photo that cannot be looked at is told in `errors` and leaves the others alone. */
export type Looked = { seen: Map<string, PhotoSeen>; errors: ErrorMessage[] };

/** Changes whenever another look could see something else. */
const nameOf = async ({ needs, helps, leastScore }: Request, { eyes }: LookPorts): Promise<string> => {
  const models = Object.entries(await eyes.models()).map(
    ([name, { version, sha256 }]) => `${name} ${version} ${sha256.slice(0, 8)}`,
  );
  return `${[needs, ...helps].join(', ')} from ${leastScore} by ${models.sort().join(', ')}`;
};

const look = async (image: Image, request: Request, ports: LookPorts, signal: AbortSignal) => {
  const { needs, helps, leastScore } = request;
  const file = await ports.photos.open(image.file_key);
  const asked = { want: [needs, ...helps], leastScore, signal };
  const seen = await ports.eyes.look(await buffer(file.stream), asked);
  const problem = seen.unavailable[needs];
  if (problem !== undefined) throw modelUnusable(problem);
  return seen;
};

/** What was seen without a model that should have helped is seen better once that is repaired. */
const isComplete = (seen: PhotoSeen) => Object.keys(seen.unavailable).length === 0;

/** What is wrong with the service must not pass for a fault of the photo. */
const isOfService = (error: unknown) =>
  error instanceof Problem && (error.status === 503 || error.code === 'model_unusable');

const unreadable = ({ id, name }: Image, error: unknown) => {
  const reason = error instanceof Problem ? error.message : 'its file cannot be read.';
  const called = name === null ? id : `${name} (${id})`;
  return errorMessage('image_unreadable', `The photo ${called} was left out: ${reason}`);
};

export const lookAtPhotos = async (
  images: readonly Image[],
  request: Request,
  ports: LookPorts,
  run: Run,
): Promise<Looked> => {
  const models = await nameOf(request, ports);
  const seen = await ports.store.sightings.of(
    images.map(({ id }) => id),
    models,
  );
  const errors: ErrorMessage[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);

  // One after the other, or a late report would count backwards.
  let told = Promise.resolve();
  const report = () => {
    const done = seen.size + errors.length;
    told = told.then(() => run.progress(done, images.length));
    return told;
  };
  const one = async (image: Image) => {
    try {
      const result = await look(image, request, ports, signal);
      if (isComplete(result)) await ports.store.sightings.keep(image.id, models, result);
      seen.set(image.id, result);
    } catch (error) {
      if (signal.aborted || isOfService(error)) throw error;
      errors.push(unreadable(image, error));
    }
    await report();
  };
  const left = images.filter(({ id }) => !seen.has(id)).values();
  const lane = async () => {
    try {
      for (const image of left) {
        signal.throwIfAborted();
        await one(image);
      }
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  if (seen.size > 0) await report();
  // One more than look at the same time, so that none waits for a file to be read or a result to be kept.
  await Promise.allSettled(Array.from({ length: ports.eyes.atOnce + 1 }, lane));
  signal.throwIfAborted();
  return { seen, errors };
};
