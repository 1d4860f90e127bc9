/** How a photo of `detect` is taken in: by the same way, and within the same limits, as an upload. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sizeOf } from '../../../../command-line/photo-files.ts';
import { createReceiver } from '../../files/photos/receive-photo.ts';

type Limits = { maxBytes: number; maxPixels: number };

export async function createPhotoReader(limits: Limits, signal: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-detect-'));
  const receive = createReceiver({ ...limits, folder });
  return {
    /** A copy, to be discarded. */
    read: async (path: string) => {
      await sizeOf(path);
      return receive(createReadStream(path), 'NO_ROTATION', { signal });
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
