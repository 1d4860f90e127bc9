/** Where the results of a command go: refused before the work where nothing can be written there. */
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const REASONS: Record<string, string> = {
  ENOENT: 'its folder is missing',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EEXIST: 'it is a file',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

const refuse =
  (option: string, path: string) =>
  ({ code, message }: NodeJS.ErrnoException): never => {
    throw new Error(
      `${path} cannot be written: ${REASONS[code ?? ''] ?? message}. Name another with ${option}.`,
    );
  };

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The file as a whole path. It is opened to see that it can be written; what is in it stays. */
export const outputFile = async (option: string, file: string): Promise<string> => {
  const path = resolve(file);
  const wasThere = await isThere(path);
  const opened = await open(path, 'a').catch(refuse(option, path));
  await opened.close();
  if (!wasThere) await rm(path);
  return path;
};

/** Step by step: where no folder can be made, as under /proc, the recursive form of Node does not end. */
const makeFolder = async (path: string): Promise<void> => {
  if (await isThere(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path);
};

/** The folder as a whole path, made where it is missing. */
export const outputFolder = async (option: string, folder: string): Promise<string> => {
  const path = resolve(folder);
  await makeFolder(path).catch(refuse(option, path));
  await outputFile(option, resolve(path, '.write-test'));
  return path;
};
