import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOdometer } from '../../inspections/texts/kinds/odometer.ts';
import { readPlate } from '../../inspections/texts/kinds/plate.ts';
import { isUsable } from '../engine/manifest.ts';
import { decodePhoto } from '../pixels/picture.ts';
import { readText, TEXT_SIDE } from './reading.ts';
import { openTextSessions, type TextSessions } from './text-sessions.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const DATA = pathOf('../shared/data');
/** Enough to see a change for the worse; docs/models/text.md has the figures of all of them. */
const SAMPLED = 8;

type Plates = {
  images: { id: number; file_name: string; split: string }[];
  annotations: { image_id: number; text?: string }[];
};

describe.skipIf(!existsSync(DATA))('on real photos (skipped where ../shared/data is not)', () => {
  let sessions: TextSessions;
  beforeAll(async () => {
    const opened = await openTextSessions({ device: 'cpu', cores: 2 }, expect.fail);
    if (!isUsable(opened)) throw new Error(opened.problem);
    sessions = opened;
  });
  afterAll(() => sessions.close());

  const linesOn = async (folder: string, name: string) => {
    const tar = ['--extract', '--to-stdout', '--file', `${DATA}/${folder}/images.tar`, name];
    const photo = execFileSync('tar', tar, { maxBuffer: 1e8 });
    const picture = await decodePhoto(photo, { longestSide: TEXT_SIDE, maxPixels: 1e8 });
    return (await readText(picture, sessions)).lines;
  };
  const sample = <T>(all: T[]) =>
    all.filter((_, i) => i % Math.floor(all.length / SAMPLED) === 0).slice(0, SAMPLED);

  test('number plates are read from photos of cars', async () => {
    const { images, annotations } = JSON.parse(readFileSync(`${DATA}/plates/plates.json`, 'utf8')) as Plates;
    const labeled = sample(annotations.filter(({ text }) => text));
    let right = 0;
    for (const { image_id, text } of labeled) {
      const { file_name } = images.find(({ id }) => id === image_id)!;
      if (readPlate(await linesOn('plates', file_name))?.plate === text) right++;
    }
    expect(right).toBeGreaterThanOrEqual(SAMPLED - 2);
  }, 300_000);

  test('totals are read from instrument clusters, and none is made up', async () => {
    const labels = JSON.parse(readFileSync(pathOf('training/labels/odometer.json'), 'utf8')) as Record<
      string,
      { value: number | null }
    >;
    let right = 0;
    for (const [name, { value }] of sample(Object.entries(labels))) {
      const reading = readOdometer(await linesOn('odometer', name));
      if (reading) expect(reading.value, name).toBe(value);
      if (reading && reading.value === value) right++;
    }
    expect(right).toBeGreaterThanOrEqual(SAMPLED - 2);
  }, 300_000);
});
