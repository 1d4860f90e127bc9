import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, opendir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { notFound, Problem, storageUnavailable } from '../inspections/problem.ts';
import { type Blobs, checkKey, mimetypeOf, settleRange } from './blobs.ts';

/** Files under one folder, the key being the path. A file is either there as a whole or not at all. */
export function createDiskBlobs(folder: string): Blobs {
  const pathOf = (key: string) => join(folder, checkKey(key));

  return {
    async put(key, localPath, _mimetype, { prepared } = { prepared: false }) {
      const path = pathOf(key);
      try {
        if (!prepared) await flush(localPath);
        await move(localPath, path).catch(async (error) => {
          if (error.code !== 'ENOENT') throw error;
          await mkdir(dirname(path), { recursive: true });
          await move(localPath, path);
        });
      } catch (error) {
        await rm(localPath, { force: true });
        throw storageUnavailable(error);
      }
    },

    prepare: (localPath) =>
      flush(localPath).catch((error) => {
        throw storageUnavailable(error);
      }),

    async open(key, range) {
      const file = await open(pathOf(key), 'r').catch(missing);
      try {
        const status = await file.stat();
        if (!status.isFile()) throw notFound('file');
        const settled = range && settleRange(range, status.size);
        return {
          stream: file.createReadStream(settled),
          size: status.size,
          mimetype: mimetypeOf(key),
          range: settled,
        };
      } catch (error) {
        await file.close();
        throw error instanceof Problem ? error : storageUnavailable(error);
      }
    },

    async remove(keys) {
      for (const key of keys) {
        await rm(pathOf(key), { force: true }).catch((error) => {
          throw storageUnavailable(error);
        });
      }
    },

    async *list(prefix) {
      const entries = await opendir(folder, { recursive: true }).catch(() => undefined);
      if (!entries) return;
      for await (const entry of entries) {
        const key = relative(folder, join(entry.parentPath, entry.name));
        if (entry.isFile() && key.startsWith(prefix)) yield key;
      }
    },

    async ready() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK);
      } catch (error) {
        throw storageUnavailable(error);
      }
    },
  };
}

/** Onto the disk before it gets its name: after a power cut a named file must not be found empty. */
async function flush(path: string) {
  const file = await open(path, 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

const move = (from: string, to: string) => rename(from, to).catch((error) => moveAcross(error, from, to));

/** The folder may be a volume of its own, where a rename from outside is not possible. */
async function moveAcross(error: NodeJS.ErrnoException, from: string, to: string) {
  if (error.code !== 'EXDEV') throw error;
  const beside = `${to}.${randomUUID()}.part`;
  try {
    await copyFile(from, beside);
    await flush(beside);
    await rename(beside, to);
  } catch (failure) {
    await rm(beside, { force: true });
    throw failure;
  }
  await rm(from, { force: true });
}

function missing(error: NodeJS.ErrnoException): never {
  const absent = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(error.code ?? '');
  throw absent ? notFound('file') : storageUnavailable(error);
}
