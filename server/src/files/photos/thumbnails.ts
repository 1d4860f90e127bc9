import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { OpenedFile } from '../../inspections/ports/ports.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { coalescedWork } from '../coalesced-work.ts';
import { storageFailed } from '../storage-failed.ts';

const SMALL_PICTURES: WorkModule<typeof import('./small-pictures.ts')> = new URL(
  './small-pictures.ts',
  import.meta.url,
);

const WIDTHS = [160, 320, 640, 1280, 1920];

/** The few sizes are a bound on what the world can make us compute and store. */
const nearest = (width: number) => WIDTHS.find((known) => known >= width) ?? 1920;
const thumbnailKey = (key: string, width: number) => `${key}.w${width}.jpg`;

export const thumbnailKeys = (key: string) => WIDTHS.map((width) => thumbnailKey(key, width));

type Thumbnails = (key: string, width: number, signal?: AbortSignal) => Promise<OpenedFile>;

/** Made at the first request, kept beside the photo, served from there afterwards. */
export function createThumbnails(blobs: Blobs, folder: string, maxPixels: number): Thumbnails {
  const beingMade = coalescedWork();

  const make = async (key: string, width: number, signal: AbortSignal) => {
    const [path, small] = [randomUUID(), randomUUID()].map((name) => join(folder, `${name}.part`));
    try {
      await pipeline((await blobs.open(key)).stream, createWriteStream(path!), { signal });
      await inDecoder(SMALL_PICTURES, 'makePreview', [path!, small!, width, maxPixels], signal);
      await blobs.put(thumbnailKey(key, width), small!, 'image/jpeg');
    } catch (error) {
      throw error instanceof Problem || signal.aborted ? error : storageFailed(error);
    } finally {
      await Promise.all([rm(path!, { force: true }), rm(small!, { force: true })]);
    }
  };

  return async (key, wanted, signal) => {
    const width = nearest(wanted);
    const kept = thumbnailKey(key, width);
    try {
      return await blobs.open(kept);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'not_found')) throw error;
    }
    await beingMade(kept, (nobodyWaits) => make(key, width, nobodyWaits), signal);
    return await blobs.open(kept);
  };
}
