import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Which rooms a room may look into besides its own. The doors of the house: see ARCHITECTURE.md. */
const MAY_IMPORT: Record<string, string[]> = {
  inspections: [],
  actions: ['inspections'],
  http: ['actions', 'inspections'],
  jobs: ['actions', 'inspections'],
  store: ['inspections'],
  files: ['inspections', 'decoding'],
  vision: ['inspections', 'decoding'],
  report: ['inspections', 'decoding'],
  decoding: ['inspections'],
  identity: ['inspections'],
  tracing: [],
  config: [],
};

/** They plug the rooms together: the roles of the service, and the commands that run without it. */
const MAY_IMPORT_ALL = ['process', 'commands'];

const isTest = (file: string) => /(\.test(-process)?\.ts|^(.*\/)?test-[^/]+\.ts)$/.test(file);

const importsOf = (source: string) =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)]
    .map((match) => match[1]!)
    // Names in four languages and the drawing of a car: data that the console uses too, and no room's own.
    .filter((target) => !/^(\.\.\/)+vocabulary\//.test(target));

const roomOf = (path: string) => (path.includes(sep) ? path.split(sep)[0]! : 'main');

const sourceFiles = async () => {
  const files = await readdir(SRC, { recursive: true });
  return files.filter((file) => file.endsWith('.ts') && !isTest(file));
};

test('every import follows the one rule: http, jobs → actions → inspections ← store, files, vision, report', async () => {
  const broken: string[] = [];
  for (const file of await sourceFiles()) {
    const room = roomOf(file);
    if (room === 'main' || MAY_IMPORT_ALL.includes(room)) continue;
    for (const target of importsOf(await readFile(join(SRC, file), 'utf8'))) {
      const other = roomOf(relative(SRC, join(SRC, dirname(file), target)));
      if (other !== room && !MAY_IMPORT[room]?.includes(other)) broken.push(`${file} imports ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('every room of the source is known to the rule', async () => {
  const rooms = new Set((await sourceFiles()).map(roomOf));
  rooms.delete('main');
  expect([...rooms].filter((room) => !(room in MAY_IMPORT) && !MAY_IMPORT_ALL.includes(room))).toEqual([]);
});

/** They know the service from outside: its reference, its addresses, and the programs that its package names. */
const OUTSIDE = ['cli', 'command-line', 'sdk', 'demo/demo.ts', 'demo/pictures.ts'];

test('the command line and the SDK do not reach into the source of the server', async () => {
  const reaching: string[] = [];
  for (const place of OUTSIDE) {
    const files = place.endsWith('.ts') ? [place] : await readdir(join(ROOT, place), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))) {
      const path = place.endsWith('.ts') ? file : join(place, file);
      if (/server\/src/.test(await readFile(join(ROOT, path), 'utf8'))) reaching.push(path);
    }
  }
  expect(reaching).toEqual([]);
});

test('what makes traces is loaded only where somebody wants them', async () => {
  const loaders: string[] = [];
  for (const file of await sourceFiles()) {
    if (roomOf(file) === 'tracing') continue;
    const source = (await readFile(join(SRC, file), 'utf8')).replaceAll(/^import type .*$/gm, '');
    if (/@opentelemetry|tracing\/tracing\.ts/.test(source)) loaders.push(file);
  }
  expect(loaders).toEqual(['main.ts']);
  const main = await readFile(join(SRC, 'main.ts'), 'utf8');
  expect(main).toContain("await import('./tracing/tracing.ts')");
});

test('of the service only main.ts reads the environment, and one file tells a library something by it', async () => {
  const readers: string[] = [];
  for (const file of await sourceFiles())
    if (roomOf(file) !== 'commands' && /process\.env/.test(await readFile(join(SRC, file), 'utf8')))
      readers.push(file);
  expect(readers.sort()).toEqual(['main.ts', 'vision/engine/telemetry.ts']);
});

test('every file that is named by its address is there', async () => {
  const missing: string[] = [];
  for (const file of await readdir(SRC, { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const source = await readFile(join(SRC, file), 'utf8');
    // The console is built when it is needed.
    for (const [, target] of source.matchAll(/new URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url/g))
      if (!target!.endsWith('console/dist') && !existsSync(join(SRC, dirname(file), target!)))
        missing.push(`${file} names ${target}`);
  }
  expect(missing).toEqual([]);
});
