import { randomBytes } from 'node:crypto';
import { hollowJpeg, progressiveJpeg, segmentedJpeg } from '@walkaround/harness/pictures/costly-pictures.ts';
import { withSecrets } from '@walkaround/harness/pictures/pictures.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawCorners, drawNoise } from '../files/photos/test-pictures/draw.ts';
import { walkJpeg } from './jpeg-segments.ts';

function walk(jpeg: Buffer, chunkSize: number | (() => number) = 65_536) {
  const walker = walkJpeg();
  const kept: Buffer[] = [];
  for (let at = 0; at < jpeg.length; ) {
    const size = typeof chunkSize === 'number' ? chunkSize : chunkSize();
    kept.push(...walker.push(jpeg.subarray(at, at + size)).map((part) => Buffer.from(part)));
    at += size;
  }
  return { kept: Buffer.concat(kept), walker };
}

const segment = (code: number, payload: Buffer | string) => {
  const bytes = Buffer.from(payload as string, 'latin1');
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};
const insertAfterStart = (jpeg: Buffer, ...parts: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);

let plain: Buffer;
let progressive: Buffer;

beforeAll(async () => {
  plain = await drawNoise(120, 90).jpeg({ quality: 90 }).toBuffer();
  progressive = await drawNoise(120, 90).jpeg({ progressive: true, quality: 90 }).toBuffer();
});

test('a JPEG without metadata passes byte for byte', () => {
  expect(walk(plain).kept.equals(plain)).toBe(true);
  expect(walk(progressive).kept.equals(progressive)).toBe(true);
});

