import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { pngChunk } from '@walkaround/harness/pictures/costly-pictures.ts';
import { withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Photos } from '../../inspections/ports/ports.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import { createPhotos } from './photos.ts';
import { BLUE, cornersOf, drawCorners, GREEN, RED, WHITE } from './test-pictures/draw.ts';

let dataDir: string;
let photos: Photos;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'photos-'));
  photos = await openPhotos();
});
afterAll(() => rm(dataDir, { recursive: true }));

const openPhotos = () =>
  createPhotos({
    dataDir,
    blobs: createDiskBlobs(join(dataDir, 'files')),
    maxBytes: 5_000_000,
    maxPixels: 10_000_000,
    downloadTimeoutSeconds: 5,
    allowPrivateAddresses: false,
  });
const receive = (bytes: Buffer, rotation: Parameters<Photos['receive']>[1] = 'NO_ROTATION') =>
  photos.receive(Readable.from([bytes]), rotation);
const UPRIGHT = [RED, GREEN, BLUE, WHITE];

describe('photos without metadata are kept byte for byte', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s', async (format) => {
    const sent = await drawCorners().toFormat(format).toBuffer();
    const photo = await receive(sent);
    expect(photo).toMatchObject({
      mimetype: `image/${format}`,
      width: 128,
      height: 96,
      binarySize: sent.length,
    });
    expect(photo.extension).toBe(format === 'jpeg' ? 'jpg' : format);
    expect(photo.sha256).toBe(createHash('sha256').update(sent).digest('hex'));
    expect((await readFile(photo.path)).equals(sent)).toBe(true);
  });

  test('a transparent PNG, a gray one, one of 16 bits, a CMYK JPEG and a picture of one pixel', async () => {
    for (const picture of [
      drawCorners().ensureAlpha(0.5).png(),
      drawCorners().greyscale().toColourspace('b-w').png(),
      drawCorners().toColourspace('rgb16').png(),
      drawCorners().toColourspace('cmyk').jpeg(),
      drawCorners(1, 1).png(),
    ]) {
      const sent = await picture.toBuffer();
      expect((await receive(sent)).binarySize).toBe(sent.length);
    }
  });
});

describe('where the photo was taken, by whom and with what is in nothing that is kept', () => {
  test.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/jpeg'],
    ['avif', 'image/jpeg'],
    ['tiff', 'image/jpeg'],
  ] as const)('%s becomes %s', async (format, mimetype) => {
    const sent = await withSecrets(drawCorners()).toFormat(format).toBuffer();
    expect(sent.includes('Secret')).toBe(true);
    const photo = await receive(sent);
    const kept = await readFile(photo.path);
    expect(photo).toMatchObject({ mimetype, width: 128, height: 96, binarySize: kept.length });
    expect(kept.includes('Secret')).toBe(false);
    const metadata = await sharp(kept).metadata();
    expect(metadata.exif ?? metadata.xmp ?? metadata.iptc ?? metadata.comments).toBeUndefined();
    expect(await cornersOf(kept)).toEqual(UPRIGHT);
  });

  test('a PNG with a private chunk, and pictures with something behind their end, are rewritten', async () => {
    const png = await drawCorners().png().toBuffer();
    const chunk = Buffer.from('\0\0\0\x06prVtSecret\0\0\0\0', 'latin1');
    const extra = [
      Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]),
      Buffer.concat([png, Buffer.from('Secret')]),
      Buffer.concat([await drawCorners().webp().toBuffer(), Buffer.from('Secret')]),
      Buffer.concat([await drawCorners().avif().toBuffer(), Buffer.from('\0\0\0\x0efreeSecret', 'latin1')]),
    ];
    for (const sent of extra) {
      const kept = await readFile((await receive(sent)).path);
      expect(kept.includes('Secret')).toBe(false);
      expect(await cornersOf(kept)).toEqual(UPRIGHT);
    }
  });
});

test('a picture with a suspicious part is re-encoded: a part that is too long, present twice, or with bytes that nothing refers to', async () => {
  const png = await drawCorners().png().toBuffer();
  const avif = await drawCorners().avif().toBuffer();
  const secret = Buffer.from('Secret'.repeat(10));
  const withChunk = (type: string, data: Buffer) =>
    Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);
  const longer = Buffer.concat([avif, secret]);
  const data = longer.indexOf('mdat') - 4;
  longer.writeUInt32BE(longer.readUInt32BE(data) + secret.length, data);
  const second = Buffer.concat([Buffer.from([0, 0, 0, 8 + secret.length]), Buffer.from('mdat'), secret]);
  const noise = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(randomBytes(20_000)), secret]);
  const gamma = pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]));
  for (const sent of [
    withChunk('hIST', secret),
    withChunk('bKGD', secret),
    withChunk('sBIT', secret),
    withChunk('iCCP', noise),
    Buffer.concat([png.subarray(0, 33), gamma, gamma, png.subarray(33)]),
    Buffer.concat([avif, second]),
    longer,
  ]) {
    const photo = await receive(sent);
    const kept = await readFile(photo.path);
    expect(kept.includes('Secret')).toBe(false);
    expect(kept.length).not.toBe(sent.length);
    expect(await cornersOf(kept)).toEqual(UPRIGHT);
  }
});

