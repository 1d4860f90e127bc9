/** Finds the frames of a video that need no look of their own: an earlier one shows the same. */

import { type Frame, type FrameHash, isFrame, twinsAmong } from '../../inspections/photos/twin-frames.ts';
import type { Ports, TaskRun } from '../../inspections/ports/ports.ts';
import { isTemporary } from '../../inspections/problem.ts';
import type { Image } from '../../inspections/records/records.ts';
import { readPhoto } from '../photos/read-photo.ts';

type FrameHashPorts = Pick<Ports, 'store' | 'photos' | 'photoModels'>;

/** Kept with what the models saw, and gone with it. */
const NAME = 'glance 1';

/** What cannot be read has no twin; whoever looks at it will say so. */
const frameHashOf = async (
  image: Image,
  { store, photos, photoModels }: FrameHashPorts,
): Promise<FrameHash | null> => {
  try {
    const frameHash = await photoModels.frameHash(await readPhoto(image, { photos }));
    await store.sightings.keep(image.id, NAME, frameHash);
    return frameHash;
  } catch (error) {
    if (isTemporary(error)) throw error;
    return null;
  }
};

const inOrder = (one: Image, other: Image) =>
  Number(one.additional_data.frame_index) - Number(other.additional_data.frame_index) ||
  one.created_at.localeCompare(other.created_at);

/** By its id, the id of the frame that each of these shows the same as. */
export const findTwins = async (
  images: readonly Image[],
  ports: FrameHashPorts,
  { signal, step }: Pick<TaskRun, 'signal' | 'step'>,
): Promise<Map<string, string>> => {
  const ordered = images.filter(isFrame).sort(inOrder);
  const known = await ports.store.sightings.of<FrameHash>(
    ordered.map(({ id }) => id),
    NAME,
  );
  const frames: Frame[] = [];
  for (const image of ordered) {
    signal.throwIfAborted();
    const frameHash = known.get(image.id) ?? (await step(() => frameHashOf(image, ports)));
    const { id, width, height } = image;
    if (frameHash) frames.push({ id, width, height, greys: Buffer.from(frameHash.greys, 'base64') });
  }
  return twinsAmong(frames);
};
