/** Which files a list of files, folders and patterns means. */
import { glob, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

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

const REASONS: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EACCES: 'The file may not be read.',
  EISDIR: 'This is a folder.',
};

export const whyUnreadable = ({ code, message }: NodeJS.ErrnoException) => REASONS[code ?? ''] ?? message;