describe('every photo is upright', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('whichever way the camera was held (%i)', async (orientation) => {
    for (const format of ['jpeg', 'tiff', 'webp', 'png'] as const) {
      // The same turn that a viewer undoes, done backwards: what is shown is always the drawing.
      const stored = await unturned(orientation);
      const sent = await stored.withMetadata({ orientation }).toFormat(format).toBuffer();
      expect(await cornersOf(await sharp(sent).autoOrient().png().toBuffer())).toEqual(UPRIGHT);
      const photo = await receive(sent);
      expect(photo).toMatchObject({ width: 128, height: 96 });
      expect(await cornersOf(photo.path)).toEqual(UPRIGHT);
    }
  });

  test.each([
    ['CLOCKWISE_90', [BLUE, RED, WHITE, GREEN], 96],
    ['CLOCKWISE_180', [WHITE, BLUE, GREEN, RED], 128],
    ['CLOCKWISE_270', [GREEN, WHITE, RED, BLUE], 96],
  ] as const)('and is turned %s when the client asks', async (rotation, corners, width) => {
    const sideways = await (await unturned(6)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    for (const sent of [
      await drawCorners().jpeg().toBuffer(),
      await drawCorners().png().toBuffer(),
      sideways,
    ]) {
      const photo = await receive(sent, rotation);
      expect(photo.width).toBe(width);
      expect(await cornersOf(photo.path)).toEqual(corners);
    }
  });
});

test('wide-gamut colors are carried over when a photo is rewritten', async () => {
  const pixels = { width: 64, height: 48, channels: 3 as const, background: { r: 200, g: 100, b: 60 } };
  const photo = await receive(await sharp({ create: pixels }).withIccProfile('p3').tiff().toBuffer());
  const [red, green, blue] = await sharp(photo.path).raw().toBuffer();
  expect(Math.abs(red! - 200) + Math.abs(green! - 100) + Math.abs(blue! - 60)).toBeLessThan(8);
});

test('a kept photo can be read and removed; one that is discarded leaves nothing', async () => {
  const sent = await drawCorners().jpeg().toBuffer();
  const photo = await receive(sent);
  await photos.keep(photo, 'inspections/a/b.jpg');
  const opened = await photos.open('inspections/a/b.jpg');
  expect(opened).toMatchObject({ size: sent.length, mimetype: 'image/jpeg' });
  expect((await buffer(opened.stream)).equals(sent)).toBe(true);
  await photos.remove(['inspections/a/b.jpg', 'inspections/a/never.jpg']);
  await expect(photos.open('inspections/a/b.jpg')).rejects.toMatchObject({ kind: 'not_found' });
  await (await receive(sent)).discard();
  await photo.discard();
  expect(
    (await readdir(join(dataDir, 'files'), { recursive: true })).filter((name) => name.includes('.')),
  ).toEqual([]);
});

test('temporary files of a crash go at the next start, those that may be in use stay', async () => {
  const [old, young] = [join(dataDir, 'incoming', 'old.part'), join(dataDir, 'incoming', 'young.part')];
  await writeFile(old, 'x');
  await writeFile(young, 'x');
  await utimes(old, new Date(), new Date(Date.now() - 3_700_000));
  await (await openPhotos()).ready();
  const names = await readdir(join(dataDir, 'incoming'));
  expect(names).toContain('young.part');
  expect(names).not.toContain('old.part');
});

/** The drawing as a camera stores it that notes the given orientation. */
async function unturned(orientation: number) {
  const steps: Record<number, [flop: boolean, degrees: number]> = {
    1: [false, 0],
    2: [true, 0],
    3: [false, 180],
    4: [true, 180],
    5: [true, 270],
    6: [false, 270],
    7: [true, 90],
    8: [false, 90],
  };
  const [mirror, degrees] = steps[orientation]!;
  const turned = await drawCorners().flop(mirror).rotate(degrees).png().toBuffer();
  return sharp(turned);
}
