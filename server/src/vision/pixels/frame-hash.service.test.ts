import { expect, test } from 'vitest';
import { duplicatesAmong, type Frame } from '../../inspections/photos/duplicate-frames.ts';
import { frameHashOf } from './frame-hash.ts';
import { frameOf, picture, type Step } from './test-frames.ts';

const seen = async (id: string, photo: Buffer, size = { width: 1600, height: 1200 }): Promise<Frame> => ({
  id,
  ...size,
  greys: Buffer.from((await frameHashOf(photo)).greys, 'base64'),
});

const PLACES = ['left', 'front-left', 'rear', 'door-close', 'scratch-close'];

test.each<[string, Step]>([
  ['the camera trembles', { across: 0.003, down: 0.002 }],
  ['it moves by a hundredth', { across: -0.01 }],
  ['it comes a little nearer', { nearer: 1.008 }],
  ['a cloud passes', { across: 0.003, light: 0.95 }],
])('a frame is a duplicate of the one before when %s', async (_, step) => {
  for (const place of PLACES) {
    const frames = [
      await seen('first', await frameOf(place)),
      await seen('next', await frameOf(place, step)),
    ];
    expect([...duplicatesAmong(frames)], place).toEqual([['next', 'first']]);
  }
});

test.each<[string, Step]>([
  ['the camera moves by three hundredths', { across: 0.03 }],
  ['it comes nearer', { nearer: 1.04 }],
])('a frame is no duplicate when %s', async (_, step) => {
  for (const place of PLACES) {
    const frames = [
      await seen('first', await frameOf(place)),
      await seen('next', await frameOf(place, step)),
    ];
    expect([...duplicatesAmong(frames)], place).toEqual([]);
  }
});

test('two sides of a car are no duplicates, nor is the same view of a car before and after its damage', async () => {
  const names = ['front-left', 'intact-front-left', 'left', 'rear-left', 'rear', 'right', 'front'];
  const frames = await Promise.all(names.map(async (name) => seen(name, await picture(name))));
  expect([...duplicatesAmong(frames)]).toEqual([]);
});

test('small steps do not add up: each duplicate is compared with a frame that was analyzed', async () => {
  const steps = [0, 0.008, 0.016, 0.024, 0.032];
  const frames = await Promise.all(
    steps.map(async (across) => seen(String(across), await frameOf('left', { across }))),
  );
  for (const [duplicate, first] of duplicatesAmong(frames))
    expect(Number(duplicate) - Number(first)).toBeLessThan(0.015);
  expect(duplicatesAmong(frames).size).toBeGreaterThan(0);
});

test('places would not fit on a picture of another size, so that is no duplicate', async () => {
  const photo = await frameOf('rear');
  const frames = [await seen('first', photo), await seen('next', photo, { width: 800, height: 600 })];
  expect([...duplicatesAmong(frames)]).toEqual([]);
});
