import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnPlate } from '@walkaround/harness/pictures/text-drawing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsOf } from '../../inspections/texts/kinds/text-kinds.ts';
import { createTextReader, type TextReader } from './text-reader.ts';

const warnings: string[] = [];
let reader: TextReader;
let photo: Buffer;
beforeAll(async () => {
  const log = { warn: (message: string) => warnings.push(message) };
  reader = await createTextReader({ device: 'cpu', cores: 2, maxPixels: 4_000_000 }, log);
  photo = await drawnPlate({
    rows: [
      ['1HGCM82633A004352', 50],
      ['MAX WEIGHT', 50],
    ],
    width: 1200,
    height: 600,
  });
}, 60_000);
afterAll(() => reader.close());

test('a photo is read from its bytes and from its file alike, and its VIN is known for one', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'text-')), 'photo.jpg');
  await writeFile(file, photo);
  const [bytes, path] = [await reader.read(photo), await reader.read(file)];
  expect(path).toEqual(bytes);
  expect(textsOf(bytes.lines).map(({ text, kind }) => [kind, text.replace(' ', '')])).toEqual([
    ['vin', '1HGCM82633A004352'],
    ['text', 'MAXWEIGHT'],
  ]);
  expect(warnings).toEqual([]);
}, 60_000);

test('what is no photo, or too large a one, is refused, and the next is read', async () => {
  await expect(reader.read(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toMatchObject({
    kind: 'input',
  });
  const large = await drawnPlate({ rows: [['A', 40]], width: 2100, height: 2000 });
  await expect(reader.read(large)).rejects.toThrow('the limit is 4');
  expect((await reader.read(photo)).lines).toHaveLength(2);
}, 60_000);

test('whoever no longer waits is let go at once, and the others are answered', async () => {
  const gone = new AbortController();
  const [left, stayed] = [reader.read(photo, { signal: gone.signal }), reader.read(photo)];
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect((await stayed).lines).toHaveLength(2);
}, 60_000);
