import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RECORDS } from '../generate/names.ts';
import { printTypes } from '../generate/print-types.ts';
import { reference } from './harness/client.ts';

const SRC = new URL('../src/', import.meta.url);

test('the types are those of the service (npm test -- sdk/test/schema.test.ts -u makes them anew)', async () => {
  await expect(printTypes(await reference())).toMatchFileSnapshot('../src/schema.ts');
});

test('the SDK has a type for every kind of entity that the service knows', async () => {
  const { kinds } = (await reference())['x-normalized'];
  expect(Object.keys(RECORDS).sort()).toEqual(kinds.sort());
});

test('the SDK needs nothing but itself: no package, nothing of Node, nothing of the server', async () => {
  const foreign: string[] = [];
  for (const file of await readdir(SRC)) {
    const source = await readFile(new URL(file, SRC), 'utf8');
    for (const [, from] of source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g))
      if (!/^\.\/[a-z-]+\.ts$/.test(from!)) foreign.push(`${file} imports ${from}`);
  }
  expect(foreign).toEqual([]);
});
