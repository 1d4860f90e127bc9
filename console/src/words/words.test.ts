import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { words } from './en.ts';

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
