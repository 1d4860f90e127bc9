/** What only one room may know. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const isTest = (file: string) => /(\.test(-process)?\.ts|(^|\/)(test-[^/]+|blob-stories)\.ts)$/.test(file);

/** Without comments and without the insides of longer texts for people, in which numbers may stand. */
const codeOf = (source: string) =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[^:'"`\\])\/\/.*$/gm, '$1');

const linesThat = async (says: (line: string) => boolean, except: RegExp) => {
  const found: string[] = [];
  for (const file of await readdir(SRC, { recursive: true })) {
    if (!file.endsWith('.ts') || isTest(file) || except.test(file)) continue;
    const lines = codeOf(await readFile(join(SRC, file), 'utf8')).split('\n');
    found.push(...lines.filter(says).map((line) => `${file}: ${line.trim()}`));
  }
  return found;
};

/** Numbers that HTTP has a meaning for and that are rarely anything else. */
const TELLING = /(?<![\w.])(20[1-6]|30[1-478]|40[1-9]|41[0-7]|42[1-9]|431|451|50[1-5])(?![\w.%])/;
/** Round ones count a lot besides; beside a word for a status they are one. */
const ROUND = /(?<![\w.])[1-5]00(?![\w.%])/;
const OF_A_STATUS = /status|new Problem\(|\.code\(\s*\d/i;

const saysNumberOfHttp = (line: string) => TELLING.test(line) || (ROUND.test(line) && OF_A_STATUS.test(line));

/**
 * Besides `http/`: those who are a server or a client of HTTP of their own. The built-in identity provider stands for
 * a foreign one; `safe-fetch.ts` asks foreign servers; the tracer records what was answered.
 */
const SPEAKS_HTTP =
  /^(http\/|identity\/(provider\/|userinfo\.ts)|files\/safe-fetch\.ts|tracing\/requests\.ts)/;

test('HTTP statuses are used only in http/ and in code that speaks HTTP itself', async () => {
  expect(await linesThat(saysNumberOfHttp, SPEAKS_HTTP)).toEqual([]);
});

test.each([
  ['if (error instanceof Problem && error.status === 503) throw error;', true],
  ["new Problem(409, 'conflict', message)", true],
  ['if (![413, 422].includes(of)) throw error;', true],
  ['const delivered = answer.status >= 200 && answer.status < 300;', true],
  ['reply.code(500)', true],
  ["if (error.kind === 'temporary') throw error;", false],
  ['const BATCH = 500;', false],
  ['await sleep(200)', false],
])('%j says a number of HTTP: %s', (line, expected) => {
  expect(saysNumberOfHttp(line)).toBe(expected);
});

/** Five digits or letters that Postgres puts into `code`. */
const SQLSTATE = /['"/|(^](0[0-9A-Z]|2[0-9A-Z]|4[0-2]|5[3-8P]|57P|XX)[0-9A-Z]{3}['"|)/]/;

test('what the codes of Postgres mean is known to the store alone', async () => {
  expect(await linesThat((line) => SQLSTATE.test(line), /^store\//)).toEqual([]);
  expect(["code === '53100'", "['55P03', '40P01']"].every((line) => SQLSTATE.test(line))).toBe(true);
});

/** Closed lists of words, which import nothing but each other. */
const WORDS = /^(vocabulary|parts\/(parts|part-families|open-families)|viewpoints\/viewpoints)\.ts$/;

test('records import only the vocabulary and each other', async () => {
  const domain = join(SRC, 'inspections');
  const stray: string[] = [];
  for (const file of await readdir(join(domain, 'records'), { recursive: true })) {
    if (!file.endsWith('.ts') || isTest(file)) continue;
    const path = join('records', file);
    for (const [, named] of (await readFile(join(domain, path), 'utf8')).matchAll(/from '(\.[^']+)'/g)) {
      const target = join(dirname(path), named!);
      if (!target.startsWith('records/') && !WORDS.test(target)) stray.push(`${file} imports ${target}`);
    }
  }
  expect(stray).toEqual([]);
});
