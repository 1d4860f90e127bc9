/** Photos as they were received, for a pack of those who may see them. */
import { createHash } from 'node:crypto';
import type { Ports } from '../../inspections/ports/ports.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { Image } from '../../inspections/records/image.ts';

/** What happened to an original in the storage: it is lost, or it is not what was received. */
export type OriginalProblem = 'missing' | 'changed';

/** Hashed anew: a pack never has something as an original that is none. */
const readOriginal = async (image: Image, { photos }: Ports): Promise<Uint8Array | OriginalProblem> => {
  try {
    const bytes = await photos.original(image.file_key);
    const isReceived = createHash('sha256').update(bytes).digest('hex') === image.received_sha256;
    return isReceived ? bytes : 'changed';
  } catch (error) {
    if (!(error instanceof Problem)) return 'changed';
    if (error.code === 'not_found') return 'missing';
    throw error;
  }
};

export const openOriginal = async (image: Image, ports: Ports): Promise<Uint8Array> => {
  const original = await readOriginal(image, ports);
  if (typeof original === 'string') throw new Error(`The original of photo ${image.id} is ${original}.`);
  return original;
};

/** By the id of the photo. The list of the photos says it, so it must be known before the first of them is packed. */
export const originalProblems = async (
  images: readonly Image[],
  ports: Ports,
): Promise<ReadonlyMap<string, OriginalProblem>> => {
  const problems = new Map<string, OriginalProblem>();
  for (const image of images) {
    const original = await readOriginal(image, ports);
    if (typeof original === 'string') problems.set(image.id, original);
  }
  return problems;
};
