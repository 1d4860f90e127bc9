/** Runs models on the photos of a task. What an earlier task found on a photo is reused. */
import type { FindKind } from '../../inspections/photos/finds.ts';
import type { FindResult, TaskRun } from '../../inspections/ports/ports.ts';
import { modelUnusable } from '../../inspections/problems/photos.ts';
import { isTemporary, Problem } from '../../inspections/problems/problem.ts';
import { noPhotoReadable } from '../../inspections/problems/tasks.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { ErrorMessage } from '../../inspections/records/task.ts';
import { errorMessage } from '../tasks/error-message.ts';
import { type FindPorts, findOnPhoto, keepFinds, keptOf } from './find-on-photo.ts';

export type Wanted = {
  /** The photo fails where one of these cannot run. */
  needs(image: Image): readonly FindKind[];
  /** The photo succeeds without these where they cannot run. */
  helps?: readonly FindKind[];
  /** Duplicate frames share the finds of an earlier frame: from the id of each to the id of that frame. */
  duplicates?: ReadonlyMap<string, string>;
};

/** A photo that cannot be read is listed in `errors`. If no photo can be read, the task fails. */
export type PhotoResults<Seen> = { results: Map<string, Seen>; errors: ErrorMessage[] };

/** A fault of the service must not be reported as a fault of the photo. */
const isOfService = (error: unknown) =>
  isTemporary(error) || (error instanceof Problem && error.code === 'model_unusable');

const unreadable = ({ id, name }: Image, error: unknown) => {
  const reason = error instanceof Problem ? error.message : 'its file cannot be read.';
  const called = name === null ? id : `${name} (${id})`;
  return errorMessage('image_unreadable', `The photo ${called} was left out: ${reason}`);
};

/** Of each photo, with those helpers that there are. */
const kindsFor = async ({ needs, helps = [] }: Wanted, { photoModels }: FindPorts) => {
  const versions = await photoModels.versions();
  const helping = helps.filter((name) => versions[name]);
  return (image: Image) => [...needs(image), ...helping];
};
type KindsFor = Awaited<ReturnType<typeof kindsFor>>;

/** The photos of which all is kept already. */
const storedResults = async (images: readonly Image[], kinds: KindsFor, ports: FindPorts) => {
  const kept = await keptOf(images, [...new Set(images.flatMap(kinds))], ports);
  const results = new Map<string, FindResult>();
  for (const image of images) {
    const finds = kept.get(image.id)!;
    if (kinds(image).every((name) => name in finds)) results.set(image.id, { finds, unavailable: {} });
  }
  return results;
};

const findNeeded = async (
  image: Image,
  { needs }: Wanted,
  kinds: KindsFor,
  ports: FindPorts,
  signal: AbortSignal,
) => {
  const result = await findOnPhoto(image, kinds(image), ports, { signal });
  const missing = needs(image).find((name) => result.unavailable[name] !== undefined);
  if (missing) throw modelUnusable(result.unavailable[missing]!);
  return result;
};

export const findOnPhotos = async (
  images: readonly Image[],
  wanted: Wanted,
  ports: FindPorts,
  run: TaskRun,
): Promise<PhotoResults<FindResult>> => {
  const { duplicates = new Map<string, string>() } = wanted;
  const kinds = await kindsFor(wanted, ports);
  const results = await storedResults(images, kinds, ports);
  const errors: ErrorMessage[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);

  // In sequence: a late report must not lower the progress.
  let told = Promise.resolve();
  const report = () => {
    const done = results.size + errors.length;
    told = told.then(() => run.progress(done, images.length));
    return told;
  };
  const duplicatesOf = Map.groupBy(
    images.filter(({ id }) => !results.has(id) && duplicates.has(id)),
    ({ id }) => duplicates.get(id)!,
  );
  const left = images.filter(({ id }) => !results.has(id) && !duplicates.has(id));

  const share = async (result: FindResult, sharing: readonly Image[]) => {
    const ids = sharing.map(({ id }) => id);
    await keepFinds(ids, result.finds, ports);
    for (const id of ids) results.set(id, result);
  };
  const one = async (image: Image) => {
    const same = duplicatesOf.get(image.id) ?? [];
    try {
      await run.step(async () => {
        signal.throwIfAborted();
        const result = await findNeeded(image, wanted, kinds, ports, signal);
        results.set(image.id, result);
        await share(result, same);
      });
    } catch (error) {
      if (signal.aborted || isOfService(error)) throw error;
      run.leftOut(image.id, error);
      errors.push(unreadable(image, error));
      left.push(...same);
    }
    await report();
  };
  const worker = async () => {
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
  for (const [id, same] of duplicatesOf) {
    const result = results.get(id);
    if (result) await share(result, same);
  }
  if (results.size > 0) await report();
  // One worker more than model threads, so that no thread waits while a file is read or a result is stored.
  await Promise.allSettled(Array.from({ length: ports.photoModels.concurrency + 1 }, worker));
  signal.throwIfAborted();
  if (images.length > 0 && results.size === 0)
    throw noPhotoReadable(
      images.length,
      errors.map(({ message }) => message),
    );
  return { results, errors };
};
