import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Photos } from '../../inspections/ports/ports.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import { createPhotos } from './photos.ts';
import { drawCorners } from './test-pictures/draw.ts';

const FOLDER = 'inspections/one';

let dataDir: string;
let photos: Photos;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'originals-'));
  photos = await createPhotos({
    dataDir,
    blobs: createDiskBlobs(join(dataDir, 'files')),
    maxBytes: 5_000_000,
    maxPixels: 10_000_000,
    downloadTimeoutSeconds: 5,
    allowPrivateAddresses: false,
  });
});
afterAll(() => rm(dataDir, { recursive: true }));

const secretJpeg = async () => Buffer.from(await withSecrets(drawCorners().jpeg()).toBuffer());

/** Kept as an upload is; answers its key. */
const kept = async (sent: Buffer, keepOriginal = true) => {
  const photo = await photos.receive(Readable.from([Buffer.from(sent)]), 'NO_ROTATION', { keepOriginal });
  const key = `${FOLDER}/photo-${crypto.randomUUID()}.${photo.extension}`;
  await photos.keep(photo, key);
  expect(await readdir(join(dataDir, 'incoming')), 'left behind').toEqual([]);
  return { key, photo };
};

const sizeOf = async (key: string) => (await stat(join(dataDir, 'files', key))).size;

test.each<[string, () => Promise<Buffer>, string]>([
  ['a JPEG with metadata', secretJpeg, 'jpeg'],
  [
    'a JPEG with a video after it',
    async () => Buffer.concat([await secretJpeg(), Buffer.alloc(90_000, 'x')]),
    'jpeg',
  ],
  ['a JPEG without metadata', () => drawCorners().jpeg().toBuffer(), 'jpeg'],
  [
    'a JPEG that was turned',
    () =>
      withSecrets(drawCorners().withMetadata({ orientation: 6 }))
        .jpeg()
        .toBuffer(),
    'jpeg',
  ],
  ['a PNG with metadata', () => withSecrets(drawCorners().png()).toBuffer(), 'png'],
  ['a WebP without metadata', () => drawCorners().webp().toBuffer(), 'webp'],
  ['a HEIC', () => readFile(new URL('./test-pictures/turned.heic', import.meta.url)), 'heic'],
])('%s can be had again bit for bit', async (_, draw, format) => {
  const sent = await draw();
  const { key, photo } = await kept(sent);
  expect(photo.original?.format).toBe(format);
  expect(Buffer.from(await photos.original(key)).equals(sent)).toBe(true);
  expect((await readFile(join(dataDir, 'files', key))).includes('Secret')).toBe(false);
});

test('the pixels of an upright JPEG are not stored twice', async () => {
  const plain = await drawCorners().resize(1200).jpeg({ quality: 100 }).toBuffer();
  const { key } = await kept(plain);
  expect(await sizeOf(key)).toBe(plain.length);
  expect(await sizeOf(`${key}.original`)).toBeLessThan(50);
});

test('nothing more is kept where nobody wants it', async () => {
  const { key, photo } = await kept(await secretJpeg(), false);
  expect(photo.original).toBeNull();
  await expect(photos.original(key)).rejects.toMatchObject({ code: 'not_found' });
});

test('what is kept of an original goes with its photo and is listed as belonging to it', async () => {
  const { key } = await kept(await secretJpeg());
  const listed: [string, string][] = [];
  for await (const file of photos.list(key)) listed.push([file.key, file.made_from]);
  expect(listed).toEqual([
    [key, key],
    [`${key}.original`, key],
  ]);
  await photos.remove([key]);
  for await (const file of photos.list(key)) throw new Error(`${file.key} is still there.`);
});

test('the metadata of an original says who, where and with what', async () => {
  expect(await photos.metadata(await secretJpeg())).toMatchObject({
    exif: { Make: 'SecretMaker', Artist: 'SecretOwner' },
    gps: { Latitude: expect.closeTo(48.858, 2) },
  });
  const heic = await readFile(new URL('./test-pictures/turned.heic', import.meta.url));
  expect(await photos.metadata(heic)).toMatchObject({ exif: { Make: 'SecretMaker' } });
  expect(JSON.stringify(await photos.metadata(await withSecrets(drawCorners().png()).toBuffer()))).toContain(
    'SecretMaker',
  );
});

test('an original without metadata has none, and one that cannot be read says so', async () => {
  const plain = await photos.metadata(await drawCorners().jpeg().toBuffer());
  expect(plain).not.toHaveProperty('exif');
  expect(plain).not.toHaveProperty('problem');
  expect(await photos.metadata(Buffer.from('no picture at all'))).toEqual({
    problem: expect.stringMatching(/^The metadata cannot be read: /),
  });
});
