import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { Photos } from '../../inspections/ports/ports.ts';
import { imageUnreachable } from '../../inspections/problems/photos.ts';
import { storageUnavailable } from '../../inspections/problems/storage.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { isWhole, safeFetch } from '../safe-fetch.ts';
import { storageFailed } from '../storage-failed.ts';
import { readLogo } from './logo-file.ts';
import { originalKey, rebuildOriginal } from './original-file.ts';
import { spoolPdf } from './pdf-file.ts';
import { createReceiver } from './receive-photo.ts';
import { createThumbnails, thumbnailKeys } from './thumbnails.ts';

const METADATA: WorkModule<typeof import('./metadata.ts')> = new URL('./metadata.ts', import.meta.url);

/** What a thumbnail was made from, and what the rest of an original belongs to; any other file is its own. */
const pictureOf = (key: string) => key.replace(/\.(w\d+\.jpg|original)$/, '');

type PhotoSettings = {
  dataDir: string;
  blobs: Blobs;
  maxBytes: number;
  maxPixels: number;
  downloadTimeoutSeconds: number;
  allowPrivateAddresses: boolean;
};

/** Other processes may share the folder: only what none of them can still be writing is left over. */
const LEFT_OVER_MS = 3_600_000;

export async function createPhotos(settings: PhotoSettings): Promise<Photos> {
  const { blobs, maxBytes, maxPixels } = settings;
  const incoming = join(settings.dataDir, 'incoming');
  await mkdir(incoming, { recursive: true });
  await removeLeftOvers(incoming);
  setInterval(() => removeLeftOvers(incoming).catch(() => {}), LEFT_OVER_MS).unref();
  const receive = createReceiver({ folder: incoming, maxBytes, maxPixels, prepare: blobs.prepare });

  const write: Photos['write'] = async (picture, key, mimetype) => {
    // The name tells what it becomes.
    const path = join(incoming, `${basename(key)}.${randomUUID()}.part`);
    await writeFile(path, picture).catch(async (error) => {
      await rm(path, { force: true });
      throw storageFailed(error);
    });
    await blobs.put(key, path, mimetype);
  };

  return {
    receive,

    async download(url, rotation, options = {}) {
      const answer = await safeFetch(url, {
        headers: { accept: 'image/*' },
        timeoutMs: settings.downloadTimeoutSeconds * 1000,
        maxRedirects: 3,
        signal: options.signal,
        allowPrivateAddresses: settings.allowPrivateAddresses,
      });
      if (!isWhole(answer)) {
        answer.body.destroy();
        throw imageUnreachable(
          `The address of the photo answered with status ${answer.status}. Check it in a browser.`,
        );
      }
      return await receive(answer.body, rotation, options);
    },

    async receivePdf(source, { limited }) {
      const path = join(incoming, `${randomUUID()}.part`);
      const { sha256, size } = await spoolPdf(source, path, limited ? maxBytes : Infinity);
      const discard = () => rm(path, { force: true });
      await blobs.prepare?.(path).catch(async (error) => {
        await discard();
        throw error;
      });
      return { path, sha256, binarySize: size, mimetype: 'application/pdf', discard };
    },

    receiveLogo: readLogo,

    async keep(file, key) {
      const keepOne = (under: string, path: string, mimetype: string) =>
        blobs.put(under, path, mimetype, { prepared: true });
      try {
        if (file.original) await keepOne(originalKey(key), file.original.path, 'application/octet-stream');
        await keepOne(key, file.path, file.mimetype);
      } finally {
        await file.discard();
      }
    },

    async original(key) {
      const read = async (one: string) => buffer((await blobs.open(one)).stream);
      return rebuildOriginal(await read(originalKey(key)), () => read(key));
    },

    async metadata(original) {
      const path = join(incoming, `${randomUUID()}.part`);
      try {
        await writeFile(path, original).catch((error) => {
          throw storageFailed(error);
        });
        return await inDecoder(METADATA, 'readMetadata', [path]);
      } finally {
        await rm(path, { force: true });
      }
    },

    write,

    async writeStream(source, key, mimetype) {
      const path = join(incoming, `${randomUUID()}.part`);
      await pipeline(source, createWriteStream(path, { flags: 'wx' })).catch(async (error) => {
        await rm(path, { force: true });
        throw error.syscall ? storageFailed(error) : error;
      });
      await blobs.put(key, path, mimetype);
    },

    async remove(keys) {
      await blobs.remove(keys.flatMap((key) => [...thumbnailKeys(key), originalKey(key), key]));
    },

    async *list(folder, after) {
      for await (const file of blobs.list(folder, after)) yield { ...file, made_from: pictureOf(file.key) };
    },

    removeFiles: blobs.remove,
    removeFolder: blobs.removeFolder,

    open: blobs.open,
    thumbnail: createThumbnails(blobs, incoming, maxPixels),

    async now() {
      const key = `clock-${randomUUID()}`;
      // Empty, for which there is room on a full disk too.
      await write(Buffer.alloc(0), key, 'text/plain');
      try {
        for await (const { modified_at } of blobs.list(key)) return modified_at;
        throw storageUnavailable();
      } finally {
        await blobs.remove([key]);
      }
    },

    async ready() {
      await blobs.ready();
      await access(incoming, constants.W_OK).catch((error) => {
        throw storageFailed(error);
      });
    },
  };
}

async function removeLeftOvers(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const status = await stat(path).catch(() => undefined);
    if (status && status.mtimeMs < Date.now() - LEFT_OVER_MS) await rm(path, { force: true });
  }
}
