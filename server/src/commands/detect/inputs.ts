/** How a photo of `detect` is read. */
import { open } from 'node:fs/promises';
import { whyUnreadable } from '../../../../command-line/photo-files.ts';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { SNIFF_BYTES, sniff } from '../../files/photos/sniff.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';

const HEIC: WorkModule<typeof import('../../files/photos/heic.ts')> = new URL(
  '../../files/photos/heic.ts',
  import.meta.url,
);

const headOf = async (path: string) => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
  } finally {
    await file.close();
  }
};

/** The photo as what the models take: its path, or its pixels where only we can decode it. */
export function createPhotoReader(maxPixels: number) {
  return async (path: string): Promise<{ photo: string | Uint8Array; size: number }> => {
    const { head, size } = await headOf(path).catch((error) => {
      throw invalidImage(whyUnreadable(error));
    });
    if (size === 0) throw invalidImage('The file is empty.');
    const sniffed = sniff(head);
    if (!sniffed.format) throw invalidImage(`This is ${sniffed.looksLike}, not a photo.`);
    return {
      photo: sniffed.format === 'heic' ? (await inDecoder(HEIC, 'decodeHeic', [path, maxPixels])).tiff : path,
      size,
    };
  };
}
