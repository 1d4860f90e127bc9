import { drawnPlate } from '@walkaround/harness/pictures/text-drawing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMrz } from '../../inspections/texts/kinds/mrz.ts';
import { readVin } from '../../inspections/texts/kinds/vin.ts';
import { isUsable } from '../engine/manifest.ts';
import { decodePhoto } from '../pixels/picture.ts';
import { readText, TEXT_SIDE } from './reading.ts';
import { openTextSessions, type TextSessions } from './text-sessions.ts';

let sessions: TextSessions;
beforeAll(async () => {
  const opened = await openTextSessions({ device: 'cpu', cores: 2 }, expect.fail);
  if (!isUsable(opened)) throw new Error(opened.problem);
  sessions = opened;
});
afterAll(() => sessions.close());

const linesOn = async (photo: Buffer) =>
  (await readText(await decodePhoto(photo, { longestSide: TEXT_SIDE, maxPixels: 1e8 }), sessions)).lines;

const PHOTOS: [string, string, Partial<Parameters<typeof drawnPlate>[0]>][] = [
  ['straight', '1HGCM82633A004352', {}],
  ['blurred', 'WVWZZZ1JZXW386752', { blur: 2 }],
  ['turned a little', 'VF1RFB00264123457', { turned: 14 }],
  ['slanted', 'JTDKB20U993482116', { slanted: 16, turned: -8 }],
  ['on its side', '5YJSA1E26HF176944', { quarterTurns: 1 }],
  ['on its other side', 'TMBJF7NE4J0236719', { quarterTurns: 3, turned: 5 }],
  ['on its head', 'KMHDH4AE7DU923648', { quarterTurns: 2 }],
  ['light on dark', 'ZFA31200003472296', { ink: '#bbb', plate: '#333', blur: 1 }],
];
for (const [how, vin, drawing] of PHOTOS)
  test(`a VIN is read from a photo that is ${how}`, async () => {
    const rows: [string, number][] = [
      ['VEHICLE NUMBER', 26],
      [vin, 44],
    ];
    expect(readVin(await linesOn(await drawnPlate({ rows, ...drawing })))?.vin).toBe(vin);
  }, 60_000);

test('small print on a large photo is looked at again, closer', async () => {
  const rows = ['VEHICLE NUMBER', 'WVWZZZ1JZXW386752', 'MAX WEIGHT 1760'].map((row): [string, number] => [
    row,
    20,
  ]);
  const lines = await linesOn(await drawnPlate({ rows, width: 4000, height: 3000 }));
  expect(readVin(lines)?.vin).toBe('WVWZZZ1JZXW386752');
  expect(lines).toHaveLength(3);
}, 60_000);

test('the zone of an identity card is read whole, in spite of its long runs of fillers', async () => {
  const zone = [
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    '7408122F1204159UTO<<<<<<<<<<<6',
    'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  ];
  const photo = await drawnPlate({ rows: zone.map((row): [string, number] => [row, 44]), turned: 3 });
  expect(readMrz(await linesOn(photo), 2026)).toMatchObject({
    number: 'D23145890',
    surname: 'ERIKSSON',
    checks: { number: true, birth_date: true, expiry_date: true },
  });
}, 60_000);

test('a line lies where it is on the photo, whichever way the photo is turned', async () => {
  for (const quarterTurns of [0, 1]) {
    const [line] = await linesOn(await drawnPlate({ rows: [['MAX WEIGHT 1760', 60]], quarterTurns }));
    expect(line!.text.replace(/\W/g, '')).toBe('MAXWEIGHT1760');
    const [width, height] = quarterTurns === 0 ? [1600, 1200] : [1200, 1600];
    const [start, end] = line!.polygon;
    const along = quarterTurns === 0 ? end[0] - start[0] : end[1] - start[1];
    expect(along).toBeGreaterThan(600);
    const middle = [0, 1].map((axis) => line!.polygon.reduce((sum, corner) => sum + corner[axis]! / 4, 0));
    expect(Math.hypot(middle[0]! - width / 2, middle[1]! - height / 2)).toBeLessThan(80);
    expect(line!.characters).toHaveLength(line!.text.length);
  }
}, 60_000);

test('a photo without text has none', async () => {
  expect(await linesOn(await drawnPlate({ rows: [[' '.repeat(30), 40]] }))).toEqual([]);
}, 60_000);

test('nothing is read any more when nobody waits', async () => {
  const picture = await decodePhoto(await drawnPlate({ rows: [['ABC', 60]] }), {
    longestSide: 640,
    maxPixels: 1e8,
  });
  await expect(readText(picture, sessions, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
    'gone',
  );
});