test('everything that tells who, where and with what is left out, and the pixels stay as they are', async () => {
  const secret = await withSecrets(drawNoise(120, 90)).withIccProfile('p3').jpeg().toBuffer();
  const loaded = Buffer.concat([
    insertAfterStart(
      secret,
      segment(0xfe, 'SecretComment'),
      segment(0xed, 'Photoshop 3.0\0SecretIptc'),
      segment(0xe2, 'MPF\0SecretSecondPicture'),
      segment(0xe5, 'SecretMakerNote'),
      segment(0xf3, 'SecretReserved'),
      segment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01\x02\x02SecretPreview`),
    ),
    Buffer.from('SecretVideo'),
  ]);
  const { kept, walker } = walk(loaded);
  expect(loaded.includes('Secret')).toBe(true);
  expect(kept.includes('Secret')).toBe(false);
  const metadata = await sharp(kept).metadata();
  expect(metadata).toMatchObject({ width: 120, height: 90 });
  expect(metadata.exif ?? metadata.xmp ?? metadata.iptc).toBeUndefined();
  expect(metadata.icc).toEqual((await sharp(secret).metadata()).icc);
  expect((await sharp(kept).raw().toBuffer()).equals(await sharp(secret).raw().toBuffer())).toBe(true);
  expect(walker.isComplete()).toBe(true);
});

test('the colors of a CMYK JPEG survive, because its Adobe segment is kept', async () => {
  const cmyk = await drawCorners().toColourspace('cmyk').jpeg().toBuffer();
  const { kept } = walk(cmyk);
  expect((await sharp(kept).metadata()).space).toBe('cmyk');
  expect((await sharp(kept).raw().toBuffer()).equals(await sharp(cmyk).raw().toBuffer())).toBe(true);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'orientation %i is read before its segment is dropped',
  async (orientation) => {
    const turned = await drawCorners().withMetadata({ orientation }).jpeg().toBuffer();
    expect(walk(turned).walker.orientation()).toBe(orientation);
  },
);

test('an orientation in little-endian order is read too, and nonsense counts as upright', () => {
  const exif = (value: number) => {
    const entry = `\x01\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(value)}\0\0\0`;
    return segment(0xe1, `Exif\0\0II*\0\x08\0\0\0${entry}\0\0\0\0`);
  };
  expect(walk(insertAfterStart(plain, exif(6))).walker.orientation()).toBe(6);
  expect(walk(insertAfterStart(plain, exif(9))).walker.orientation()).toBe(1);
  expect(
    walk(insertAfterStart(plain, segment(0xe1, 'Exif\0\0II*\0\xff\xff\xff\xff'))).walker.orientation(),
  ).toBe(1);
  expect(walk(insertAfterStart(plain, segment(0xe1, 'Exif\0\0'))).walker.orientation()).toBe(1);
});

describe('however the bytes are cut into chunks', () => {
  test('the result is the same', async () => {
    const jpeg = Buffer.concat([
      insertAfterStart(
        await withSecrets(drawNoise(64, 48)).jpeg({ progressive: true }).toBuffer(),
        segment(0xfe, ''),
      ),
      randomBytes(100),
    ]);
    const expected = walk(jpeg).kept;
    for (let size = 1; size <= 64; size++)
      expect(walk(jpeg, size).kept.equals(expected), `${size}`).toBe(true);
    for (let round = 0; round < 200; round++) {
      const { kept, walker } = walk(jpeg, () => 1 + Math.floor(Math.random() * 50));
      expect(kept.equals(expected) && walker.isComplete()).toBe(true);
    }
  });
});

test('fill bytes before markers and restart markers inside the pixels are understood', () => {
  const filled = insertAfterStart(plain, Buffer.from([0xff, 0xff, 0xff]));
  expect(walk(filled, 1).kept.equals(plain)).toBe(true);
  const scan = Buffer.from([1, 0xff, 0xd0, 2, 0xff, 0, 0xff, 0xd7, 3]);
  const restarts = Buffer.concat([plain.subarray(0, -2), scan, Buffer.from([0xff, 0xff, 0xff, 0xd9])]);
  for (const size of [1, 2, 3, 100_000]) {
    const { kept, walker } = walk(restarts, size);
    expect(kept.equals(Buffer.concat([plain.subarray(0, -2), scan, Buffer.from([0xff, 0xd9])]))).toBe(true);
    expect(walker.isComplete()).toBe(true);
  }
});

test('a JPEG that is cut off anywhere is known to be incomplete', () => {
  for (const jpeg of [plain, progressive]) {
    for (let length = 3; length < jpeg.length; length += length < 700 || length > jpeg.length - 50 ? 1 : 13) {
      expect(walk(jpeg.subarray(0, length)).walker.isComplete(), `cut at ${length}`).toBe(false);
    }
    expect(walk(jpeg).walker.isComplete()).toBe(true);
  }
});

test('a picture that starts again in its middle is incomplete', () => {
  expect(walk(Buffer.concat([plain.subarray(0, -500), plain])).walker.isComplete()).toBe(false);
});

test('a start and an end without a picture between them are not a picture', () => {
  expect(walk(Buffer.from([0xff, 0xd8, 0xff, 0xd9])).walker.isComplete()).toBe(false);
});

test('arithmetic and lossless coding is told apart from the common kinds', () => {
  expect(walk(plain).walker.isCommon()).toBe(true);
  expect(walk(progressive).walker.isCommon()).toBe(true);
  const arithmetic = Buffer.from(plain);
  arithmetic[plain.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
  expect(walk(arithmetic).walker.isCommon()).toBe(false);
});

test('random bytes after the start of a JPEG never make the walk fail', () => {
  for (let round = 0; round < 300; round++) {
    const noise = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(2000)]);
    expect(() => walk(noise, 97)).not.toThrow();
  }
});

describe('what costs far more than a photo, or hides something, is known while it passes', () => {
  test('more scans than any encoder writes, in a picture of any size', () => {
    expect(walk(progressiveJpeg(64, 48, 32)).walker.excess()).toBeUndefined();
    expect(walk(progressiveJpeg(64, 48, 33)).walker.excess()).toMatch(/it has more than 32 scans/);
  });

  test('millions of segments, after the first few thousand of them', () => {
    expect(walk(segmentedJpeg(plain, 1000)).walker.excess()).toBeUndefined();
    const bomb = segmentedJpeg(plain, 5_000_000);
    const began = process.cpuUsage();
    const walker = walkJpeg();
    let read = 0;
    while (walker.excess() === undefined) {
      walker.push(bomb.subarray(read, read + 65_536));
      read += 65_536;
    }
    expect(read).toBeLessThan(100_000);
    expect(process.cpuUsage(began).user).toBeLessThan(200_000);
  });

  test('fill bytes all over the pixels', () => {
    const filled = Buffer.alloc(3_000_000, Buffer.from([0xff, 0xff, 0]));
    const scan = Buffer.concat([plain.subarray(0, -2), filled, plain.subarray(-2)]);
    expect(walk(scan).walker.excess()).toMatch(/segments|more data/);
  });

  test('tables that no scan needs', () => {
    const tables = Array.from({ length: 3 }, () => segment(0xdb, Buffer.alloc(60_000)));
    expect(walk(insertAfterStart(plain, ...tables)).walker.excess()).toMatch(/more tables/);
  });

  test('more data than the pixels can need', () => {
    const stuffed = Buffer.concat([plain.subarray(0, -2), Buffer.alloc(400_000, 7), plain.subarray(-2)]);
    expect(walk(stuffed).walker.excess()).toMatch(/more data than its pixels/);
  });

  test('the finest coding of noise is not too much', async () => {
    const finest = await drawNoise(400, 300).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    expect(walk(finest).walker.excess()).toBeUndefined();
  });
});

test('a color profile of sixteen megabytes, and a part of one that comes twice, are left out', () => {
  const part = (number: number, total: number, size: number) =>
    segment(
      0xe2,
      Buffer.concat([
        Buffer.from(`ICC_PROFILE\0`),
        Buffer.from([number, total]),
        Buffer.alloc(size, 's'),
      ]).toString('latin1'),
    );
  const long = Array.from({ length: 255 }, (_, i) => part(i + 1, 255, 60_000));
  expect(walk(insertAfterStart(plain, ...long)).kept.equals(plain)).toBe(true);
  const once = insertAfterStart(plain, part(1, 1, 500));
  expect(walk(insertAfterStart(plain, part(1, 1, 500), part(1, 1, 700))).kept.equals(once)).toBe(true);
});

test('a count of lines that comes after the pixels, which no decoder asks for, is left out', () => {
  const dnl = segment(0xdc, 'Secret');
  const { kept } = walk(Buffer.concat([plain.subarray(0, -2), dnl, plain.subarray(-2)]));
  expect(kept.equals(plain)).toBe(true);
});

test('a picture that has fewer bits than blocks of pixels is incomplete', () => {
  expect(walk(hollowJpeg(10_000, 10_000)).walker.isComplete()).toBe(false);
  expect(walk(hollowJpeg(64, 32)).walker.isComplete()).toBe(true);
  expect(walk(progressiveJpeg(10_000, 10_000, 10)).walker.isComplete()).toBe(true);
});
