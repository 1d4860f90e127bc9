import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photos } from '../../inspections/ports/ports.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import { createPhotos } from './photos.ts';
import { BLUE, cornersOf, drawCorners, GREEN, RED, WHITE } from './test-pictures/draw.ts';

let dataDir: string;
let photos: Photos;
let originalsRead = 0;
const KEY = 'inspections/one/photo.png';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'thumbnails-'));
  const disk = createDiskBlobs(join(dataDir, 'files'));
  const blobs: Blobs = {
    ...disk,
    open: (key, range) => {
      if (key === KEY) originalsRead++;
      return disk.open(key, range);
    },
  };
  photos = await createPhotos({
    dataDir,
    blobs,
    maxBytes: 5_000_000,
    maxPixels: 10_000_000,
    downloadTimeoutSeconds: 1,
    allowPrivateAddresses: false,
  });
  const sent = await drawCorners(1000, 750).ensureAlpha().png().toBuffer();
  await photos.keep(await photos.receive(Readable.from([sent]), 'NO_ROTATION'), KEY);
});
afterAll(() => rm(dataDir, { recursive: true }));

const thumbnail = async (width: number) => {
  const file = await photos.thumbnail(KEY, width);
  const bytes = await buffer(file.stream);
  expect(file).toMatchObject({ mimetype: 'image/jpeg', size: bytes.length });
  return bytes;
};

test.each([
  [1, 160],
  [160, 160],
  [161, 320],
  [600, 640],
  [1100, 1000],
  [9999, 1000],
])('asked for %i pixels, the preview is %i wide and never larger than the photo', async (asked, width) => {
  const bytes = await thumbnail(asked);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height: width * 0.75 });
  expect(await cornersOf(bytes)).toEqual([RED, GREEN, BLUE, WHITE]);
});

test('many who ask at once wait for one preview, and later ones get the kept one', async () => {
  await rm(join(dataDir, 'files', `${KEY}.w320.jpg`), { force: true });
  originalsRead = 0;
  const all = await Promise.all(Array.from({ length: 10 }, () => thumbnail(300)));
  expect(new Set(all.map((bytes) => bytes.toString('base64'))).size).toBe(1);
  await thumbnail(320);
  expect(originalsRead).toBe(1);
});

test('there is no preview of what does not exist or is not a picture', async () => {
  await expect(photos.thumbnail('inspections/one/none.jpg', 320)).rejects.toMatchObject({
    kind: 'not_found',
  });
  await expect(photos.thumbnail('../secret', 320)).rejects.toMatchObject({ kind: 'not_found' });
});

test('removing a photo removes its previews', async () => {
  await thumbnail(640);
  await photos.remove([KEY]);
  expect(await readdir(join(dataDir, 'files/inspections/one'))).toEqual([]);
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([]);
});
