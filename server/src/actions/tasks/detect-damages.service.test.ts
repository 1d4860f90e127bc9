import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHANNELS, THUMBPRINT } from '../../inspections/checks/thumbprint.ts';
import type { Detections } from '../../inspections/photos/detections.ts';
import { box, damage, part, photo } from '../../inspections/photos/test-photos.ts';
import type { PhotoModels, Photos, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { changeDamage, createDamage, deleteDamage, restoreDamage } from '../corrections/correct-damages.ts';
import { createView } from '../corrections/create-view.ts';
import { confirmSuspicion, dismissSuspicion, reopenSuspicion } from '../corrections/decide-suspicions.ts';
import { deleteView } from '../corrections/delete-view.ts';
import { chosenModels, testPorts, testRun } from '../test-ports.ts';
import { damageAnalyzer } from './detect-damages.ts';
import { runTask } from './run-task.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
});
afterAll(() => database.stop());

const anna = { user_id: 'anna', organization_id: null, permissions: [] } as unknown as Parameters<
  typeof createDamage
>[0];

const DOOR = 'door_front_left';
const scratch = damage('scratch', DOOR, box(480, 480, 40, 20));
const dent = damage('dent', 'hood', box(100, 100, 60, 60));
const door = part(DOOR, box(400, 400, 200, 200));
const hood = part('hood', box(50, 50, 300, 200));

const suspicion_thresholds = { scratch: 0.2, dent: 0.2 };

let looks: string[];
let seenOn: Record<string, Detections>;
let version: string;

