import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isRestricted } from '../../inspections/model-terms.ts';
import { readModelTerms } from './model-terms.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

test('every model that comes with the service says what its weights may be used for', async () => {
  const terms = await readModelTerms(join(ROOT, 'models'));
  expect(terms.map(({ name }) => name)).toEqual([
    'close_up_parts',
    'damage',
    'faces',
    'paint',
    'part_states',
    'parts',
    'photo',
    'plates',
    'second_opinion',
    'state',
    'text',
    'vehicles',
    'wheels',
  ]);
  for (const { name, licence, use } of terms) {
    expect(licence, name).toMatch(/\w/);
    // The word and the sentence must not contradict each other.
    expect(use, name).toBe(/evaluation and research/.test(licence!) ? 'evaluation_and_research' : 'any');
  }
});

test('the README names exactly those that are for evaluation and research only', async () => {
  const [line] = (await readFile(join(ROOT, 'README.md'), 'utf8'))
    .split('\n')
    .filter((text) => text.includes('**evaluation and research only**'));
  const named = [...line!.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const restricted = (await readModelTerms(join(ROOT, 'models'))).filter(isRestricted);
  expect(named).toEqual(restricted.map(({ name }) => name));
});

test('a field missing in the manifest is unknown, and with an unreadable manifest no model is known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-terms-'));
  const text = expect.objectContaining({ name: 'text', use: 'any' });
  expect(await readModelTerms(folder)).toEqual([text]);
  const models = [
    { name: 'damage', version: '9', use: 'what I like' },
    { name: 'unheard of', version: '1' },
  ];
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ models }));
  expect(await readModelTerms(folder)).toEqual([
    { name: 'damage', version: '9', licence: null, use: null },
    text,
  ]);
  await rm(folder, { recursive: true });
});
