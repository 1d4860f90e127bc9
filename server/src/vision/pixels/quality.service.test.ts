import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { QualityMeasures } from '../../inspections/photos/quality/compliance.ts';
import { drawScene, exposed, grainy, shaken } from '../nets/test-scene.ts';
import { createQualityMeter } from './quality.ts';

const meter = createQualityMeter();
let scene: Buffer;
beforeAll(async () => {
  scene = await drawScene();
});

const blurred = (picture: Buffer, sigma: number) => sharp(picture).blur(sigma).png().toBuffer();
const plain = (background: string, width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
const scoresOf = ({ blurriness, overexposure, underexposure }: QualityMeasures) => [
  blurriness,
  overexposure,
  underexposure,
];
const measureAll = async (pictures: (Buffer | Promise<Buffer>)[]) => {
  const measures: QualityMeasures[] = [];
  for (const picture of pictures) measures.push(await meter.measure(await picture));
  return measures;
};
const isFalling = (values: number[]) => values.every((value, i) => i === 0 || value < values[i - 1]!);

test('a sharp and well-lit photo gets good scores and its own size', async () => {
  const measures = await meter.measure(scene);
  for (const score of scoresOf(measures)) expect(score).toBeGreaterThan(0.8);
  expect(measures).toMatchObject({ width: 1200, height: 900 });
});

test('the more a photo is out of focus, the lower its score, down to clearly blurred', async () => {
  const measures = await measureAll([scene, ...[2, 3, 5, 8, 14].map((sigma) => blurred(scene, sigma))]);
  const scores = measures.map((measure) => measure.blurriness);
  expect(isFalling(scores)).toBe(true);
  expect(scores.at(-1)).toBeLessThan(0.1);
});

test('a photo out of focus by 0.4 % of its width is blurred, whatever its size', async () => {
  const car = sharp(scene).extract({ left: 100, top: 250, width: 1000, height: 390 });
  const large = await car.clone().resize(3000).toBuffer();
  const measures = await measureAll([blurred(await car.toBuffer(), 4), blurred(large, 12)]);
  for (const { blurriness } of measures) expect(blurriness).toBeLessThan(0.5);
});

test('a photo smeared in one direction is blurred although the other direction is sharp', async () => {
  const [sharp, slightly, badly] = await measureAll([scene, shaken(scene, 9), shaken(scene, 31)]);
  expect(sharp!.blurriness).toBeGreaterThan(slightly!.blurriness);
  expect(badly!.blurriness).toBeLessThan(0.5);
});

test('grain neither makes a sharp photo blurred nor a blurred photo sharp', async () => {
  const [grain, blurAndGrain] = await measureAll([
    grainy(scene, 15),
    blurred(scene, 6).then((picture) => grainy(picture, 15)),
  ]);
  expect(grain!.blurriness).toBeGreaterThan(0.8);
  expect(blurAndGrain!.blurriness).toBeLessThan(0.5);
});

test('a thumbnail blown up to the size of a photo is blurred', async () => {
  const thumbnail = await sharp(scene).resize(100).png().toBuffer();
  const { blurriness } = await meter.measure(await sharp(thumbnail).resize(3000).jpeg().toBuffer());
  expect(blurriness).toBeLessThan(0.5);
});

test('the size of the file does not matter to the score, only what it shows', async () => {
  const [small, large] = await measureAll([
    sharp(scene).resize(800).png().toBuffer(),
    drawScene().then((picture) => sharp(picture).resize(1200).jpeg({ quality: 85 }).toBuffer()),
  ]);
  expect(Math.abs(small!.blurriness - large!.blurriness)).toBeLessThan(0.1);
});

test('a plain panel has no edges to judge by, and passes', async () => {
  const { blurriness } = await meter.measure(await plain('#777777'));
  expect(blurriness).toBeGreaterThanOrEqual(0.5);
});

test('less light lowers the one score, more light the other, and neither both', async () => {
  const darker = await measureAll([0, -2, -3, -4, -6].map((stops) => exposed(scene, stops)));
  expect(isFalling(darker.map((measure) => measure.underexposure))).toBe(true);
  expect(darker.at(-1)!.underexposure).toBeLessThan(0.1);
  expect(darker.at(-1)!.overexposure).toBeGreaterThan(0.9);
  const brighter = await measureAll([0, 2, 3, 4, 6].map((stops) => exposed(scene, stops)));
  expect(isFalling(brighter.map((measure) => measure.overexposure))).toBe(true);
  expect(brighter.at(-1)!.overexposure).toBeLessThan(0.1);
  expect(brighter.at(-1)!.underexposure).toBeGreaterThan(0.9);
});

test('the paint of the car and a burned-out sky are no fault of the exposure', async () => {
  const measures = await measureAll([
    drawScene({ paint: '#f2f2f2' }),
    drawScene({ paint: '#0c0e14' }),
    drawScene({ paint: '#e00000' }),
    drawScene({ sky: '#ffffff' }),
  ]);
  for (const { overexposure, underexposure } of measures) {
    expect(overexposure).toBeGreaterThan(0.5);
    expect(underexposure).toBeGreaterThan(0.5);
  }
});

test('a saturated red panel is not dark, and a photo on a white page is not too bright', async () => {
  const page = sharp(scene).extend({ left: 900, right: 900, top: 200, bottom: 500, background: '#ffffff' });
  const [red, pasted] = await measureAll([plain('#d00000'), page.png().toBuffer()]);
  expect(red!.underexposure).toBeGreaterThan(0.5);
  expect(pasted!.overexposure).toBeGreaterThan(0.5);
});

test('pictures of any kind get scores above 0 and up to 1, and the same ones every time', async () => {
  const small = await sharp(scene).resize(400).png().toBuffer();
  const pictures = await Promise.all([
    plain('#000000'),
    plain('#ffffff'),
    plain('#ffffff', 1, 1),
    plain('#808080', 2, 500),
    plain('#808080', 3000, 3),
    sharp(small).greyscale().toColourspace('b-w').png().toBuffer(),
    sharp(small).toColourspace('rgb16').png().toBuffer(),
    sharp(small).toColourspace('grey16').png().toBuffer(),
    sharp(small).toColourspace('cmyk').jpeg().toBuffer(),
    sharp(small).ensureAlpha(0.4).webp().toBuffer(),
    sharp(small).tiff().toBuffer(),
    sharp(small).avif({ effort: 0 }).toBuffer(),
  ]);
  const first = await measureAll(pictures);
  for (const score of first.flatMap(scoresOf)) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThanOrEqual(1);
  }
  expect(await measureAll(pictures)).toEqual(first);
});

