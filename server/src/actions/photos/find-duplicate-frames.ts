/** Finds the duplicate frames of a video: models do not run on a frame that shows the same as an earlier one. */

import {
  duplicatesAmong,
  type Frame,
  type FrameHash,
  isFrame,
} from '../../inspections/photos/duplicate-frames.ts';
import type { TaskRun } from '../../inspections/ports/ports.ts';
import { isTemporary } from '../../inspections/problems/problem.ts';
import type { Image } from '../../inspections/records/image.ts';
import { type FindPorts, findOnPhoto, keptOf } from './find-on-photo.ts';

/** A photo that cannot be read is no duplicate; the models report it when they run on it. */
const frameHashOf = async (
  image: Image,
  ports: FindPorts,
  signal: AbortSignal,
): Promise<FrameHash | undefined> => {
  try {
    return (await findOnPhoto(image, ['frame_hash'], ports, { signal })).finds.frame_hash;
  } catch (error) {
    if (isTemporary(error)) throw error;
    return undefined;
  }
};

const inOrder = (one: Image, other: Image) =>
  Number(one.additional_data.frame_index) - Number(other.additional_data.frame_index) ||
  one.created_at.localeCompare(other.created_at);

/** By its id, the id of the frame that each of these shows the same as. */
export const findDuplicateFrames = async (
  images: readonly Image[],
  ports: FindPorts,
  { signal, step }: Pick<TaskRun, 'signal' | 'step'>,
): Promise<Map<string, string>> => {
  const ordered = images.filter(isFrame).sort(inOrder);
  const known = await keptOf(ordered, ['frame_hash'], ports);
  const frames: Frame[] = [];
  for (const image of ordered) {
    signal.throwIfAborted();
    const frameHash =
      known.get(image.id)!.frame_hash ?? (await step(() => frameHashOf(image, ports, signal)));
    const { id, width, height } = image;
    if (frameHash) frames.push({ id, width, height, greys: Buffer.from(frameHash.greys, 'base64') });
  }
  return duplicatesAmong(frames);
};
