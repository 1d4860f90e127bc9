import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { Photos } from '../../inspections/ports/ports.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import { createPhotos } from './photos.ts';
import { BLUE, cornersOf, GREEN, RED, WHITE } from './test-pictures/draw.ts';

const picture = (name: string) => readFile(new URL(`./test-pictures/${name}.heic`, import.meta.url));

const HEIC: WorkModule<typeof import('./heic.ts')> = new URL('./heic.ts', import.meta.url);

let dataDir: string;
let photos: Photos;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'heic-'));
  photos = await createPhotos({
    dataDir,
    blobs: createDiskBlobs(join(dataDir, 'files')),
    maxBytes: 1_000_000,
    maxPixels: 12_288,
    downloadTimeoutSeconds: 1,
    allowPrivateAddresses: false,
  });
});
afterAll(() => rm(dataDir, { recursive: true }));

const receive = (bytes: Buffer, rotation: Parameters<Photos['receive']>[1] = 'NO_ROTATION') =>
  photos.receive(Readable.from([bytes]), rotation);

test.each(['upright', 'turned'])(
  'a HEIC photo (%s) becomes an upright JPEG without its secrets',
  async (name) => {
    const sent = await picture(name);
    expect(sent.includes('SecretMaker')).toBe(true);
    const photo = await receive(sent);
    expect(photo).toMatchObject({ mimetype: 'image/jpeg', extension: 'jpg', width: 128, height: 96 });
    const kept = await readFile(photo.path);
    expect(await cornersOf(kept)).toEqual([RED, GREEN, BLUE, WHITE]);
    expect(kept.includes('Secret')).toBe(false);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
  },
);

/** The metadata of `turned.heic`, which stands at its end, with the date that it was taken instead of what is in it. */
const takenAt = async (date: string) => {
  const file = await picture('turned');
  const tiff = file.subarray(file.lastIndexOf('Exif\0\0') + 6).fill(0);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  const directory = (at: number, tag: number, value: number) => {
    tiff.writeUInt16BE(1, at);
    tiff.writeUInt16BE(tag, at + 2);
    tiff.writeUInt32BE(value, at + 10);
  };
  directory(8, 0x8769, 26);
  directory(26, 0x9003, 44);
  tiff.write(date, 44, 'latin1');
  return file;
};

test('the date that a HEIC was taken is read, as that of a JPEG is', async () => {
  const photo = await receive(await takenAt('2026:11:16 09:30:00'));
  expect(photo.takenAt).toBe('2026-11-16T09:30:00');
  for (const sent of [await takenAt('0000:00:00 00:00:00'), await picture('wide-gamut')])
    expect((await receive(sent)).takenAt).toBeNull();
});

test('the turn that the client asks for comes on top of the one in the file', async () => {
  const photo = await receive(await picture('turned'), 'CLOCKWISE_90');
  expect(photo).toMatchObject({ width: 96, height: 128 });
  expect(await cornersOf(photo.path)).toEqual([BLUE, RED, WHITE, GREEN]);
});

test('wide-gamut colors are translated, not taken for ordinary ones', async () => {
  const photo = await receive(await picture('wide-gamut'));
  const [red, green, blue] = await sharp(photo.path).raw().toBuffer();
  // Display P3 (200, 100, 60) is this in sRGB; read as it stands it would be far less red.
  expect(Math.abs(red! - 214) + Math.abs(green! - 94) + Math.abs(blue! - 45)).toBeLessThan(15);
});

test('a HEIC that is cut off or damaged is refused, and the next one is read again', async () => {
  const whole = await picture('upright');
  for (const share of [0.95, 0.7, 0.4, 0.1]) {
    const cut = whole.subarray(0, Math.floor(whole.length * share));
    await expect(receive(cut)).rejects.toMatchObject({
      code: 'invalid_image',
      message: expect.stringMatching(/incomplete/),
    });
  }
  expect((await receive(whole)).width).toBe(128);
});

test('a HEIC with more pixels than allowed is refused with both numbers before it is decoded', async () => {
  const path = join(dataDir, 'large.heic');
  await writeFile(path, await picture('upright'));
  await expect(inDecoder(HEIC, 'decodeHeic', [path, 10_000])).rejects.toMatchObject({
    message: expect.stringMatching(/128 × 96 pixels, which is 0.0123 megapixels; the limit is 0.01/),
  });
});

test('HEIC photos that come together are all decoded', async () => {
  const path = join(dataDir, 'several.heic');
  await writeFile(path, await picture('upright'));
  const answers = await Promise.all([1, 2, 3].map(() => inDecoder(HEIC, 'decodeHeic', [path, 1e8])));
  expect(answers.map(({ tiff }) => tiff.length > 128 * 96 * 4)).toEqual([true, true, true]);
});
