/** Small made-up networks, but everything else is real: decoding, ONNX, the reader of text, Postgres. */
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { drawing } from '@walkaround/harness/pictures/pictures.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FindKind, FindVersion } from '../../inspections/photos/finds.ts';
import type { Analyzer, PhotoModels, Photos, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { TaskName } from '../../inspections/vocabulary.ts';
import { createStore } from '../../store/store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { createPhotoModels } from '../../vision/engine/photo-models.ts';
import { madeUpModels } from '../../vision/engine/test-models.ts';
import { wheelAnalyzer } from '../tasks/analyze-wheels.ts';
import { damageAnalyzer } from '../tasks/detect-damages.ts';
import { odometerAnalyzer } from '../tasks/read-odometer.ts';
import { textAnalyzer } from '../tasks/read-texts.ts';
import { testPorts, testRun } from '../test-ports.ts';
import { compliancesAnalyzer } from './assess-image.ts';
import { findOnPhoto } from './find-on-photo.ts';

const decoded = vi.hoisted(() => [] as string[]);
// Nothing is replaced: what the real decoders are asked for is written down.
vi.mock('../../decoding/decoders.ts', async (original) => {
  const decoders = await original<typeof import('../../decoding/decoders.ts')>();
  const inDecoder: typeof decoders.inDecoder = (module, name, ...asked) => {
    decoded.push(name);
    return decoders.inDecoder(module, name, ...asked);
  };
  return { ...decoders, inDecoder };
});

// The networks that read text are real ones, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let folder: string;
let real: ReturnType<typeof createPhotoModels>;
let picture: Buffer;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  folder = await madeUpModels();
  real = createPhotoModels({ folder, threads: 1, cores: 1, device: 'cpu', maxPixels: 1e8 }, { warn() {} });
  picture = await drawing(640, 480).jpeg().toBuffer();
});
afterAll(async () => {
  await real.close();
  await database.stop();
  await rm(folder, { recursive: true });
});

const photos = { open: async () => ({ stream: Readable.from([picture]) }) } as unknown as Photos;
/** How many times each looked. */
let runs: Partial<Record<FindKind, number>>;
let raised: Partial<Record<FindKind, FindVersion>>;
let ports: Ports;
let inspectionId: string;

/** The real ones, counted; a raised version is only told, because there is one version of each model here. */
const counted = (): PhotoModels => ({
  ...real,
  versions: async () => ({ ...(await real.versions()), ...raised }),
  find: (photo, request) => {
    for (const name of request.want) runs[name] = (runs[name] ?? 0) + 1;
    return real.find(photo, request);
  },
});

const PHOTOS = 2;

beforeEach(async () => {
  [runs, raised] = [{}, {}];
  decoded.length = 0;
  ports = testPorts(store, {
    photos,
    photoModels: counted(),
    // Drawings of damages are no look at a photo.
    imageRenderer: { cut: async () => [] } as unknown as Ports['imageRenderer'],
  });
  inspectionId = await insertTestInspection(store);
  for (let number = 0; number < PHOTOS; number++)
    await insertTestImage(store, inspectionId, `photo ${number}`, { width: 640, height: 480 });
});

const images = async () => (await store.inspections.read(inspectionId, { deletedObjects: false }))!.images;

const runTask = async (name: TaskName, analyzer: Analyzer) => {
  const inspection = (await store.inspections.read(inspectionId, { deletedObjects: false }))!;
  const [task] = inspection.tasks;
  const run = { ...testRun(), progress: async () => {} };
  return await analyzer({ inspection, task: { ...task!, name } }, run);
};
const runAll = () =>
  Promise.all([
    runTask('compliances', compliancesAnalyzer(ports)),
    runTask('damage_detection', damageAnalyzer(ports)),
    runTask('wheel_analysis', wheelAnalyzer(ports)),
    runTask('images_ocr', textAnalyzer(ports)),
  ]);

/** The photos as pixels for all networks that a task asks, and reduced in other ways for the measures of pixels. */
const decodes = () => ({
  for_models: decoded.filter((work) => work === 'decodePhoto').length,
  for_measures: decoded.filter((work) => work !== 'decodePhoto').length,
});

