import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Detections, PredictedAttributes } from '../../inspections/photos/detections.ts';
import { box, part, photo } from '../../inspections/photos/test-photos.ts';
import type { PhotoModels, Photos, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { deleteDamage } from '../corrections/correct-damages.ts';
import { chosenModels, testPorts, testRun } from '../test-ports.ts';
import { wheelAnalyzer } from './analyze-wheels.ts';
import { runTask } from './run-task.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
});
afterAll(() => database.stop());

const anna = { user_id: 'anna', organization_id: null, permissions: [] } as unknown as Parameters<
  typeof deleteDamage
>[0];

const attributes = (told: Record<string, string>): PredictedAttributes =>
  Object.fromEntries(
    Object.entries(told).map(([name, prediction]) => [name, { prediction, confidence: 0.95 }]),
  );
const BARE = attributes({
  usable: 'yes',
  hubcap_over_rim: 'RIM_ONLY',
  rim_material: 'STEEL',
  missing_hubcap: 'yes',
});
const ALLOY = attributes({
  usable: 'yes',
  hubcap_over_rim: 'RIM_ONLY',
  rim_material: 'ALU',
  missing_hubcap: 'no',
});

/** The left side: at the front a bare steel rim, at the back an alloy one. */
const car = (): Detections => {
  const [front, back] = [box(100, 500, 200, 200), box(700, 500, 190, 190)];
  const doors = [
    part('door_front_left', box(300, 250, 200, 350)),
    part('door_back_left', box(500, 250, 200, 350)),
  ];
  const wheels = [part('wheel_front_left', front), part('wheel_back_left', back)];
  const { detections } = photo('', [...wheels, ...doors], []);
  return {
    ...detections,
    models: { parts: '1.0.0', wheels: '1.2.0' },
    wheels: [
      { part_type: 'wheel_front_left', bounding_box: front, attributes: BARE },
      { part_type: 'wheel_back_left', bounding_box: back, attributes: ALLOY },
    ],
  };
};

let looks: string[];
let seenOn: Record<string, Detections>;

// What the models see is chosen here, which real ones would not let us do; those run in see.service.test.ts and over HTTP.
const photoModels: PhotoModels = {
  ...chosenModels(
    () => seenOn,
    (name) => looks.push(name),
  ),
  models: async () => ({ wheels: { version: '1.2.0', sha256: 'a'.repeat(64), thresholds: {} } }),
  versions: async () => ({
    wheels: { version: '1.2.0', post_processing: 1 },
    parts: { version: '1.0.0', post_processing: 1 },
  }),
};
const photos = {
  open: async (key: string) => ({
    stream: Readable.from([Buffer.from(key.split('/').at(-1)!)]),
    size: 1,
    mimetype: 'image/jpeg',
  }),
} as unknown as Photos;

let ports: Ports;
let inspectionId: string;

const addImage = (name: string, about: Parameters<typeof insertTestImage>[3] = {}) =>
  insertTestImage(store, inspectionId, name, about);

beforeEach(async () => {
  looks = [];
  seenOn = { one: car(), two: car() };
  ports = testPorts(store, { photos, photoModels });
  ports.analyzers.wheel_analysis = wheelAnalyzer(ports);
  inspectionId = await insertTestInspection(store, { task: 'wheel_analysis' });
});

/** Started once more, as after an error. */
const run = async (options: Json = {}): Promise<Inspection> => {
  const task = (await store.tasks.find(inspectionId, 'wheel_analysis'))!;
  await store.tasks.change(task.id, { status: 'TODO', arguments: options });
  const job = { inspection_id: inspectionId, task: 'wheel_analysis' } as const;
  await runTask(job, ports, testRun());
  return (await store.inspections.read(inspectionId, { deletedObjects: false }))!;
};
const namesOn = ({ images }: Inspection) =>
  images.map(({ wheels }) => wheels.map(({ wheel_name }) => wheel_name));

test('each wheel on each photo is told with its model, and the missing hubcap is one damage', async () => {
  const [one, two] = [await addImage('one'), await addImage('two')];
  const inspection = await run();
  expect(namesOn(inspection)).toEqual([
    ['wheel_front_left', 'wheel_back_left'],
    ['wheel_front_left', 'wheel_back_left'],
  ]);
  expect(inspection.images[0]!.wheels[1]).toMatchObject({
    image_id: one,
    bounding_box: box(700, 500, 190, 190),
    predictions: { rim_material: { prediction: 'ALU', confidence: 0.95 } },
    model: { name: 'wheels', version: '1.2.0' },
  });
  expect(inspection.damages).toMatchObject([
    { damage_type: 'missing_hubcap', part_type: 'wheel_front_left', model: { name: 'wheels' } },
  ]);
  expect(inspection.views.map(({ image_id }) => image_id).sort()).toEqual([one, two].sort());
});

test('a second run replaces what the first one said, and looks at no photo again', async () => {
  await addImage('one');
  const first = await run();
  const second = await run();
  expect(namesOn(second)).toEqual(namesOn(first));
  expect(second.images[0]!.wheels[0]!.id).not.toBe(first.images[0]!.wheels[0]!.id);
  expect(second.damages).toHaveLength(1);
  expect(second.views).toHaveLength(1);
  expect(looks).toEqual(['one']);
});

test('a missing hubcap that a person deleted does not come back', async () => {
  await addImage('one');
  const { damages } = await run();
  await deleteDamage(anna, { inspection_id: inspectionId, damage_id: damages[0]!.id }, ports);
  expect((await run()).damages).toEqual([]);
});

test('without long shots only close-ups are analyzed, and only the wheel that they are about counts', async () => {
  await addImage('one');
  seenOn.close = car();
  await addImage('close', { details: { wheel_name: 'wheel_back_left' } });
  await addImage('two', { image_type: 'close_up' });
  expect(namesOn(await run({ use_longshots: false }))).toEqual([
    [],
    ['wheel_back_left'],
    ['wheel_front_left'],
  ]);
  expect(looks.sort()).toEqual(['close', 'two']);
  expect(namesOn(await run({ use_longshots: true })).map((names) => names.length)).toEqual([2, 2, 2]);
});

test('a photo that cannot be read is named; the task is done with the others', async () => {
  await addImage('one');
  await addImage('broken');
  const { tasks, images } = await run();
  expect(tasks[0]).toMatchObject({
    status: 'DONE',
    progress_done: 2,
    error_messages: [{ error_code: 'image_unreadable', message: expect.stringContaining('broken (') }],
  });
  expect(images.map(({ wheels }) => wheels.length)).toEqual([2, 0]);
});
