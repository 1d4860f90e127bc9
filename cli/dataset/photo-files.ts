/** The photos of a data set on disk: each is loaded once, and whole or not at all. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Photo } from './coco.ts';

export const PHOTOS = 'photos';
const ENDINGS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp', 'image/avif': 'avif' };
const PHOTO_FILE = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.\w+(\.part)?$/;

const ATTEMPTS = 6;
const LONGEST_WAIT_SECONDS = 60;

/** In 256 folders: the ends of ids are spread evenly, and their beginnings are times. */
export const nameOf = ({ id, mimetype }: Photo) =>
  `${PHOTOS}/${id.slice(-2)}/${id}.${ENDINGS[mimetype] ?? 'jpg'}`;

const hashOf = async (path: string): Promise<string | null> => {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
};

/** `gone`: erased since it was listed. `not_ready`: its blurred picture cannot be had now. */
export type Loaded = { sha256: string } | { problem: 'gone' | 'not_ready' };

/** A service that is busy or away for a moment is asked again. */
const ask = async (address: string): Promise<Response | 'gone' | 'not_ready'> => {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address).catch((cause: Error) => cause);
    const isLast = attempt === ATTEMPTS;
    if (response instanceof Error) {
      if (isLast) throw new Error(`A photo could not be loaded: ${response.message}. Run the command again.`);
    } else {
      if (response.ok) return response;
      await response.body?.cancel();
      if (response.status === 404) return 'gone';
      const mayPass = response.status === 429 || response.status >= 500;
      if (isLast && response.status === 503) return 'not_ready';
      if (isLast || !mayPass)
        throw new Error(
          `A photo could not be loaded: the service answered ${response.status}. Run the command again.`,
        );
    }
    const asked = response instanceof Error ? 0 : Number(response.headers.get('retry-after')) || 0;
    await sleep(1000 * Math.min(Math.max(asked, 2 ** (attempt - 2)), LONGEST_WAIT_SECONDS));
  }
};

export const loadPhoto = async (folder: string, photo: Photo): Promise<Loaded> => {
  const path = join(folder, nameOf(photo));
  const known = await hashOf(path);
  if (known !== null) return { sha256: known };
  const response = await ask(photo.path);
  if (typeof response === 'string') return { problem: response };
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const part = `${path}.part`;
  await pipeline(
    Readable.fromWeb(response.body! as Parameters<typeof Readable.fromWeb>[0]),
    async function* hashed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(part),
  ).catch((cause: Error) => {
    throw new Error(`A photo could not be loaded: ${cause.message}. Run the command again.`);
  });
  await rename(part, path);
  return { sha256: hash.digest('hex') };
};

export const removePhoto = (folder: string, photo: Photo) => rm(join(folder, nameOf(photo)), { force: true });

/** Takes away what is no longer in the set, and what was half loaded; tells the ids. Other files stay. */
export const removeOthers = async (folder: string, kept: ReadonlySet<string>): Promise<string[]> => {
  const removed: string[] = [];
  const inPhotos = join(folder, PHOTOS);
  for (const part of await readdir(inPhotos).catch(() => [])) {
    for (const name of await readdir(join(inPhotos, part)).catch(() => [])) {
      const [, id, isPart] = PHOTO_FILE.exec(name) ?? [];
      if (id === undefined || (isPart === undefined && kept.has(id))) continue;
      await rm(join(inPhotos, part, name));
      if (isPart === undefined) removed.push(id);
    }
  }
  return removed;
};