test('color, gray, 16 bits, CMYK and transparency do not change what is seen', async () => {
  const expected = scoresOf(await meter.measure(scene));
  const measures = await measureAll([
    sharp(scene).toColourspace('rgb16').png().toBuffer(),
    sharp(scene).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    sharp(scene).ensureAlpha(1).png().toBuffer(),
    sharp(scene).greyscale().toColourspace('b-w').png().toBuffer(),
  ]);
  for (const scores of measures.map(scoresOf)) {
    for (const [i, score] of scores.entries()) expect(Math.abs(score - expected[i]!)).toBeLessThan(0.1);
  }
});

test('a photo lying on its side by EXIF has the size of the upright one', async () => {
  const tagged = await sharp(scene).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await meter.measure(tagged)).toMatchObject({ width: 900, height: 1200 });
});

test('a photo on disk is measured like the same photo in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quality-'));
  await writeFile(join(folder, 'photo'), scene);
  expect(await meter.measure(join(folder, 'photo'))).toEqual(await meter.measure(scene));
  await rm(folder, { recursive: true });
});

test('what is not a picture is refused, and the next photo is measured all the same', async () => {
  await expect(meter.measure(Buffer.from('not a picture'))).rejects.toThrow();
  expect((await meter.measure(scene)).blurriness).toBeGreaterThan(0.5);
});

test('photos measured at once do not get each other’s scores', async () => {
  const dark = await exposed(scene, -5);
  const pictures = [scene, dark, await blurred(scene, 8), scene, dark];
  expect(await Promise.all(pictures.map((picture) => meter.measure(picture)))).toEqual(
    await measureAll(pictures),
  );
});

test('looking at the pixels costs the thread that asked next to nothing', async () => {
  const photo = await sharp(scene).jpeg().toBuffer();
  await meter.measure(photo);
  const before = process.threadCpuUsage();
  for (let i = 0; i < 10; i++) await meter.measure(photo);
  const spent = process.threadCpuUsage(before);
  const millisecondsEach = (spent.user + spent.system) / 1000 / 10;
  expect(millisecondsEach).toBeLessThan(10);
});
