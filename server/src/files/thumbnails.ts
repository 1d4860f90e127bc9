import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { OpenedFile } from '../inspections/ports.ts';
import { invalidImage, Problem, storageUnavailable } from '../inspections/problem.ts';
import type { Blobs } from './blobs.ts';
import { createGate } from './gate.ts';

const WIDTHS = [160, 320, 640, 1280, 1920];

/** The few sizes are a bound on what the world can make us compute and store. */
const nearest = (width: number) => WIDTHS.find((known) => known >= width) ?? 1920;
const thumbnailKey = (key: string, width: number) => `${key}.w${width}.jpg`;

/** What a thumbnail was made from; any other file is its own. */
export const pictureOf = (key: string) => key.replace(/\.w\d+\.jpg$/, '');

export const thumbnailKeys = (key: string) => WIDTHS.map((width) => thumbnailKey(key, width));

export type Thumbnails = (key: string, width: number) => Promise<OpenedFile>;

/** Made at the first request, kept beside the photo, served from there afterwards. */
export function createThumbnails(blobs: Blobs, folder: string, maxPixels: number): Thumbnails {
  const gate = createGate(2);
  const beingMade = new Map<string, Promise<void>>();

  const make = async (key: string, width: number) => {
    const path = join(folder, `${randomUUID()}.part`);
    try {
      await gate(async () => {
        const original = await buffer((await blobs.open(key)).stream);
        const small = await sharp(original, { limitInputPixels: maxPixels })
          .resize(width, undefined, { withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: 80 })
          .toBuffer()
          .catch(() => {
            throw invalidImage('No preview can be made of this file.');
          });
        await writeFile(path, small);
      });
      await blobs.put(thumbnailKey(key, width), path, 'image/jpeg');
    } catch (error) {
      throw error instanceof Problem ? error : storageUnavailable(error);
    } finally {
      await rm(path, { force: true });
    }
  };

  return async (key, wanted) => {
    const width = nearest(wanted);
    const kept = thumbnailKey(key, width);
    try {
      return await blobs.open(kept);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'not_found')) throw error;
    }
    const making = beingMade.get(kept) ?? make(key, width).finally(() => beingMade.delete(kept));
    beingMade.set(kept, making);
    await making;
    return await blobs.open(kept);
  };
}
