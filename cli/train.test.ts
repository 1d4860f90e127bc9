import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawDataSet } from '../harness/pictures/drawn-data-set.ts';
import { walkaround } from './test-walkaround.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const train = (...args: string[]) =>
  walkaround(['train', ...args], { cwd: folder, env: { TRAINING_PYTHON: at('no-python') } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'train-'));
  await drawDataSet(at('small'), { learned: 60, heldOut: 12 });
  await drawDataSet(at('enough'), { learned: 100, heldOut: 30 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a data set that is too small is refused in one sentence that says what is missing and how many more', async () => {
  const { status, out, said } = await train('--data', 'small', '--out', 'candidate');
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(said).toContain('120 photos to learn from where 200 are needed (80 more)');
  expect(said).toContain('12 held-out vehicles where 20 are needed (8 more)');
  expect(said).toContain('12 damages on held-out vehicles where 30 are needed (18 more)');
  // Of scratches there are enough.
  expect(said).not.toContain('most frequent type');
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(await readdir(folder)).not.toContain('candidate');
});

test('a trial by steps is told that the set is too small, and goes on', async () => {
  const { status, said } = await train('--data', 'small', '--out', 'candidate', '--steps', '2');
  expect(said).toContain('120 photos to learn from where 200 are needed (80 more)');
  expect(said).toContain('This trial goes on all the same.');
  // As far as it can here.
  expect(said).toContain('no-python does not run');
  expect(status).toBe(1);
});

test('without a Python that has the packages it explains the installation with the commands, and writes nothing', async () => {
  const { status, said } = await train('--data', 'enough', '--out', 'candidate');
  expect(status).toBe(1);
  expect(said).toContain('200 photos of 100 vehicles to learn from; 60 photos of 30 vehicles held out');
  expect(said).toMatch(/no-python does not run\. Install them once/);
  for (const command of ['python3 -m venv', 'pip install -r', 'export TRAINING_PYTHON='])
    expect(said).toContain(command);
  expect(await readdir(folder)).not.toContain('candidate');
});

test('an export that was interrupted, a set with missing photos and something else are refused, each with the cure', async () => {
  await drawDataSet(at('half'), { learned: 2, heldOut: 1, complete: false });
  expect((await train('--data', 'half', '--out', 'candidate')).said).toMatch(
    /was interrupted\. Run it again first/,
  );
  await drawDataSet(at('torn'), { learned: 2, heldOut: 1 });
  await rm(at('torn/photos/1.jpg'));
  expect((await train('--data', 'torn', '--out', 'candidate')).said).toMatch(
    /1 of 6 photos of .* not there .*Export/,
  );
  expect((await train('--data', '.', '--out', 'candidate')).said).toMatch(
    /holds no data set of this service/,
  );
});

test('an interrupted run goes on only with --resume, and a folder with something in it is not written to', async () => {
  await mkdir(at('begun/work'), { recursive: true });
  await writeFile(at('begun/work/settings.json'), '{}');
  expect((await train('--data', 'enough', '--out', 'begun')).said).toMatch(
    /holds an interrupted run.*--resume/,
  );
  expect((await train('--data', 'enough', '--out', 'new', '--resume')).said).toMatch(/no interrupted run/);
  expect((await train('--data', 'enough', '--out', 'small')).said).toMatch(/is not empty/);
});

test.each([
  [[], /Name the data set with --data/],
  [['--data', 'enough'], /Name the folder of the candidate with --out/],
  [['--data', 'x', '--out', 'y', '--minutes', '5', '--steps', '5'], /not both/],
  [['--data', 'x', '--out', 'y', '--base', '6a'], /choose from 7b, 16a, both/],
  [['--data', 'x', '--out', 'y', '--public-share', '1.5'], /give a number from 0.05 to 0.95/],
])('wrong options %j are refused with status 2', async (args, reason) => {
  const { status, said } = await train(...args);
  expect(status).toBe(2);
  expect(said).toMatch(reason);
});
