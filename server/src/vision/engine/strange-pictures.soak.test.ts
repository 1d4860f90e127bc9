/** The shipped models on pictures that no phone takes. */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Detections } from '../../inspections/photos/detections.ts';
import { drawScene } from '../nets/test-scene.ts';
import { type Models, startModels } from './models.ts';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let models: Models;
let scene: Buffer;

beforeAll(async () => {
  const folder = fileURLToPath(new URL('../../../../models', import.meta.url));
  models = await startModels(
    { folder, threads: 1, cores: 2, device: 'cpu', maxPixels: 20_000_000 },
    { warn: (message) => console.warn(message) },
  );
  scene = await sharp(await drawScene())
    .resize(600)
    .png()
    .toBuffer();
});
afterAll(() => models.close());

const look = (photo: Buffer, leastScore?: number) =>
  models.detect(photo, { want: ['damage', 'parts'], leastScore });

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a8a6a' } })
    .png()
    .toBuffer();

/** Every number is one, every score a share, and everything lies on the picture. */
function expectSound({ width, height, damages, parts }: Detections) {
  for (const { score, bounding_box: box, polygons } of [...damages!, ...parts!]) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
    const points = [[box.xmin, box.ymin], [box.xmin + box.width, box.ymin + box.height], ...polygons.flat()];
    for (const [x, y] of points) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(height);
    }
  }
}

test('a picture without a vehicle has no damages', async () => {
  const detections = await look(await plain(640, 480));
  expect(detections).toMatchObject({ has_vehicle: false, damages: [] });
});

test.each(['#000000', '#ffffff'])(
  'there is no vehicle on %s alone, whatever is looked for',
  async (background) => {
    const create = { width: 1200, height: 900, channels: 3 as const, background };
    const photo = await sharp({ create }).jpeg().toBuffer();
    for (const want of [['damage', 'wheels'], ['photo', 'vehicles'], ['photo']] as const) {
      const detections = await models.detect(photo, { want });
      expect(detections.has_vehicle).toBe(false);
      expect([
        ...(detections.damages ?? []),
        ...(detections.parts ?? []),
        ...(detections.wheels ?? []),
      ]).toEqual([]);
    }
  },
);

test.each([
  [1, 1],
  [20_000, 40],
  [3, 5000],
])('a picture of %i × %i pixels is analyzed', async (width, height) => {
  const detections = await look(await plain(width, height), 0.01);
  expect(detections).toMatchObject({ width, height });
  expectSound(detections);
});

test('noise gives no numbers that are none', async () => {
  const noise = await sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer();
  expectSound(await look(noise, 0.001));
});

test('a photo in 16 bits or with alpha is the same photo', async () => {
  const expected = await look(scene, 0.05);
  expectSound(expected);
  expect(expected.damages!.length + expected.parts!.length).toBeGreaterThan(0);
  const deep = await sharp(scene).toColourspace('rgb16').png().toBuffer();
  const withAlpha = await sharp(scene).ensureAlpha(1).tiff({ compression: 'lzw' }).toBuffer();
  expect(await look(deep, 0.05)).toEqual(expected);
  expect(await look(withAlpha, 0.05)).toEqual(expected);
});

test('a photo in gray or in CMYK is analyzed', async () => {
  const grey = await sharp(scene).greyscale().toColourspace('b-w').png().toBuffer();
  const cmyk = await sharp(scene).toColourspace('cmyk').jpeg().toBuffer();
  for (const photo of [grey, cmyk]) {
    const detections = await look(photo, 0.05);
    expect(detections).toMatchObject({ width: 600, height: 450 });
    expect(detections.damages!.length + detections.parts!.length).toBeGreaterThan(0);
    expectSound(detections);
  }
});

test('a photo lying on its side by EXIF is seen upright', async () => {
  const lying = await sharp(scene).rotate(270).withMetadata({ orientation: 6 }).png().toBuffer();
  const { damages, parts, width, height } = await look(scene);
  expect(await look(lying)).toMatchObject({ width, height, damages, parts });
});

test('see-through parts of a picture are gray, not black', async () => {
  const beside = (background: string) =>
    sharp(scene).ensureAlpha().extend({ right: 300, background }).png().toBuffer();
  expect(await look(await beside('#0000'), 0.1)).toEqual(await look(await beside('#727272'), 0.1));
});

test.each([
  ['words', Buffer.from('not a picture'), /cannot be decoded/],
  ['half a photo header', Buffer.from('ffd8ffe000104a46', 'hex'), /cannot be decoded/],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /This is SVG/],
])('%s instead of a photo are refused with the reason', async (_, photo, message) => {
  await expect(look(photo)).rejects.toMatchObject({ kind: 'input', code: 'invalid_image' });
  await expect(look(photo)).rejects.toThrow(message);
});

test('a picture with more pixels than allowed is refused before it is decoded', async () => {
  const huge = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#888' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  await expect(look(huge)).rejects.toThrow('5000 × 5000 pixels');
  expect(await look(await plain(64, 64))).toMatchObject({ width: 64 });
});
