/** From the bytes of a photo to a file that everyone sees the same way. What is no photo, or costs too much, is refused. */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { Photos } from '../../inspections/ports/ports.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { createHasher } from '../blobs/hasher.ts';
import { spoolPhoto } from '../blobs/spool.ts';
import { storageFailed } from '../storage-failed.ts';
import { writeOriginal } from './original-file.ts';

const UPRIGHT: WorkModule<typeof import('./upright.ts')> = new URL('./upright.ts', import.meta.url);

type Settings = {
  /** Where the files are made. */
  folder: string;
  maxBytes: number;
  maxPixels: number;
  prepare?: Blobs['prepare'];
};

export function createReceiver({ folder, maxBytes, maxPixels, prepare }: Settings): Photos['receive'] {
  const beginHash = createHasher();
  return async (source, rotation, { signal, keepOriginal } = {}) => {
    const path = join(folder, `${randomUUID()}.part`);
    const [target, received, original] = ['upright', 'received', 'original'].map(
      (name) => `${path}.${name}`,
    ) as [string, string, string];
    let discarded: Promise<unknown> | undefined;
    const discard = async () => {
      discarded ??= Promise.all([path, target, received, original].map((one) => rm(one, { force: true })));
      await discarded;
    };
    const wanted = (await keepOriginal) ?? false;
    const spooling = spoolPhoto(source, path, maxBytes, beginHash(), wanted ? received : undefined);
    const { sha256: hashing, copies, ...spooled } = await spooling;
    const work = { ...spooled, rotation, maxPixels, target };
    const turning = inDecoder(UPRIGHT, 'makeUpright', [work], signal);
    try {
      const [{ rewritten, ...upright }, sha256] = await Promise.all([turning, hashing, prepare?.(path)]);
      if (rewritten) {
        await rename(target, path);
        await prepare?.(path);
      }
      if (!wanted) return { path, sha256, ...upright, original: null, discard };
      await writeOriginal(received, rewritten ? [] : copies, original);
      await Promise.all([rm(received, { force: true }), prepare?.(original)]);
      return { path, sha256, ...upright, original: { path: original, format: spooled.format }, discard };
    } catch (error) {
      // Until it has ended it may write.
      await turning.catch(() => {});
      await discard();
      throw error instanceof Problem || signal?.aborted ? error : storageFailed(error);
    }
  };
}
