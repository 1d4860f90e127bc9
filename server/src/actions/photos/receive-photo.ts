import type { Readable } from 'node:stream';
import { type Actor, assertMayWrite } from '../../inspections/access.ts';
import type { Ports, ReceivedPhoto } from '../../inspections/ports/ports.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { inspectionToRead, isId } from '../reach-inspection.ts';
import { type ImageDescription, namedTasks } from './add-image.ts';

/** `path` is where the request holds the description: empty, or for example `new_image.`. */
type Incoming = { inspection_id: string; description: ImageDescription; path: string };

/** Whether the bytes are wanted as they come. */
const keepsOriginal = async ({ inspection_id }: Incoming, { store }: Ports): Promise<boolean> =>
  isId(inspection_id) && (await store.organizations.keepsOriginals(inspection_id));

/**
 * Refuses early what would be refused anyway, before a large file is read for nothing. Not a started
 * task: the file may be one that is sent again, which only its bytes can tell.
 */
const assertWelcome = async (
  actor: Actor,
  { inspection_id, description, path }: Incoming,
  { store }: Ports,
) => {
  const head = await inspectionToRead(actor, inspection_id, store);
  assertMayWrite(actor, head);
  namedTasks(await store.tasks.briefs(head.id), description, path, false);
};

/** What is wrong with a photo is said of the field that it came by. */
export const namingField = async <T>(path: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'input') throw error;
    const errors = [{ path, message: error.message }];
    throw new Problem(error.code, error.message, { errors });
  }
};

/**
 * The file comes in while it is found out whether it is welcome. The caller owns the photo: it discards
 * it, unless an action that keeps it has done so.
 */
export const receivePhoto = async (
  actor: Actor,
  input: Incoming & { source: Readable },
  ports: Ports,
): Promise<ReceivedPhoto> => {
  const keepOriginal = keepsOriginal(input, ports);
  const receiving = ports.photos.receive(input.source, input.description.rotation, { keepOriginal });
  // If both fail, the other failure is the one to tell.
  receiving.catch(() => {});
  try {
    await assertWelcome(actor, input, ports);
  } catch (error) {
    input.source.destroy();
    await receiving.then(
      (photo) => photo.discard(),
      () => {},
    );
    throw error;
  }
  return namingField('image', receiving);
};

/** A file that comes with what it is for, after its sender was let in. */
export const receiveAttached = (
  {
    source,
    name,
    description,
    keepOriginal,
  }: {
    source: Readable;
    name: string;
    description: Pick<ImageDescription, 'rotation'>;
    keepOriginal: boolean;
  },
  { photos }: Ports,
): Promise<ReceivedPhoto> =>
  namingField(name, photos.receive(source, description.rotation, { keepOriginal }));

export const downloadPhoto = async (
  actor: Actor,
  input: Incoming & { url: string },
  ports: Ports,
): Promise<ReceivedPhoto> => {
  await assertWelcome(actor, input, ports);
  const keepOriginal = await keepsOriginal(input, ports);
  const downloading = ports.photos.download(input.url, input.description.rotation, { keepOriginal });
  return namingField(`${input.path}acquisition.url`, downloading);
};
