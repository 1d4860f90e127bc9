import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The file as a whole path, refused where it cannot be written: better now than after minutes of work. */
export const outputFile = async (option: string, file: string): Promise<string> => {
  const path = resolve(file);
  const refuse = (why: string) => {
    throw new Error(`${path} cannot be written: ${why}. Name another with ${option}.`);
  };
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) refuse('it is a folder');
  await access(there ? path : dirname(path), constants.W_OK).catch(() =>
    refuse(there ? 'it may not be replaced' : 'its folder is missing, or may not be written to'),
  );
  return path;
};
