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
  return async (source, rotation, signal) => {
    const path = join(folder, `${randomUUID()}.part`);
    const target = `${path}.upright`;
    let discarded: Promise<unknown> | undefined;
    const discard = async () => {
      discarded ??= Promise.all([rm(path, { force: true }), rm(target, { force: true })]);
      await discarded;
    };
    const { sha256: hashing, ...spooled } = await spoolPhoto(source, path, maxBytes, beginHash());
    const work = { ...spooled, rotation, maxPixels, target };
    const turning = inDecoder(UPRIGHT, 'makeUpright', [work], signal);
    try {
      const [{ rewritten, ...upright }, sha256] = await Promise.all([turning, hashing, prepare?.(path)]);
      if (rewritten) {
        await rename(target, path);
        await prepare?.(path);
      }
      return { path, sha256, ...upright, discard };
    } catch (error) {
      // Until it has ended it may write.
      await turning.catch(() => {});
      await discard();
      throw error instanceof Problem || signal?.aborted ? error : storageFailed(error);
    }
  };
}
