import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound } from '../../inspections/problems/access.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { storageFailed } from '../storage-failed.ts';
import { type Blobs, checkKey, type KeptFile, mimetypeOf, resolveRange } from './blobs.ts';

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
        throw storageFailed(error);
      }
    },

    prepare: (localPath) =>
      flush(localPath).catch((error) => {
        throw storageFailed(error);
      }),

    async open(key, range) {
      const file = await open(pathOf(key), 'r').catch(missing);
      try {
        const status = await file.stat();
        if (!status.isFile()) throw notFound('file');
        const resolved = range && resolveRange(range, status.size);
        return {
          stream: file.createReadStream(resolved),
          size: status.size,
          mimetype: mimetypeOf(key),
          range: resolved,
        };
      } catch (error) {
        await file.close();
        throw error instanceof Problem ? error : storageFailed(error);
      }
    },

    async remove(keys) {
      for (const key of keys) {
        await rm(pathOf(key), { force: true }).catch((error) => {
          throw storageFailed(error);
        });
      }
    },

    list: (prefix, after = '') =>
      filesBelow(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix, after),

    async removeFolder(key) {
      await rm(pathOf(key), { recursive: true, force: true }).catch((error) => {
        throw storageFailed(error);
      });
    },

    async ready() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK);
      } catch (error) {
        throw storageFailed(error);
      }
    },
  };
}

/** `within`: a folder of keys with its slash, or nothing for all of them. Folders with nothing to tell are not read. */
async function* filesBelow(
  root: string,
  within: string,
  prefix: string,
  after: string,
): AsyncGenerator<KeptFile> {
  const entries = await readdir(join(root, within), { withFileTypes: true }).catch(noneIfMissing);
  const keys = entries.map((entry) => within + entry.name + (entry.isDirectory() ? '/' : '')).sort(byCodes);
  for (const key of keys) {
    const isFolder = key.endsWith('/');
    if (!key.startsWith(prefix) || (key <= after && !(isFolder && after.startsWith(key)))) continue;
    if (isFolder) yield* filesBelow(root, key, prefix, after);
    else {
      const status = await stat(join(root, key)).catch(() => null);
      if (status?.isFile()) yield { key, size: status.size, modified_at: status.mtime };
    }
  }
}

/** As S3 sorts them. */
const byCodes = (a: string, b: string) => (a < b ? -1 : 1);

const noneIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  throw storageFailed(error);
};

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
  throw absent ? notFound('file') : storageFailed(error);
}
