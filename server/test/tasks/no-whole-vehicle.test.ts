/** A single photo that shows no vehicle, or only a wheel or an engine: nothing is invented, and what is missing is said. */
import { type Body, type Client, clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import {
  hasSharedPictures,
  sampleOf,
  sharedPicture,
  sharedWheel,
} from '@walkaround/harness/pictures/shared-pictures.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let api: Client;
beforeAll(async () => {
  api = await clientWithModels();
});

const TASKS = ['damage_detection', 'wheel_analysis'];

const inspected = async (photo: Buffer): Promise<Body> => {
  const id = await newInspection(api, { damage_detection: {}, wheel_analysis: {} });
  expect((await api.upload(`/inspections/${id}/images`, { tasks: TASKS }, photo)).status).toBe(201);
  for (const name of TASKS) {
    await setStatus(api, id, name, 'TODO');
    await until(
      () => task(api, id, name),
      ({ status }) => status === 'DONE' || status === 'ERROR',
      150_000,
    );
  }
  return (await api.get(`/inspections/${id}`)).body;
};

const kindsOf = ({ checks }: Body): string[] => checks.map(({ kind }: Body) => kind);

type Area = [left: number, top: number, width: number, height: number];

const cutOut = async (name: string, [left, top, width, height]: Area) =>
  sharp(await sharedPicture(name))
    .extract({ left, top, width, height })
    .jpeg({ quality: 92 })
    .toBuffer();

/** What lies beside the vehicles. */
const STREETS: [string, Area][] = [
  ['bilgi_02820.webp', [0, 378, 640, 262]],
  ['bilgi_03759.webp', [0, 379, 640, 261]],
  ['cardd_02152.webp', [0, 454, 576, 314]],
  ['cardd_02594.webp', [524, 0, 244, 511]],
  ['lensor_05627.webp', [0, 0, 640, 188]],
];
/** Under open hoods. */
const ENGINES: [string, Area][] = [
  ['bilgi_04678.webp', [123, 70, 404, 194]],
  ['bilgi_03397.webp', [100, 100, 240, 160]],
];
const WHEELS = [
  'parts_02989.jpg',
  'parts_02990.jpg',
  'parts_03009.jpg',
  'parts_03012.jpg',
  'parts_03055.jpg',
];

describe.runIf(hasSharedPictures)('a single photo (skipped where ../shared/data is not)', () => {
  test.each(sampleOf(STREETS))('of a street has neither damages nor a condition: %s', async (name, area) => {
    const inspection = await inspected(await cutOut(name, area));
    expect(inspection.damages).toEqual([]);
    expect(kindsOf(inspection)).toEqual(['not_a_vehicle']);
    expect(inspection.condition_score).toBeNull();
    expect(inspection.vehicle_state).toMatchObject({
      state: null,
      reason: 'No photo shows a vehicle: a person must look.',
    });
  });

  test.each(sampleOf(ENGINES))(
    'of an engine has no damages, and no side was shown: %s',
    async (name, area) => {
      const inspection = await inspected(await cutOut(name, area));
      expect(inspection.damages).toEqual([]);
      expect(kindsOf(inspection)).toContain('missing_views');
      expect(inspection.condition_score).toBeNull();
    },
  );

  test.each(sampleOf(WHEELS))(
    'of a wheel has no damages, and the rest of the vehicle is missing: %s',
    async (name) => {
      const inspection = await inspected(await sharedWheel(name));
      expect(inspection.damages).toEqual([]);
      expect(kindsOf(inspection)).toEqual(['missing_views']);
    },
  );
});
