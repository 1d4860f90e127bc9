/**
 * What was found on a photo by each of the models that are asked for: from the store what is there, and looked for what
 * is missing, from one decode. A look belongs to a model, not to a question, so whoever asks next finds it there.
 */
import type { Finds, Looker } from '../../inspections/photos/finds.ts';
import type { SightingKey } from '../../inspections/ports/findings.ts';
import type { Look, Ports } from '../../inspections/ports/ports.ts';
import type { Image } from '../../inspections/records/image.ts';
import { readPhoto } from './read-photo.ts';

export type SeePorts = Pick<Ports, 'store' | 'photos' | 'photoModels'>;

type Terms = {
  /** Somebody is waiting for it. */
  urgent?: boolean;
  signal?: AbortSignal;
};

const asFinds = (kept: ReadonlyMap<string, unknown> | undefined): Partial<Finds> =>
  Object.fromEntries(kept ?? []);

const keysOf = async (want: readonly Looker[], { photoModels }: SeePorts): Promise<SightingKey[]> => {
  const versions = await photoModels.versions();
  return want.flatMap((model) => (versions[model] ? [{ model, ...versions[model] }] : []));
};

/** Looks at one photo run in sequence: two tasks at the same time would both find nothing stored, and run the models twice. */
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
  want: readonly Looker[],
  ports: SeePorts,
): Promise<Map<string, Partial<Finds>>> => {
  const ids = images.map(({ id }) => id);
  const kept = await ports.store.sightings.of(ids, await keysOf(want, ports));
  return new Map(ids.map((id) => [id, asFinds(kept.get(id))]));
};

export const keepFinds = async (
  imageIds: string[],
  finds: Partial<Finds>,
  ports: SeePorts,
): Promise<void> => {
  const keys = await keysOf(Object.keys(finds) as Looker[], ports);
  const found = keys.map((key) => ({ ...key, seen: finds[key.model as Looker] }));
  if (found.length > 0 && imageIds.length > 0) await ports.store.sightings.keep(imageIds, found);
};

export const see = (
  image: Image,
  want: readonly Looker[],
  ports: SeePorts,
  { urgent, signal }: Terms = {},
): Promise<Look> =>
  afterOthers(image.id, async () => {
    signal?.throwIfAborted();
    const known = (await keptOf([image], want, ports)).get(image.id)!;
    const missing = want.filter((name) => !(name in known));
    if (missing.length === 0) return { finds: known, unavailable: {} };
    const photo = await readPhoto(image, ports);
    const { finds, unavailable } = await ports.photoModels.look(photo, {
      want: missing,
      known,
      urgent,
      signal,
    });
    await keepFinds([image.id], finds, ports);
    return { finds: { ...known, ...finds }, unavailable };
  });
