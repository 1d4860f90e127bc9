/** Runs models on the photos of a task. What an earlier task found on a photo is reused. */
import type { Looker } from '../../inspections/photos/finds.ts';
import type { Look, TaskRun } from '../../inspections/ports/ports.ts';
import { modelUnusable } from '../../inspections/problems/photos.ts';
import { isTemporary, Problem } from '../../inspections/problems/problem.ts';
import { noPhotoReadable } from '../../inspections/problems/tasks.ts';
import type { Image } from '../../inspections/records/image.ts';
import type { ErrorMessage } from '../../inspections/records/task.ts';
import { errorMessage } from '../tasks/error-message.ts';
import { keepFinds, keptOf, type SeePorts, see } from './see.ts';

export type Wanted = {
  /** The photo fails where one of these cannot run. */
  needs(image: Image): readonly Looker[];
  /** The photo succeeds without these where they cannot run. */
  helps?: readonly Looker[];
  /** Duplicate frames share the finds of an earlier frame: from the id of each to the id of that frame. */
  duplicates?: ReadonlyMap<string, string>;
};

/** A photo that cannot be read is listed in `errors`. If no photo can be read, the task fails. */
export type Looked<Seen> = { seen: Map<string, Seen>; errors: ErrorMessage[] };

/** A fault of the service must not be reported as a fault of the photo. */
const isOfService = (error: unknown) =>
  isTemporary(error) || (error instanceof Problem && error.code === 'model_unusable');

const unreadable = ({ id, name }: Image, error: unknown) => {
  const reason = error instanceof Problem ? error.message : 'its file cannot be read.';
  const called = name === null ? id : `${name} (${id})`;
  return errorMessage('image_unreadable', `The photo ${called} was left out: ${reason}`);
};

/** Of each photo, with those helpers that there are. */
const lookersFor = async ({ needs, helps = [] }: Wanted, { photoModels }: SeePorts) => {
  const versions = await photoModels.versions();
  const helping = helps.filter((name) => versions[name]);
  return (image: Image) => [...needs(image), ...helping];
};
type LookersFor = Awaited<ReturnType<typeof lookersFor>>;

/** The photos of which all is kept already. */
const seenBefore = async (images: readonly Image[], lookers: LookersFor, ports: SeePorts) => {
  const kept = await keptOf(images, [...new Set(images.flatMap(lookers))], ports);
  const seen = new Map<string, Look>();
  for (const image of images) {
    const finds = kept.get(image.id)!;
    if (lookers(image).every((name) => name in finds)) seen.set(image.id, { finds, unavailable: {} });
  }
  return seen;
};

const lookAt = async (
  image: Image,
  { needs }: Wanted,
  lookers: LookersFor,
  ports: SeePorts,
  signal: AbortSignal,
) => {
  const look = await see(image, lookers(image), ports, { signal });
  const missing = needs(image).find((name) => look.unavailable[name] !== undefined);
  if (missing) throw modelUnusable(look.unavailable[missing]!);
  return look;
};

export const goThroughPhotos = async (
  images: readonly Image[],
  wanted: Wanted,
  ports: SeePorts,
  run: TaskRun,
): Promise<Looked<Look>> => {
  const { duplicates = new Map<string, string>() } = wanted;
  const lookers = await lookersFor(wanted, ports);
  const seen = await seenBefore(images, lookers, ports);
  const errors: ErrorMessage[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);

  // In sequence: a late report must not lower the progress.
  let told = Promise.resolve();
  const report = () => {
    const done = seen.size + errors.length;
    told = told.then(() => run.progress(done, images.length));
    return told;
  };
  const duplicatesOf = Map.groupBy(
    images.filter(({ id }) => !seen.has(id) && duplicates.has(id)),
    ({ id }) => duplicates.get(id)!,
  );
  const left = images.filter(({ id }) => !seen.has(id) && !duplicates.has(id));

  const share = async (look: Look, sharing: readonly Image[]) => {
    const ids = sharing.map(({ id }) => id);
    await keepFinds(ids, look.finds, ports);
    for (const id of ids) seen.set(id, look);
  };
  const one = async (image: Image) => {
    const same = duplicatesOf.get(image.id) ?? [];
    try {
      await run.step(async () => {
        signal.throwIfAborted();
        const look = await lookAt(image, wanted, lookers, ports, signal);
        seen.set(image.id, look);
        await share(look, same);
      });
    } catch (error) {
      if (signal.aborted || isOfService(error)) throw error;
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
    const look = seen.get(id);
    if (look) await share(look, same);
  }
  if (seen.size > 0) await report();
  // One worker more than model threads, so that no thread waits while a file is read or a result is stored.
  await Promise.allSettled(Array.from({ length: ports.photoModels.concurrency + 1 }, worker));
  signal.throwIfAborted();
  if (images.length > 0 && seen.size === 0)
    throw noPhotoReadable(
      images.length,
      errors.map(({ message }) => message),
    );
  return { seen, errors };
};
