/** Goes through the photos of a task, each once: what was seen before, by this task or another, is taken from the store. */
import type { Ports, TaskRun } from '../../inspections/ports/ports.ts';
import { isTemporary, noPhotoReadable, Problem } from '../../inspections/problem.ts';
import type { ErrorMessage, Image } from '../../inspections/records/records.ts';
import { readPhoto } from '../photos/read-photo.ts';
import { errorMessage } from './error-message.ts';

/** What is done with each photo. */
export type Look<Seen> = {
  /** What was seen is kept under this name; it changes whenever another look could see something else. */
  name: string;
  look(photo: Buffer, image: Image, signal: AbortSignal): Promise<Seen>;
  /** What is not worth keeping is looked for again by the next run. */
  isWorthKeeping(seen: Seen): boolean;
  /** How many photos can be looked at at the same time. */
  atOnce: number;
  /** What is seen on one photo counts for those that show the same: by their ids, the id of that one. */
  twins?: ReadonlyMap<string, string>;
};

/** A photo that cannot be looked at is told in `errors` and leaves the others alone; where all are such, that is the end. */
export type Looked<Seen> = { seen: Map<string, Seen>; errors: ErrorMessage[] };

/** What is wrong with the service must not pass for a fault of the photo. */
const isOfService = (error: unknown) =>
  isTemporary(error) || (error instanceof Problem && error.code === 'model_unusable');

const unreadable = ({ id, name }: Image, error: unknown) => {
  const reason = error instanceof Problem ? error.message : 'its file cannot be read.';
  const called = name === null ? id : `${name} (${id})`;
  return errorMessage('image_unreadable', `The photo ${called} was left out: ${reason}`);
};

export const goThroughPhotos = async <Seen extends object>(
  images: readonly Image[],
  { name, look, isWorthKeeping, atOnce, twins = new Map() }: Look<Seen>,
  { store, photos }: Pick<Ports, 'store' | 'photos'>,
  run: TaskRun,
): Promise<Looked<Seen>> => {
  const seen = await store.sightings.of<Seen>(
    images.map(({ id }) => id),
    name,
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
  const twinsOf = Map.groupBy(
    images.filter(({ id }) => !seen.has(id) && twins.has(id)),
    ({ id }) => twins.get(id)!,
  );
  const left = images.filter(({ id }) => !seen.has(id) && !twins.has(id));

  const share = async (result: Seen, sharing: readonly Image[]) => {
    for (const { id } of sharing) {
      if (isWorthKeeping(result)) await store.sightings.keep(id, name, result);
      seen.set(id, result);
    }
  };
  const one = async (image: Image) => {
    const same = twinsOf.get(image.id) ?? [];
    try {
      await run.step(async () => {
        signal.throwIfAborted();
        await share(await look(await readPhoto(image, { photos }), image, signal), [image, ...same]);
      });
    } catch (error) {
      if (signal.aborted || isOfService(error)) throw error;
      errors.push(unreadable(image, error));
      left.push(...same);
    }
    await report();
  };
  const lane = async () => {
    try {
      for (let image = left.shift(); image; image = left.shift()) {
        signal.throwIfAborted();
        await one(image);
      }
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  };
  for (const [id, same] of twinsOf) {
    const result = seen.get(id);
    if (result) await share(result, same);
  }
  if (seen.size > 0) await report();
  // One more than look at the same time, so that none waits for a file to be read or a result to be kept.
  await Promise.allSettled(Array.from({ length: atOnce + 1 }, lane));
  signal.throwIfAborted();
  if (images.length > 0 && seen.size === 0)
    throw noPhotoReadable(
      images.length,
      errors.map(({ message }) => message),
    );
  return { seen, errors };
};
