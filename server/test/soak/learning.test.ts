/** From corrected photos to a verdict: `npx walkaround train` and `gate`, with the real models and, where it is there, the real Python. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, walkaround } from '../../../cli/test-walkaround.ts';
import { drawDataSet } from '../../../harness/pictures/drawn-data-set.ts';

const python = process.env.TRAINING_PYTHON || 'python3';
const hasPackages =
  spawnSync(python, ['-c', 'import torch, onnx, onnxruntime, pycocotools, matplotlib']).status === 0;
const why = hasPackages ? '' : ` (skipped: ${python} lacks the packages of training/requirements.txt)`;

let folder: string;
const at = (name: string) => join(folder, name);
const run = (...args: string[]) => walkaround(args, { cwd: folder });
const json = async (name: string) => JSON.parse(await readFile(at(name), 'utf8'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learning-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A field of its own at the end changes the file and not the network. */
const FIELD = Buffer.from([0x72, 6, 0x0a, 1, 107, 0x12, 1, 118]);

test('the gate compares another file with the installed model on drawn vehicles, and does not decide on four', async () => {
  await drawDataSet(at('four'), { learned: 1, heldOut: 4 });
  const damage = Buffer.concat([await readFile(join(ROOT, 'models/damage.onnx')), FIELD]);
  const { models } = JSON.parse(await readFile(join(ROOT, 'models/manifest.json'), 'utf8'));
  const entry = models.find(({ name }: { name: string }) => name === 'damage');
  const sha256 = createHash('sha256').update(damage).digest('hex');
  await mkdir(at('copy'));
  await writeFile(at('copy/damage.onnx'), damage);
  const own = { ...entry, sha256, version: `${entry.version}-own.20260131` };
  await writeFile(at('copy/manifest.json'), JSON.stringify({ models: [own] }));
  const { status, said } = await run('gate', '--candidate', 'copy', '--data', 'four', '--out', 'page.html');
  expect(said).toContain(
    'undecided: too little data\n  There are 4 held-out vehicles, and a verdict needs 20.',
  );
  expect(status).toBe(1);
  const gate = await json('copy/gate.json');
  expect(gate).toMatchObject({
    format: 1,
    verdict: 'undecided',
    candidate: { sha256, version: own.version },
    installed: { sha256: entry.sha256, version: entry.version },
    sets: [{ name: 'own', vehicles: 4, photos: 8, inspections: 4, damages: 4 }],
  });
  // The same network: not one find differs.
  for (const { difference } of gate.sets[0].figures)
    if (difference) expect(difference).toEqual({ value: 0, low: 0, high: 0 });
  expect(await readFile(at('page.html'), 'utf8')).toContain(
    'Their findings are the same on every held-out photo',
  );
});

test('the gate refuses a file that is not what its manifest says', async () => {
  await writeFile(at('copy/damage.onnx'), FIELD);
  const { status, said } = await run('gate', '--candidate', 'copy', '--data', 'four');
  expect(status).toBe(1);
  expect(said).toContain('is not the file that its manifest describes');
});

test.skipIf(!hasPackages)(
  `two steps of training make a whole candidate, and the gate reads it${why}`,
  { timeout: 900_000 },
  async () => {
    await drawDataSet(at('set'), { learned: 100, heldOut: 30 });
    const trained = await run('train', '--data', 'set', '--out', 'own', '--steps', '2', '--device', 'cpu');
    expect(trained.said).toContain('Teaching the network 7b');
    expect(trained).toMatchObject({ status: 0 });
    expect((await readdir(at('own'))).sort()).toEqual(
      ['card.md', 'curve.svg', 'damage.onnx', 'manifest.json', 'report.json'].sort(),
    );
    const [entry, ...others] = (await json('own/manifest.json')).models;
    expect(others).toEqual([]);
    const sha256 = createHash('sha256')
      .update(await readFile(at('own/damage.onnx')))
      .digest('hex');
    expect(entry).toMatchObject({ name: 'damage', file: 'damage.onnx', sha256, kind: 'detector' });
    expect(entry.version).toMatch(/^\d+\.\d+\.\d+-own\.\d{8}\.[\da-f]{6}$/);
    expect(Object.keys(entry.thresholds)).toEqual(entry.classes);
    expect(Object.keys(entry.suspicion_thresholds)).toEqual(entry.classes);
    expect(await readFile(at('own/curve.svg'), 'utf8')).toContain('<svg');
    expect(await readFile(at('own/card.md'), 'utf8')).toContain('held out: the figures below | 60 | 30 |');
    await run('gate', '--candidate', 'own', '--data', 'set');
    expect(await json('own/gate.json')).toMatchObject({
      format: 1,
      candidate: { sha256, version: entry.version },
    });
    expect(await readFile(at('own/gate.html'), 'utf8')).toContain('</html>');
  },
);
