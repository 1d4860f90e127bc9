import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Body, type Client, clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { hasSharedPictures, sampleOf, sharedPicture } from '@walkaround/harness/pictures/shared-pictures.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import { madeUpModels } from '../../src/vision/engine/test-models.ts';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let api: Client;
beforeAll(async () => {
  api = await clientWithModels();
});

const TASKS = ['damage_detection', 'repair_estimate'];

const inspected = async (photos: Buffer[], on: Client = api): Promise<Body> => {
  const id = await newInspection(on, { damage_detection: {}, repair_estimate: {} });
  for (const photo of photos) {
    const added = await on.upload(`/inspections/${id}/images`, { tasks: TASKS.slice(0, 1) }, photo);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  }
  for (const name of TASKS) {
    await setStatus(on, id, name, 'TODO');
    await until(
      () => task(on, id, name),
      ({ status }) => status === 'DONE' || status === 'ERROR',
      150_000,
    );
  }
  return (await on.get(`/inspections/${id}`)).body;
};

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));
const manifestIn = async (folder: string): Promise<Body> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));

const demoPicture = (name: string) =>
  readFile(new URL(`../../../demo/pictures/${name}.jpg`, import.meta.url));

test('a car with scratches is not severely damaged, and its estimate stands', async () => {
  const inspection = await inspected([await demoPicture('left')]);
  expect(['light', 'moderate']).toContain(inspection.vehicle_state.state);
  expect(inspection.vehicle_state).toMatchObject({ sides: [], image_ids: [], beyond_visual_estimate: false });
  for (const image of inspection.images)
    expect(image.vehicle_state).toEqual({
      state: expect.toBeOneOf([expect.any(String), null]),
      probability: expect.any(Number),
      heavy_probability: expect.any(Number),
    });
  expect(inspection.pricing.labor_cost.beyond_visual_estimate).toBe(false);
});

/**
 * No picture of our own shows a crushed car, so a made-up model says that the demo's car is one. All else is real:
 * the damages, the parts, and what follows from the judgment.
 */
test('a severely damaged car has a condition of 40 at most, and no total is called its cost of repair', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-models-'));
  const answer = { state: { vehicle_state: { shape: [1, 4], values: [0, 0, 0.05, 0.95] } } };
  const made = await madeUpModels(['state'], undefined, answer);
  const [real, heavy] = await Promise.all([manifestIn(MODELS), manifestIn(made)]);
  const models = [...real.models.filter(({ name }: Body) => name !== 'state'), ...heavy.models];
  for (const { file } of real.models) await symlink(join(MODELS, file), join(folder, file));
  await rm(join(folder, 'state.onnx'));
  await copyFile(join(made, heavy.models[0].file), join(folder, heavy.models[0].file));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ models }));
  const service = await ownService({ MODELS_DIR: folder, LOG_LEVEL: 'silent' });
  try {
    const inspection = await inspected([await demoPicture('left')], await service.client());
    expect(inspection.vehicle_state).toMatchObject({
      state: 'severe',
      heavy_probability: 0.95,
      image_ids: [inspection.images[0].id],
      beyond_visual_estimate: true,
      reason: expect.stringContaining('heavy deformation'),
    });
    expect(inspection.condition_score).toBeLessThanOrEqual(40);
    expect(inspection.pricing.labor_cost.beyond_visual_estimate).toBe(true);
    expect(inspection.vehicle.repair_estimate_details.beyond_visual_estimate).toBe(true);
  } finally {
    await service.stop();
    await Promise.all([folder, made].map((each) => rm(each, { recursive: true })));
  }
});

/** Photos that no model learned from, by their labels in training/labels/damaged-parts.json. */
const CRUSHED = ['bilgi_04333.webp', 'bilgi_03549.webp', 'bilgi_04251.webp'];
const LIGHT = ['bilgi_03417.webp', 'lensor_05301.webp', 'lensor_05627.webp'];

describe.skipIf(!hasSharedPictures)('on real photos (skipped where ../shared/data is not)', () => {
  test.each(sampleOf(CRUSHED))(
    'a crushed car is at 40 or below, and has no cost of repair: %s',
    async (name) => {
      const inspection = await inspected([await sharedPicture(name)]);
      expect(inspection.vehicle_state).toMatchObject({
        state: 'severe',
        image_ids: [inspection.images[0].id],
        beyond_visual_estimate: true,
        reason: expect.stringContaining('heavy deformation'),
      });
      expect(inspection.condition_score).toBeLessThanOrEqual(40);
      expect(inspection.damages).not.toEqual([]);
      for (const pricing of Object.values<Body>(inspection.pricing))
        expect(pricing.beyond_visual_estimate).toBe(true);
    },
  );

  test.each(sampleOf(LIGHT))('a lightly damaged or intact car is not called severe: %s', async (name) => {
    const { vehicle_state } = await inspected([await sharedPicture(name)]);
    expect(vehicle_state).toMatchObject({ beyond_visual_estimate: false, sides: [] });
  });
});
