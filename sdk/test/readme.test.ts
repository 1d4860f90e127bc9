import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { inherited } from '@walkaround/harness/services/service.ts';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { tokenFor } from './harness/client.ts';

// The first example lets the real models look at a photo.
vi.setConfig({ testTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

let folder: string;
let examples: string[];
beforeAll(async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
  await mkdir(join(ROOT, 'tmp'), { recursive: true });
  folder = await mkdtemp(join(ROOT, 'tmp/sdk-readme-'));
  await writeFile(join(folder, 'front.jpg'), await photo());
  for (const [i, code] of examples.entries()) await writeFile(join(folder, `example-${i}.ts`), code);
});
afterAll(() => rm(folder, { recursive: true }));

const runExample = async (i: number) => {
  const token = await tokenFor();
  const env = {
    ...inherited(),
    WALKAROUND_URL: inject('serviceWithModelsUrl'),
    WALKAROUND_TOKEN: token,
  };
  return (await run(process.execPath, [join(folder, `example-${i}.ts`)], { cwd: folder, env })).stdout;
};

test('the examples of the README are correctly typed', async () => {
  const config = { extends: '../../tsconfig.json', include: ['*.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]);
});

test('the examples of the README do what they say', async () => {
  expect(examples).toHaveLength(4);
  const whole = await runExample(0);
  expect(whole).toContain('100 % uploaded\n');
  expect(whole).toContain('1 of 1 photos analysed\n');
  expect((await readFile(join(folder, 'report.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await runExample(1)).toBe('');
  expect(await runExample(2)).toBe('There is no such inspection.\n');
  expect(await runExample(3)).toMatch(/^inspection\.created \n(.*\n)*task\.done compliances\n$/);
});
