/** Which files a list of files, folders and patterns means. */
import { access, constants, glob, readdir, stat } from 'node:fs/promises';
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

const whyUnreadable = ({ code, message }: NodeJS.ErrnoException) => REASONS[code ?? ''] ?? message;

/** The size of a file that can be read; otherwise an error that says why it cannot. */
export const sizeOf = async (file: string): Promise<number> => {
  try {
    await access(file, constants.R_OK);
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return found.size;
  } catch (error) {
    throw new Error(whyUnreadable(error as NodeJS.ErrnoException));
  }
};

const MOST_NAMED = 3;

/** Before anything is started for them: where none of the files can be read, there is nothing to do. */
export const refuseIfNoneReadable = async (files: string[]): Promise<void> => {
  if (files.length === 0) throw new Error('There are no photos in these folders.');
  const refused: string[] = [];
  for (const file of files) {
    const problem = await sizeOf(file).then(
      () => null,
      (error: Error) => error.message,
    );
    if (problem === null) return;
    refused.push(`${file}: ${problem}`);
  }
  const more = refused.length - MOST_NAMED;
  throw new Error([...refused.slice(0, MOST_NAMED), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'));
};