// What the models see is chosen here, which real ones would not let us do; those run in see.service.test.ts and over HTTP.
const photoModels: PhotoModels = {
  ...chosenModels(
    () => seenOn,
    (name) => looks.push(name),
  ),
  models: async () => ({
    damage: {
      version,
      sha256: 'a'.repeat(64),
      thresholds: { scratch: 0.5, dent: 0.4 },
      suspicion_thresholds,
    },
    parts: { version: '1.0.0', sha256: 'b'.repeat(64), thresholds: {} },
  }),
  versions: async () => ({
    damage: { version, post_processing: 1 },
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
let image: Record<string, string>;

/** The client says from where it was taken: one door in sight would not tell. */
const addImage = async (name: string, about?: Parameters<typeof insertTestImage>[3]) => {
  const details = { viewpoint_name: 'left' };
  image[name] = await insertTestImage(store, inspectionId, name, { details, ...about });
};

beforeEach(async () => {
  looks = [];
  image = {};
  version = '1.0.0';
  seenOn = {
    one: photo('', [door, hood], [scratch, dent]).detections,
    two: photo('', [door], [{ ...scratch, score: 0.7 }]).detections,
  };
  ports = testPorts(store, { photos, photoModels });
  ports.analyzers.damage_detection = damageAnalyzer(ports);
  inspectionId = await insertTestInspection(store);
  await addImage('one');
  await addImage('two');
});

/** Started once more, as after an error. */
const run = async () => {
  const task = (await store.tasks.find(inspectionId, 'damage_detection'))!;
  await store.tasks.change(task.id, { status: 'TODO' });
  await runTask({ inspection_id: inspectionId, task: 'damage_detection' }, ports, testRun());
  return read();
};
const read = async (deletedObjects = false): Promise<Inspection> =>
  (await store.inspections.read(inspectionId, { deletedObjects }))!;
const sightings = async () =>
  (await database.pool.query('select 1 from sightings where image_id = $1', [image.one])).rowCount;
const typesOf = ({ damages }: Inspection) => damages.map(({ damage_type }) => damage_type).sort();

test('a second run replaces what the first one found, and looks at no photo again', async () => {
  const first = await run();
  expect(typesOf(first)).toEqual(['dent', 'scratch']);
  const second = await run();
  expect(typesOf(second)).toEqual(['dent', 'scratch']);
  expect(second.views).toHaveLength(first.views.length);
  expect(second.parts.map(({ id }) => id)).toEqual(first.parts.map(({ id }) => id));
  expect(second.damages.some(({ id }) => first.damages.some((old) => old.id === id))).toBe(false);
  expect(looks.sort()).toEqual(['one', 'two']);
});

test('a picture that is sent twice shows its damages once, on both photos', async () => {
  const closeUp = photo('', [hood], [damage('scratch', null, box(700, 700, 40, 20))], { viewpoint: null });
  seenOn = { one: closeUp.detections, two: closeUp.detections };
  const { width, height } = THUMBPRINT;
  const colors = Buffer.from(Array.from({ length: width * height * CHANNELS }, (_, at) => at % 251));
  const find: PhotoModels['find'] = async (bytes, request) => {
    const found = await photoModels.find(bytes, request);
    return { ...found, finds: { ...found.finds, thumbprint: { colors: colors.toString('base64') } } };
  };
  ports.analyzers.damage_detection = damageAnalyzer({ ...ports, photoModels: { ...photoModels, find } });
  const { damages, views } = await run();
  expect(damages).toHaveLength(1);
  const shown = views.filter(({ damage_id }) => damage_id === damages[0]!.id);
  expect(shown.map(({ image_id }) => image_id).sort()).toEqual([image.one, image.two].sort());
});

test('another version of a model looks for itself', async () => {
  await run();
  version = '2.0.0';
  await run();
  expect(looks).toHaveLength(4);
});

test('a run that is stopped half-way goes on where it was', async () => {
  const stop = new AbortController();
  const look = photoModels.find;
  const interrupted: PhotoModels = {
    ...photoModels,
    find: async (bytes, request) => {
      const seen = await look(bytes, request);
      if (Buffer.from(bytes).toString() === 'two') {
        while ((await sightings()) === 0) await sleep(5);
        stop.abort(new Error('the power went'));
      }
      request.signal?.throwIfAborted();
      return seen;
    },
  };
  const broken = testPorts(store, { photos });
  broken.analyzers = { damage_detection: damageAnalyzer({ ...ports, photoModels: interrupted }) };
  const job = { inspection_id: inspectionId, task: 'damage_detection' } as const;
  await expect(runTask(job, broken, testRun(stop.signal))).rejects.toThrow('the power went');
  expect((await read()).damages).toEqual([]);
  await runTask(job, ports, testRun());
  expect(typesOf(await read())).toEqual(['dent', 'scratch']);
  expect(looks).toHaveLength(3);
});

test('a close-up that is found on a wider photo shows the damage there: one damage with all views', async () => {
  await addImage('close', { details: {} });
  const unsure = part('fender_back_left', box(0, 0, 1000, 1000), 0.6);
  const near = damage('scratch', 'fender_back_left', box(400, 440, 200, 100));
  seenOn.close = photo('', [unsure], [near], { viewpoint: null }).detections;
  // A fifth of the wider photo, around the scratch on its door.
  const place = { a: 0.2, b: 0, c: 0.4, d: 0, e: 0.2, f: 0.39 };
  const pairs = Array(6).fill({ from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.49 } });
  const match: PhotoModels['match'] = async (_, others) => others.map(() => ({ place, pairs }));
  ports.analyzers.damage_detection = damageAnalyzer({ ...ports, photoModels: { ...photoModels, match } });
  const { damages, views } = await run();
  const scratches = damages.filter(({ damage_type }) => damage_type === 'scratch');
  expect(scratches).toHaveLength(1);
  expect(scratches[0]!.part_type).toBe(DOOR);
  const shownOn = views.flatMap(({ damage_id, image_id }) =>
    damage_id === scratches[0]!.id ? image_id : [],
  );
  expect(shownOn.sort()).toEqual([image.one, image.two, image.close].sort());
});

test('so does a faint find on a close-up of a photo that as a whole says that the vehicle is damaged', async () => {
  await addImage('close', { details: {} });
  const unsure = part('fender_back_left', box(0, 0, 1000, 1000), 0.6);
  const near = damage('scratch', 'fender_back_left', box(400, 440, 200, 100), 0.45);
  const state = { light: 0.1, moderate: 0.8 };
  seenOn.close = { ...photo('', [unsure], [near], { viewpoint: null }).detections, state };
  seenOn.one = photo('', [door, hood], []).detections;
  seenOn.two = photo('', [door], []).detections;
  // A fifth of the wider photo, around the middle of its door.
  const place = { a: 0.2, b: 0, c: 0.4, d: 0, e: 0.2, f: 0.39 };
  const pairs = Array(6).fill({ from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.49 } });
  const match: PhotoModels['match'] = async (_, others) => others.map(() => ({ place, pairs }));
  const versions = { ...(await photoModels.versions()), state: { version: '1.0.0', post_processing: 1 } };
  const judging = { ...photoModels, match, versions: async () => versions };
  ports.analyzers.damage_detection = damageAnalyzer({ ...ports, photoModels: judging });
  const { damages } = await run();
  expect(damages).toMatchObject([
    {
      damage_type: 'scratch',
      part_type: DOOR,
      evidence: { part_model: { name: 'parts', version: '1.0.0' } },
    },
  ]);
});

test('a damage that a person deleted does not come back', async () => {
  const { damages } = await run();
  const wrong = damages.find(({ damage_type }) => damage_type === 'dent')!;
  await deleteDamage(anna, { inspection_id: inspectionId, damage_id: wrong.id }, ports);
  expect(typesOf(await run())).toEqual(['scratch']);
  expect(typesOf(await run())).toEqual(['scratch']);
  const gone = (await read(true)).damages.filter(({ deleted_at }) => deleted_at !== null);
  expect(gone).toEqual([expect.objectContaining({ id: wrong.id, deleted_by: 'anna' })]);
});

test('a damage that a person gave another type keeps it, and the old type is not found there again', async () => {
  const { damages } = await run();
  const wrong = damages.find(({ damage_type }) => damage_type === 'dent')!;
  const change = {
    inspection_id: inspectionId,
    damage_id: wrong.id,
    change: { damage_type: 'smash' },
  } as const;
  await changeDamage(anna, change, ports);
  const after = await run();
  expect(typesOf(after)).toEqual(['scratch', 'smash']);
  expect(after.damages.map(({ id }) => id)).toContain(wrong.id);
});

test('a damage that a person removed and restored stays, whatever a new run finds', async () => {
  const { damages } = await run();
  const dent = { inspection_id: inspectionId, damage_id: damages.find((d) => d.damage_type === 'dent')!.id };
  await deleteDamage(anna, dent, ports);
  await run();
  await restoreDamage(anna, dent, ports);
  const after = await run();
  expect(typesOf(after)).toEqual(['dent', 'scratch']);
  expect(after.damages.map(({ id }) => id)).toContain(dent.damage_id);
});

test('a damage whose view a person deleted stays as that person left it', async () => {
  const before = await run();
  const kept = before.damages.find(({ damage_type }) => damage_type === 'scratch')!;
  const view = before.views.find((v) => v.damage_id === kept.id && v.image_id === image.two)!;
  await deleteView(anna, { inspection_id: inspectionId, view_id: view.id }, ports);
  const after = await run();
  const scratches = after.damages.filter(({ damage_type }) => damage_type === 'scratch');
  expect(scratches).toEqual([kept]);
  expect(after.views.filter((v) => v.damage_id === kept.id).map((v) => v.image_id)).toEqual([image.one]);
});

test('what a person made stays, and is not found a second time', async () => {
  const made = await createDamage(
    anna,
    { inspection_id: inspectionId, damage_type: 'scratch', part_type: DOOR },
    ports,
  );
  const drawn = { image_id: image.one!, damage_id: made.id, bounding_box: box(470, 470, 60, 40) };
  await createView(anna, { inspection_id: inspectionId, ...drawn }, ports);
  const { damages } = await run();
  expect(damages.filter(({ damage_type }) => damage_type === 'scratch')).toEqual([
    // Measured, now that the models have seen the door.
    { ...made, size_cm: expect.any(Object) },
  ]);
});

test("a view that a person adds makes the damage that person's too", async () => {
  const { damages } = await run();
  const kept = damages.find(({ damage_type }) => damage_type === 'dent')!;
  const drawn = { image_id: image.two!, damage_id: kept.id, bounding_box: box(5, 5, 50, 50) };
  await createView(anna, { inspection_id: inspectionId, ...drawn }, ports);
  seenOn.one = photo('', [door, hood], [scratch]).detections;
  version = '3.0.0';
  expect((await run()).damages.map(({ id }) => id)).toContain(kept.id);
});

test('a part that a person took off a photo is not put back there', async () => {
  const before = await run();
  const view = before.views.find((v) => v.part_id !== null && v.image_id === image.two)!;
  await deleteView(anna, { inspection_id: inspectionId, view_id: view.id }, ports);
  const after = await run();
  expect(after.views.filter((v) => v.part_id !== null).map((v) => v.image_id)).toEqual([
    image.one,
    image.one,
  ]);
});

test('what was seen goes when the inspection goes, and nothing is kept of one that is gone', async () => {
  await run();
  expect(await sightings()).toBe(2);
  await store.inspections.markDeleted(inspectionId);
  expect(await sightings()).toBe(0);
  const found = { model: 'damage', version: '1', post_processing: 1, seen: [] };
  await store.sightings.keep([image.one!], [found]);
  expect(await sightings()).toBe(0);
});

test('a photo that cannot be read is named; the task is done with the others', async () => {
  delete seenOn.two;
  const { tasks, damages } = await run();
  expect(tasks[0]).toMatchObject({
    status: 'DONE',
    progress_done: 2,
    error_messages: [{ error_code: 'image_unreadable', message: expect.stringContaining('two (') }],
  });
  expect(damages).toHaveLength(2);
});

test('a photo of which a part is lost is named, and is not analyzed', async () => {
  await addImage('three', { binary_size: 1000 });
  seenOn.three = seenOn.one!;
  const { tasks } = await run();
  expect(tasks[0]!.error_messages[0]!.message).toMatch(
    /three \(.*was left out: Its file is damaged: 5 of 1000 bytes are there/,
  );
  expect(looks).not.toContain('three');
});

/** A dent on the hood that the models are not sure of. */
const unsure = () => {
  seenOn.one = photo('', [door, hood], [scratch, { ...dent, score: 0.3 }]).detections;
};
const suspicions = () => store.suspicions.list(inspectionId);
const onlyOne = async () => ({
  inspection_id: inspectionId,
  suspicion_id: (await suspicions())[0]!.id,
});

test('what the models are not sure of is suspected, and is no damage', async () => {
  unsure();
  expect(typesOf(await run())).toEqual(['scratch']);
  expect(await suspicions()).toMatchObject([
    {
      damage_type: 'dent',
      part_type: 'hood',
      score: 0.3,
      model: { name: 'damage', version: '1.0.0' },
      state: 'open',
      views: [{ image_id: image.one, bounding_box: dent.bounding_box, polygons: dent.polygons, score: 0.3 }],
    },
  ]);
});

test('a second run replaces the open suspicions', async () => {
  unsure();
  await run();
  const [first] = await suspicions();
  await run();
  const again = await suspicions();
  expect(again).toMatchObject([{ damage_type: 'dent', state: 'open' }]);
  expect(again[0]!.id).not.toBe(first!.id);
  seenOn.one = photo('', [door, hood], [scratch, dent]).detections;
  version = '2.0.0';
  expect(typesOf(await run())).toEqual(['dent', 'scratch']);
  expect(await suspicions()).toEqual([]);
});

test('a dismissed suspicion stays dismissed, and is not found as a damage either', async () => {
  unsure();
  await run();
  const dismissed = await dismissSuspicion(anna, await onlyOne(), ports);
  await run();
  expect(await suspicions()).toEqual([dismissed]);
  seenOn.one = photo('', [door, hood], [scratch, dent]).detections;
  version = '2.0.0';
  expect(typesOf(await run())).toEqual(['scratch']);
});

test('a confirmed suspicion stays the one damage that it became, whatever a new run finds', async () => {
  unsure();
  await run();
  const confirmed = await confirmSuspicion(anna, await onlyOne(), ports);
  const after = await run();
  expect(typesOf(after)).toEqual(['dent', 'scratch']);
  expect(after.damages.map(({ id }) => id)).toContain(confirmed.damage_id);
  expect(await suspicions()).toEqual([confirmed]);
  await reopenSuspicion(anna, await onlyOne(), ports);
  expect(typesOf(await run())).toEqual(['scratch']);
  expect(await suspicions()).toMatchObject([{ id: confirmed.id, state: 'open' }]);
});
