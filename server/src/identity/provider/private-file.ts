/** Files that only the operator may read: keys, password hashes, client secrets. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export const readPrivateFile = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const writeBeside = async (path: string, content: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
};

export const replacePrivateFile = async (path: string, content: string): Promise<void> => {
  await rename(await writeBeside(path, content), path);
};

/** The first of several processes that start together wins; all of them get what it wrote. */
export const createPrivateFile = async (path: string, content: string): Promise<string> => {
  const draft = await writeBeside(path, content);
  try {
    await link(draft, path);
  } catch (error) {
    // Some file systems know no hard links: there, the last one wins.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(draft, path);
  }
  await rm(draft, { force: true });
  return readFile(path, 'utf8');
};
