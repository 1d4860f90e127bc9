import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Body, type Client, clientWithModels } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createInspector } from '../../bench/findings/inspect.ts';
import { listedBy } from '../../bench/findings/listed.ts';
import { readConfigWithoutService } from '../../src/config/config.ts';
import { createPhotoModels } from '../../src/vision/engine/photo-models.ts';

// Real models, twice on each photo, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000 });

const WITHIN = 240_000;
const TASKS = ['damage_detection', 'wheel_analysis', 'repair_estimate'];
const PATHS = ['left.jpg', 'door-close.jpg'].map((name) =>
  fileURLToPath(new URL(`../../../demo/pictures/${name}`, import.meta.url)),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yardstick-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const throughService = async (api: Client): Promise<Body> => {
  const id = await newInspection(
    api,
    { damage_detection: { damage_severity: {} }, wheel_analysis: {}, repair_estimate: {} },
    { vehicle: {} },
  );
  for (const path of PATHS) {
    const added = await api.upload(
      `/inspections/${id}/images`,
      { tasks: TASKS.slice(0, 2) },
      await readFile(path),
    );
    expect(added.status, JSON.stringify(added.body)).toBe(201);
  }
  for (const name of TASKS) {
    await setStatus(api, id, name, 'TODO');
    expect(await ended(api, id, name, WITHIN)).toMatchObject({ status: 'DONE' });
  }
  return (await api.get(`/inspections/${id}`)).body;
};

const photoAt = async (path: string) => {
  const { width, height } = await sharp(path).metadata();
  return { name: path, path, width, height, close_up: false };
};

test('the yardstick scores what the service lists for the same photos: damages, parts, severities, condition and cost', async () => {
  const models = createPhotoModels(readConfigWithoutService(process.env).models, { warn: expect.fail });
  try {
    const { inspect, isKept } = createInspector(models, folder);
    const photos = await Promise.all(PATHS.map(photoAt));
    expect(await isKept(photos)).toBe(false);
    const first = listedBy(await inspect(photos));
    const find = vi.spyOn(models, 'find');
    expect(await isKept(photos)).toBe(true);
    expect(listedBy(await inspect(photos)), 'kept finds give the same findings').toEqual(first);
    expect(find, 'no model runs twice').not.toHaveBeenCalled();

    const answer = await throughService(await clientWithModels());
    expect(answer.damages.length).toBeGreaterThan(0);
    const served = answer.damages.map(({ id, damage_type, part_type }: Body) => {
      const severity = answer.damage_severity_results.find((said: Body) => said.related_item_id === id);
      return `${damage_type} on ${part_type}, level ${severity.value.custom_severity.level}`;
    });
    const damages = first.damages.filter(({ type }) => type !== 'flat_tire');
    const listed = damages.map(
      ({ type, parts, level }) => `${type} on ${parts[0] ?? 'ignore'}, level ${level}`,
    );
    expect(listed.sort()).toEqual(served.sort());
    expect(first.condition).toBe(answer.condition_score);
    expect(first.cost).toBeCloseTo(answer.vehicle.repair_estimate, 2);
  } finally {
    await models.close();
  }
});