const once = (...names: FindKind[]) => Object.fromEntries(names.map((name) => [name, PHOTOS]));

test('four tasks at the same time run every model exactly once on each photo', async () => {
  await runAll();
  expect(runs).toEqual(
    once(
      ...([
        'photo',
        'vehicles',
        'state',
        'close_up_parts',
        'paint',
        'part_states',
        'second_opinion',
        'damage',
        'parts',
        'wheels',
        'text',
        'plates',
        'plate_text',
      ] as const),
      ...(['quality', 'thumbprint'] as const),
    ),
  );
  await runAll();
  // The texts take one of their own, which is larger, beside that of the plates.
  expect(decodes().for_models).toBeLessThanOrEqual(5 * PHOTOS);
  expect(decodes().for_measures).toBe(2 * PHOTOS);
  expect(Object.values(runs).every((count) => count === PHOTOS)).toBe(true);
});

test('a task decodes each photo once for all of its networks, and once, reduced, for its thumbprint', async () => {
  await runTask('damage_detection', damageAnalyzer(ports));
  expect(decodes()).toEqual({ for_models: PHOTOS, for_measures: PHOTOS });
  await runTask('wheel_analysis', wheelAnalyzer(ports));
  expect(decodes()).toEqual({ for_models: 2 * PHOTOS, for_measures: PHOTOS });
  expect(runs).toEqual(
    once(
      'damage',
      'parts',
      'vehicles',
      'photo',
      'state',
      'close_up_parts',
      'paint',
      'part_states',
      'second_opinion',
      'thumbprint',
      'wheels',
    ),
  );
});

test('the verdict on a photo decodes it once for the networks and once, reduced otherwise, for its measures', async () => {
  await runTask('compliances', compliancesAnalyzer(ports));
  expect(decodes()).toEqual({ for_models: PHOTOS, for_measures: PHOTOS });
  expect(decoded).toContain('measureQuality');
});

test('a frame of a video is decoded for its hash, and for the networks only where it shows something new', async () => {
  for (const frame_index of [0, 1, 2])
    await insertTestImage(store, inspectionId, `frame ${frame_index}`, {
      width: 640,
      height: 480,
      additional_data: { frame_index },
    });
  await runTask('damage_detection', damageAnalyzer(ports));
  expect(decodes()).toEqual({ for_models: PHOTOS + 1, for_measures: 3 + PHOTOS + 1 });
});

test('text that one task read is not read again by another', async () => {
  await runTask('images_ocr', textAnalyzer(ports));
  await runTask('odometer', odometerAnalyzer(ports));
  expect(runs).toEqual(once('text', 'plates', 'plate_text', 'vehicles'));
});

test('a new version of one model, or of its post-processing, runs that one again and no other', async () => {
  const tasks = async () => {
    await runTask('damage_detection', damageAnalyzer(ports));
    await runTask('wheel_analysis', wheelAnalyzer(ports));
  };
  await tasks();
  const versions = await real.versions();
  runs = {};
  raised = { damage: { ...versions.damage!, version: '9.9.9' } };
  await tasks();
  expect(runs).toEqual(once('damage'));
  runs = {};
  raised = { ...raised, vehicles: { ...versions.vehicles!, post_processing: 99 } };
  await tasks();
  expect(runs).toEqual(once('vehicles'));
  runs = {};
  raised = { ...raised, faces: { version: '9.9.9', post_processing: 1 } };
  await tasks();
  expect(runs).toEqual({});
});

test('what starts from the finds of another model is void with them', async () => {
  const { wheels, plate_text, parts, plates } = await real.versions();
  expect(wheels!.version).toContain(`on ${parts!.version}/${parts!.post_processing}`);
  expect(plate_text!.version).toContain(`on ${plates!.version}/${plates!.post_processing}`);
});

test('what is kept says the same as what was just found', async () => {
  const [image] = await images();
  const want = ['damage', 'parts', 'vehicles', 'photo', 'wheels', 'plates', 'quality'] as const;
  const found = await findOnPhoto(image!, want, ports);
  const kept = await findOnPhoto(image!, want, ports);
  expect(decodes().for_models).toBe(1);
  expect(kept).toEqual(found);
});
