import sharp from 'sharp';
import { expect, test } from 'vitest';
import { moved } from '../../inspections/matching/affine.ts';
import { matchFeatures } from '../../inspections/matching/match-features.ts';
import { chance } from '../../inspections/matching/test-features.ts';
import { localFeaturesOf } from './local-features.ts';

/** Blots of many sizes and greys. */
const drawn = (seed: number) => {
  const next = chance(seed);
  const blots = Array.from({ length: 400 }, () => {
    const [x, y, grey] = [1280 * next(), 960 * next(), Math.floor(255 * next())];
    const [width, height, turn] = [8 + 60 * next(), 8 + 40 * next(), 180 * next()];
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="rgb(${grey},${grey},${grey})" transform="rotate(${turn} ${x} ${y})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960"><rect width="1280" height="960" fill="#777"/>${blots.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
};

const CUT = { left: 600, top: 300, width: 400, height: 300 };

test('a piece of a photo, larger, turned and darker, is found at its place on it', async () => {
  const whole = await drawn(1);
  const piece = await sharp(whole)
    .extract(CUT)
    .resize({ width: 1600 })
    .rotate(12, { background: '#777' })
    .linear(0.7, 5)
    .jpeg({ quality: 70 })
    .toBuffer();
  const [match] = matchFeatures(await localFeaturesOf(piece), [await localFeaturesOf(whole)]);
  expect(match!.pairs.length).toBeGreaterThan(15);
  const { width, height } = await sharp(piece).metadata();
  const side = Math.max(width, height);
  const middle = moved(match!.place, { x: width / 2 / side, y: height / 2 / side });
  expect(Math.abs(middle.x * 1280 - 800)).toBeLessThan(10);
  expect(Math.abs(middle.y * 1280 - 450)).toBeLessThan(10);
});

test('a piece of another photo is found nowhere', async () => {
  const piece = await sharp(await drawn(2))
    .extract(CUT)
    .jpeg()
    .toBuffer();
  const match = matchFeatures(await localFeaturesOf(piece), [await localFeaturesOf(await drawn(1))]);
  expect(match).toEqual([null]);
});

test('a picture of one color has no features', async () => {
  const grey = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();
  expect(await localFeaturesOf(grey)).toEqual({ features: '' });
});
