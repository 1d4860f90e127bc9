/**
 * What each of the requested models finds on a photo. Stored finds are reused; the missing models run on one decode. Finds
 * are stored by model, not by task, so the next task that needs them finds them there.
 */
import type { FindKind, Finds } from '../../inspections/photos/finds.ts';
import type { SightingKey } from '../../inspections/ports/findings.ts';
import type { FindResult, Ports } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';
import { readPhoto } from './read-photo.ts';

export type FindPorts = Pick<Ports, 'store' | 'photos' | 'photoModels'>;

type Terms = {
  /** Somebody is waiting for it. */
  urgent?: boolean;
  signal?: AbortSignal;
};

const asFinds = (kept: ReadonlyMap<string, unknown> | undefined): Partial<Finds> =>
  Object.fromEntries(kept ?? []);

const keysOf = async (want: readonly FindKind[], { photoModels }: FindPorts): Promise<SightingKey[]> => {
  const versions = await photoModels.versions();
  return want.flatMap((model) => (versions[model] ? [{ model, ...versions[model] }] : []));
};

/** Runs on one photo are in sequence: two tasks at the same time would both find nothing stored, and run the models twice. */
const atWork = new Map<string, Promise<unknown>>();

const afterOthers = async <T>(imageId: string, work: () => Promise<T>): Promise<T> => {
  const before = atWork.get(imageId);
  const mine = (async () => {
    await before?.catch(() => {});
    return await work();
  })();
  atWork.set(imageId, mine);
  try {
    return await mine;
  } finally {
    if (atWork.get(imageId) === mine) atWork.delete(imageId);
  }
};

/** The stored finds of each of these images, whichever task stored them. */
export const keptOf = async (
  images: readonly Image[],
  want: readonly FindKind[],
  ports: FindPorts,
): Promise<Map<string, Partial<Finds>>> => {
  const ids = images.map(({ id }) => id);
  const kept = await ports.store.sightings.of(ids, await keysOf(want, ports));
  return new Map(ids.map((id) => [id, asFinds(kept.get(id))]));
};

export const keepFinds = async (
  imageIds: string[],
  finds: Partial<Finds>,
  ports: FindPorts,
): Promise<void> => {
  const keys = await keysOf(Object.keys(finds) as FindKind[], ports);
  const found = keys.map((key) => ({ ...key, seen: finds[key.model as FindKind] }));
  if (found.length > 0 && imageIds.length > 0) await ports.store.sightings.keep(imageIds, found);
};

export const findOnPhoto = (
  image: Image,
  want: readonly FindKind[],
  ports: FindPorts,
  { urgent, signal }: Terms = {},
): Promise<FindResult> =>
  afterOthers(image.id, async () => {
    signal?.throwIfAborted();
    const known = (await keptOf([image], want, ports)).get(image.id)!;
    const missing = want.filter((name) => !(name in known));
    if (missing.length === 0) return { finds: known, unavailable: {} };
    const photo = await readPhoto(image, ports);
    const { finds, unavailable } = await ports.photoModels.find(photo, {
      want: missing,
      known,
      urgent,
      signal,
    });
    await keepFinds([image.id], finds, ports);
    return { finds: { ...known, ...finds }, unavailable };
  });
