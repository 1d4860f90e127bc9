import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as de from './de.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as fr from './fr.ts';

const { words } = en;

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith('words'))
  .map((name) => `${name}\n${readFileSync(join(SOURCE, name), 'utf8')}`);

/** By its name, or by the beginning of it in a name that is put together. */
const isIn = (text: string, key: string) => {
  const beginning = key.replace(/(?<=_).+$|\d+$/, '');
  return new RegExp(`\\b${key}\\b`).test(text) || text.includes(`\`${beginning}\${`);
};

describe('the words of the console', () => {
  test.each(Object.entries(words))('%s: every one of them is used', (area, said) => {
    const text = sources.filter((source) => new RegExp(`\\b${area}\\b`).test(source)).join('\n');
    expect(Object.keys(said).filter((key) => !isIn(text, key))).toEqual([]);
  });
});

/** By where it stands: a sentence, or the forms that it has for numbers, which together fill the same places. */
const placesIn = (told: object, at = ''): [string, string[]][] =>
  Object.entries(told).flatMap(([key, value]): [string, string[]][] => {
    const isSentence = typeof value === 'string' || (typeof value === 'object' && 'other' in value);
    if (!isSentence) return placesIn(value, `${at}${key}.`);
    const text = typeof value === 'string' ? value : value.other;
    return [[`${at}${key}`, [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted()]];
  });

const placesOf = ({ words: own, names }: Pick<typeof en, 'words' | 'names'>) =>
  Object.fromEntries(placesIn({ ...own, names }));

test.each(Object.entries({ de, fr, es }))(
  '%s: every sentence has the places of the English one',
  (_, spoken) => {
    expect(placesOf(spoken)).toEqual(placesOf(en));
  },
);
