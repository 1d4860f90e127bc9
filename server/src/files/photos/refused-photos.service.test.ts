import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  deepPng,
  hollowJpeg,
  oneBitPng,
  progressiveJpeg,
  segmentedJpeg,
} from '@walkaround/harness/pictures/costly-pictures.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Photos } from '../../inspections/ports/ports.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import { createPhotos } from './photos.ts';
import { tiffFromRgba } from './rgba-tiff.ts';
import { drawCorners, drawNoise } from './test-pictures/draw.ts';

let dataDir: string;
let photos: Photos;
let server: Server;
let address: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'refused-'));
  photos = await createPhotos({
    dataDir,
    blobs: createDiskBlobs(join(dataDir, 'files')),
    maxBytes: 1_000_000,
    maxPixels: 100_000_000,
    downloadTimeoutSeconds: 1,
    allowPrivateAddresses: true,
  });
  const jpeg = await drawCorners(512, 384).jpeg().toBuffer();
  server = createServer((request, response) => {
    if (request.url === '/photo') response.end(jpeg);
    if (request.url === '/missing') response.writeHead(404).end('no');
    if (request.url === '/half')
      response
        .writeHead(200, { 'content-length': jpeg.length })
        .write(jpeg.subarray(0, 300), () => response.destroy());
    if (request.url === '/slow') response.write(jpeg.subarray(0, 300));
    if (request.url === '/endless')
      Readable.from(forever(jpeg))
        .on('error', () => {})
        .pipe(response);
    if (request.url === '/page')
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>Sign in</html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => expect(await readdir(join(dataDir, 'incoming')), 'left behind').toEqual([]));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dataDir, { recursive: true });
});

function* forever(start: Buffer) {
  yield start.subarray(0, -2);
  for (;;) yield Buffer.alloc(50_000, 7);
}
const receive = (bytes: Buffer | string) =>
  photos.receive(Readable.from([Buffer.from(bytes as string)]), 'NO_ROTATION');
const refused = (bytes: Buffer | string, sentence: RegExp) =>
  expect(receive(bytes)).rejects.toMatchObject({
    kind: 'input',
    code: 'invalid_image',
    message: expect.stringMatching(sentence),
  });

describe('what is not a photo is refused by its bytes and told what it looks like', () => {
  test.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      /looks like an SVG drawing.*Send a JPEG, PNG, WebP, AVIF, TIFF or HEIC/,
    ],
    ['an SVG with a prologue', '<?xml version="1.0"?><!-- --><svg/>', /looks like an SVG drawing/],
    ['text', 'my holiday', /looks like text/],
    ['accented text', 'été à la plage', /looks like text/],
    ['JSON', '{"a": 1}', /looks like JSON/],
    ['a web page', '<!DOCTYPE html><p>', /looks like a web page/],
    ['a GIF', 'GIF89a\x01\x00\x01\x00', /looks like a GIF/],
    ['a PDF', '%PDF-1.7', /looks like a PDF/],
    ['a video', Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), /looks like a video/],
    ['random bytes', Buffer.from([0, 1, 2, 3, 250, 251]), /looks like data of an unknown kind/],
    ['an empty file', '', /is empty/],
  ])('%s', async (_, bytes, sentence) => refused(bytes, sentence));
});

describe('a photo that did not arrive whole is refused', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)('%s, wherever it was cut', async (format) => {
    const whole = await drawNoise(200, 150).toFormat(format).toBuffer();
    for (const share of [0.999, 0.9, 0.7, 0.5, 0.3, 0.1, 0.02]) {
      await refused(whole.subarray(0, Math.floor(whole.length * share)), /incomplete/);
    }
  });

  test('an interlaced PNG, one with a flipped bit, and headers with nothing behind them', async () => {
    const interlaced = await drawNoise(200, 150).png({ progressive: true }).toBuffer();
    await refused(interlaced.subarray(0, interlaced.length * 0.7), /incomplete/);
    const flipped = await drawNoise(200, 150).png().toBuffer();
    flipped[Math.floor(flipped.length / 2)]! ^= 0x10;
    await refused(flipped, /damaged/);
    for (const head of ['\x89PNG\r\n\x1a\n', 'RIFF\x04\0\0\0WEBP', 'II*\0\x08\0\0\0', '\xff\xd8\xff\xd9']) {
      await refused(Buffer.from(head, 'latin1'), /incomplete/);
    }
  });

  test('an upload that breaks off says so', async () => {
    const jpeg = await drawCorners().jpeg().toBuffer();
    const breaking = Readable.from(
      (async function* () {
        yield jpeg.subarray(0, 400);
        throw new Error('aborted');
      })(),
    );
    await expect(photos.receive(breaking, 'NO_ROTATION')).rejects.toMatchObject({
      kind: 'request',
      message: 'The upload stopped before the photo was complete. Send it again.',
    });
  });
});

