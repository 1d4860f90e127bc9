import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const readJson = async (path: string) => JSON.parse(await readFile(new URL(path, ROOT), 'utf8'));

/** Terms under which a package may be part of what runs, and why. */
const ALLOWED: Record<string, string> = {
  MIT: 'asks for its notice, which stays in node_modules',
  'Apache-2.0': 'asks for its notice, and grants patents',
  ISC: 'as MIT',
  'BSD-3-Clause': 'as MIT, without the use of names',
  '0BSD': 'asks for nothing',
  Unlicense: 'asks for nothing',
  'BlueOak-1.0.0': 'as MIT, and grants patents',
  '(MIT OR CC0-1.0)': 'taken as MIT',
  'MPL-2.0': 'holds for its own files, which are used unchanged',
  'LGPL-3.0-or-later': 'a library of its own file that anybody can replace: libvips, beside sharp',
  'Apache-2.0 AND LGPL-3.0-or-later': 'the same, on Windows',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': 'the same, as WebAssembly',
};

/** Packages whose terms need a look of their own. */
const LOOKED_AT: Record<string, { license: string | undefined; why: string }> = {
  '@expo-google-fonts/noto-sans': { license: 'MIT AND OFL-1.1', why: 'fonts that reports may embed' },
  'clipper-lib': { license: 'BSL', why: 'the Boost Software License 1.0: as MIT' },
  'dejavu-fonts-ttf': {
    license: 'SEE LICENSE IN README.md AND LICENSE',
    why: 'Bitstream Vera and public domain: fonts that reports may embed',
  },
  'libheif-js': { license: 'LGPL-3.0', why: 'a library of its own file that anybody can replace' },
  'node-forge': { license: '(BSD-3-Clause OR GPL-2.0)', why: 'taken as BSD-3-Clause' },
  'png-js': { license: undefined, why: 'MIT: its file LICENSE says so, its package.json says nothing' },
};

/** What a model's terms may begin with; `evaluation_and_research` is told in the README, the reports and the API. */
const MODEL_TERMS = [/^MIT\b/, /^Apache-2\.0\b/, /^Weights for evaluation and research:/];

type Locked = { license?: string; dev?: boolean; link?: boolean };

test('every package that runs has terms that somebody looked at: add new ones with the reason', async () => {
  const { packages } = (await readJson('package-lock.json')) as { packages: Record<string, Locked> };
  const running = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  expect(running.length).toBeGreaterThan(100);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const unknown = running.filter(([path, { license }]) => {
    const looked = LOOKED_AT[nameOf(path)];
    return looked ? looked.license !== license : license === undefined || !(license in ALLOWED);
  });
  expect(unknown.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([]);
  const names = new Set(running.map(([path]) => nameOf(path)));
  expect(Object.keys(LOOKED_AT).filter((name) => !names.has(name))).toEqual([]);
});

test('every model says its terms, and they are of a kind that somebody looked at', async () => {
  const { models } = await readJson('models/manifest.json');
  expect(models.length).toBeGreaterThan(5);
  for (const { name, licence, use } of models) {
    expect(
      MODEL_TERMS.some((terms) => terms.test(licence)),
      `${name}: ${licence}`,
    ).toBe(true);
    expect(['any', 'evaluation_and_research'], name).toContain(use);
  }
});
