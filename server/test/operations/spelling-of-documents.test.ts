import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const AMERICAN: Record<string, string> = {
  aluminium: 'aluminum',
  amongst: 'among',
  analyse: 'analyze',
  analysed: 'analyzed',
  analysing: 'analyzing',
  artefact: 'artifact',
  behaviour: 'behavior',
  burnt: 'burned',
  cancelled: 'canceled',
  cancelling: 'canceling',
  catalogue: 'catalog',
  centimetre: 'centimeter',
  centre: 'center',
  centred: 'centered',
  colour: 'color',
  coloured: 'colored',
  defence: 'defense',
  favour: 'favor',
  favourite: 'favorite',
  grey: 'gray',
  honour: 'honor',
  judgement: 'judgment',
  kerb: 'curb',
  kilometre: 'kilometer',
  labelled: 'labeled',
  labelling: 'labeling',
  labour: 'labor',
  learnt: 'learned',
  licence: 'license',
  metre: 'meter',
  millimetre: 'millimeter',
  modelled: 'modeled',
  neighbour: 'neighbor',
  neighbouring: 'neighboring',
  normalise: 'normalize',
  organisation: 'organization',
  programme: 'program',
  recognise: 'recognize',
  recognised: 'recognized',
  towards: 'toward',
  tyre: 'tire',
  whilst: 'while',
  windscreen: 'windshield',
};
const BRITISH = new RegExp(`(?<![\\w$])(${Object.keys(AMERICAN).join('|')})s?(?!\\w)`, 'gi');

/** Names that clients know, or that a library gave: they stay in the spelling in which they were first sent. */
const ALLOWED = ['labour', 'labour_hours', 'licence', 'not_analysed', 'tyre'];

/** Code and addresses are not prose. */
const withoutCode = (text: string) =>
  text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]+`|\]\([^)]*\)|<!--[\s\S]*?-->/g, '');

/** Texts with a space between quotes: messages and descriptions. What stands between braces there is code. */
const textsIn = (source: string) =>
  source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .match(/'(?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)* (?:[^`\\]|\\.)*`/g)
    ?.map((text) => text.replace(/\$\{[^}]*\}/g, ''))
    .join('\n') ?? '';

/** Values, not names. */
const valuesIn = (json: string) => json.replace(/"[^"]*":/g, '');

/** Comments in code can be added as a line of their own when they are rewritten. */
const CHECKED: [folders: string[], prose: (text: string) => string][] = [
  [['README.md', 'SECURITY.md', 'docs/*.md', 'docs/**/*.md', 'sdk/README.md', 'demo/**/*.md'], withoutCode],
  [['server/src/**/*.ts', 'cli/*.ts', 'sdk/src/**/*.ts', 'scripts/*.js'], textsIn],
  [['console/src/words/en/*.json', 'vocabulary/en.json', 'server/src/report/words/en.json'], valuesIn],
];

const filesIn = (folders: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$/.test(file));

test('documents and messages are in US spelling', async () => {
  const found: string[] = [];
  for (const [folders, prose] of CHECKED)
    for (const file of filesIn(folders)) {
      const text = await readFile(join(ROOT, file), 'utf8').catch(() => '');
      for (const [word, base] of prose(text).matchAll(BRITISH))
        if (!ALLOWED.includes(word)) found.push(`${file}: ${word} → ${AMERICAN[base!.toLowerCase()]}`);
    }
  expect(found).toEqual([]);
});