test('a JPEG without its table of quantisation can be shown by nobody, and is refused', async () => {
  for (const progressive of [false, true]) {
    const jpeg = await drawCorners().jpeg({ progressive }).toBuffer();
    const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    await refused(Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(end)]), /cannot be decoded/);
  }
});

test('a small file that unfolds into 400 megapixels is refused with both numbers, without unfolding', async () => {
  const bomb = oneBitPng(20_000, 20_000);
  expect(bomb.length).toBeLessThan(100_000);
  const took: number[] = [];
  for (let i = 0; i < 3; i++) {
    const began = performance.now();
    await refused(bomb, /20000 × 20000 pixels, which is 400 megapixels; the limit is 100/);
    took.push(performance.now() - began);
  }
  expect(Math.min(...took)).toBeLessThan(1000);
});

describe('what would cost far more than a photo is refused without being decoded', () => {
  test('a JPEG of a thousand scans', async () => {
    const bomb = progressiveJpeg(10_000, 10_000, 1000);
    expect(bomb.length).toBeLessThan(400_000);
    await refused(bomb, /no ordinary photo: it has more than 32 scans/);
  });

  test('a PNG of 16 bits, interlaced, that would take more than a gigabyte of memory', async () => {
    await refused(
      deepPng(10_000, 10_000),
      /^Decoding the photo would take 1200 MB of memory; the limit is 600 MB. Send it smaller/,
    );
  });

  test('a picture that is longer than any preview of it could be', async () => {
    await refused(oneBitPng(70_000, 8), /70000 × 8 pixels; no side may have more than 65535/);
    await refused(oneBitPng(8, 65_536), /8 × 65536 pixels; no side may have more than 65535/);
  });

  test('a JPEG of a few bytes that claims a hundred megapixels', async () => {
    const hollow = hollowJpeg(10_000, 10_000);
    expect(hollow.length).toBeLessThan(200);
    await refused(hollow, /incomplete: the JPEG ends before all of its pixels/);
  });

  test('a JPEG of two hundred thousand segments', async () => {
    const bomb = segmentedJpeg(await drawCorners().jpeg().toBuffer(), 200_000);
    await refused(bomb, /no ordinary photo: it has more than 5000 segments/);
  });
});

test('a camera raw file is not mistaken for the tiny preview at its front', async () => {
  const { tiff } = tiffFromRgba(16, 16, new Uint8Array(4));
  const view = new DataView(tiff.buffer);
  // In the place of the color profile: one sub-picture, as raw files have them.
  const last = 10 + 10 * 12;
  expect(view.getUint16(last, true)).toBe(34675);
  view.setUint16(last, 330, true);
  view.setUint16(last + 2, 4, true);
  view.setUint32(last + 4, 1, true);
  view.setUint32(last + 8, 8, true);
  await refused(Buffer.from(tiff), /camera raw file/);
});

test('a photo over the limit is refused as soon as it is over, and no more of it is read', async () => {
  let read = 0;
  const jpeg = await drawCorners(512, 384).jpeg().toBuffer();
  const source = Readable.from(
    (function* () {
      for (const chunk of forever(jpeg)) {
        read += chunk.length;
        yield chunk;
      }
    })(),
    { highWaterMark: 1 },
  );
  await expect(photos.receive(source, 'NO_ROTATION')).rejects.toMatchObject({
    kind: 'input',
    message: 'The photo is larger than 1 MB, the limit. Send a smaller one.',
  });
  expect(source.destroyed).toBe(true);
  expect(read).toBeLessThan(1_200_000);
});

describe('a photo behind an address', () => {
  const download = (path: string) => photos.download(`${address}${path}`, 'NO_ROTATION');

  test('is taken', async () => {
    const photo = await download('/photo');
    expect(photo).toMatchObject({ width: 512, mimetype: 'image/jpeg' });
    await photo.discard();
  });

  test.each([
    ['/missing', 'input', /answered with status 404/],
    ['/half', 'input', /does not answer, or breaks off/],
    ['/slow', 'input', /did not deliver everything within 1 s/],
    ['/endless', 'input', /larger than 1 MB/],
    ['/page', 'input', /looks like a web page/],
  ])('%s is refused', async (path, kind, sentence) => {
    await expect(download(path)).rejects.toMatchObject({ kind, message: expect.stringMatching(sentence) });
  });
});
