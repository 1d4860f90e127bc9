/** The whole loop of learning: corrections, export, training, gate, shadow, use and back, with the real models and, where it is there, the real Python. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, walkaround } from '../../../cli/test-walkaround.ts';
import { drawDataSet } from '../../../harness/pictures/drawn-data-set.ts';
import { splitOf } from '../../src/inspections/training/split.ts';

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

/** Two photos of a car: the scratches on its left, and its right as a mirror shows it, which is clean. The blues are dark, so that the scratches show. */
const photosOf = async (vehicle: number) => {
  const paint = `hsl(${210 + (vehicle % 20)} 62% 30%)`;
  const right = await sharp(await carDrawing({ paint }))
    .flop()
    .jpeg({ quality: 92 })
    .toBuffer();
  return [await carDrawing({ paint, scratched: true }), right];
};
const DENT = { xmin: 560, ymin: 420, width: 70, height: 50 };

test.skipIf(!hasPackages)(
  `corrections teach a candidate, which the gate compares, which looks along, judges and is taken back while the service runs${why}`,
  { timeout: 1_500_000 },
  async () => {
    const service = await ownService({ MODEL_THREADS: '1' });
    const api = await service.client({ organization: 'acme', permissions: ['organization:manage'] });

    /** An inspection of a new vehicle on this side of the split: chance decides, so the others stay empty. */
    let vehicle = 0;
    const newVehicle = async (side: 'train' | 'val'): Promise<string> => {
      vehicle += 1;
      const rest = { vehicle: { plate: `LEARN-${vehicle}` } };
      const id = await newInspection(api, { damage_detection: {} }, rest);
      const { vehicle: made } = (await api.get(`/inspections/${id}`)).body;
      expect(made.known_vehicle_id, 'a plate makes it a known vehicle').not.toBeNull();
      return splitOf(`vehicle ${made.known_vehicle_id}`) === side ? id : newVehicle(side);
    };

    const inspect = async (side: 'train' | 'val' = 'train'): Promise<Body> => {
      const id = await newVehicle(side);
      for (const photo of await photosOf(vehicle)) {
        const added = await api.upload(`/inspections/${id}/images`, { tasks: ['damage_detection'] }, photo);
        expect(added.status, JSON.stringify(added.body)).toBe(201);
      }
      await setStatus(api, id, 'damage_detection', 'TODO');
      expect(await ended(api, id, 'damage_detection', 300_000)).toMatchObject({ status: 'DONE' });
      return (await api.get(`/inspections/${id}`)).body;
    };
    /** Of the damage model on its photos: what it finds may be nothing. */
    const versionsOf = async ({ images }: Body) => {
      const database = await databaseOf(service);
      const { rows } = await database.query(
        `select distinct version from sightings where model = 'damage' and image_id = any($1)`,
        [images.map(({ id }: Body) => id)],
      );
      await database.end();
      // Beside it stands the beginning of the file's sum.
      return rows.map(({ version }) => version.split(' ')[0]);
    };

    /** What a person does: the first find is right, the others are not, a dent was overlooked; then all is approved. */
    const correct = async ({ id, damages, images }: Body) => {
      const path = `/inspections/${id}`;
      const [right, ...wrong] = damages as Body[];
      expect(right, 'the model sees the drawn scratches').toBeDefined();
      await api.patch(`${path}/damages/${right.id}`, { is_confirmed: true });
      for (const damage of wrong) expect((await api.delete(`${path}/damages/${damage.id}`)).status).toBe(200);
      const { suspicions } = (await api.get(`${path}?show_suspicions=true`)).body;
      for (const { id: suspicion, state } of suspicions)
        if (state === 'open')
          expect((await api.post(`${path}/suspicions/${suspicion}/dismiss`, {})).status).toBe(200);
      const dent = { damage_type: 'dent', part_type: 'door_back_left' };
      const added = (await api.post(`${path}/damages`, dent)).body;
      const [{ id: image_id }] = images;
      const drawn = await api.post(`${path}/views`, { image_id, damage_id: added.id, bounding_box: DENT });
      expect(drawn.status, JSON.stringify(drawn.body)).toBe(201);
      expect((await setStatus(api, id, 'damage_detection', 'VALIDATED')).status).toBe(200);
    };

    try {
      // Corrections of four vehicles to learn from, and of one to judge on.
      await api.patch('/organization/settings', { training_use: 'shown' });
      for (const side of ['train', 'train', 'train', 'train', 'val'] as const)
        await correct(await inspect(side));

      // Export.
      const exported = await run(
        ...['dataset', 'export', '--out', 'own-set', '--url', service.url, '--token', api.token!],
      );
      expect(exported).toMatchObject({ status: 0 });
      const labels = await json('own-set/damage.json');
      const saidHow = new Set(labels.annotations.map(({ label_source }: Body) => label_source));
      expect(saidHow).toEqual(new Set(['confirmed', 'added']));

      // Training. The set is far too small, which a trial tells and a real run refuses.
      const refused = await run('train', '--data', 'own-set', '--out', 'own');
      expect(refused).toMatchObject({
        status: 1,
        said: expect.stringContaining('is too small to tell anything'),
      });
      const trained = await run(
        'train',
        '--data',
        'own-set',
        '--out',
        'own',
        '--steps',
        '2',
        '--device',
        'cpu',
      );
      expect(trained, trained.said).toMatchObject({ status: 0 });
      expect(trained.said).toContain('This trial goes on all the same.');
      expect(trained.said).toMatch(/step 2, 50 %/);
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
      expect(await readFile(at('own/curve.svg'), 'utf8')).toContain('<svg');
      expect(await readFile(at('own/card.md'), 'utf8')).toContain('held out: the figures below | 2 | 1 |');

      // Gate.
      const gated = await run('gate', '--candidate', 'own', '--data', 'own-set');
      expect(gated.said).toContain(`held-out vehicle`);
      const { models } = JSON.parse(await readFile(join(ROOT, 'models/manifest.json'), 'utf8'));
      const installed = models.find(({ name }: Body) => name === 'damage').version;
      expect(await json('own/gate.json')).toMatchObject({
        verdict: expect.stringMatching(/undecided|refused/),
        candidate: { sha256, version: entry.version },
        installed: { version: installed },
      });

      // Shadow: its finds are kept apart from the result.
      const choose = async (...args: string[]) => {
        const env = { DATA_DIR: service.dataDir, LOG_LEVEL: '' };
        const { status, out, said } = await walkaround(['models', ...args], { cwd: folder, env });
        expect({ status, said }).toEqual({ status: 0, said: '' });
        return out;
      };
      await choose('try', 'own', '--share', '1', '--by', 'olga');
      const before = await inspect();
      expect(await versionsOf(before)).toEqual([installed]);
      const { compared } = await until(
        async () => (await api.get('/organization/side_by_side')).body,
        ({ compared }) => compared?.photos > 0,
        120_000,
      );
      expect(compared).toMatchObject({ judging: installed, along: entry.version });

      // Use and back, without a restart.
      await choose('use', entry.version, '--despite-the-gate', '--by', 'olga');
      expect(await versionsOf(await inspect())).toEqual([entry.version]);
      const { damages } = (await api.get(`/inspections/${before.id}`)).body;
      for (const { model } of damages) expect(model.version, 'a result keeps its version').toBe(installed);
      await choose('back', '--by', 'olga');
      expect(await versionsOf(await inspect())).toEqual([installed]);
    } finally {
      await service.stop();
    }
  },
);
