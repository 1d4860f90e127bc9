/** Which files a list of files, folders and patterns means, and how each is read. */
import { glob, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHeicDecoder } from './files/heic.ts';
import { SNIFF_BYTES, sniff } from './files/sniff.ts';
import { invalidImage } from './inspections/problem.ts';

const PHOTO = /\.(jpe?g|png|webp|avif|tiff?|heic|heif)$/i;

/** In the order given; a folder stands for the photos in it and below, a pattern for what it matches. */
export async function* filesFrom(inputs: string[]): AsyncGenerator<string> {
  for (const input of inputs) {
    const found = await stat(input).catch(() => null);
    if (found?.isDirectory()) {
      const names = await readdir(input, { recursive: true });
      yield* names
        .filter((name) => PHOTO.test(name))
        .sort()
        .map((name) => join(input, name));
    } else if (found === null && /[*?[{]/.test(input)) {
      const names = await Array.fromAsync(glob(input));
      // A pattern that matches nothing is reported like a file that is not there.
      yield* names.length > 0 ? names.sort() : [input];
    } else yield input;
  }
}

const headOf = async (path: string) => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
  } finally {
    await file.close();
  }
};

const refusals: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EACCES: 'The file may not be read.',
  EISDIR: 'This is a folder.',
};

/** The photo as what the models take: its path, or its pixels where only we can decode it. */
export function createPhotoReader(maxPixels: number) {
  const decodeHeic = createHeicDecoder();
  return async (path: string): Promise<{ photo: string | Uint8Array; size: number }> => {
    const { head, size } = await headOf(path).catch((error: NodeJS.ErrnoException) => {
      throw invalidImage(refusals[error.code ?? ''] ?? error.message);
    });
    if (size === 0) throw invalidImage('The file is empty.');
    const sniffed = sniff(head);
    if (!sniffed.format) throw invalidImage(`This is ${sniffed.looksLike}, not a photo.`);
    return { photo: sniffed.format === 'heic' ? await decodeHeic({ path, maxPixels }) : path, size };
  };
}
