import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../inspections/access.ts';
import type { PhotoModels, Photos, Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import type { Inspection } from '../../inspections/records/inspection.ts';
import type { Json } from '../../inspections/records/json.ts';
import type { VehicleDetails } from '../../inspections/records/vehicle.ts';
import { lineOf } from '../../inspections/texts/test-lines.ts';
import type { TextLine } from '../../inspections/texts/text-line.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { updateVehicle } from '../inspections/update-inspection.ts';
import { testPorts, testRun } from '../test-ports.ts';
import { readOdometer } from './read-odometer.ts';
import { textAnalyzer } from './read-texts.ts';
import { runTask } from './run-task.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
});
afterAll(() => database.stop());

const anna = { user_id: 'anna', organization_id: null, permissions: [] } as unknown as Actor;
const HONDA = '1HGCM82633A004352';
const GOLF = 'WVWZZZ1JZXW000010';

const vin = (text: string) => [lineOf(text, { x: 10, y: 10, height: 7 })];
const odometer = (total: string) => [
  lineOf('ODO', { x: 10, y: 60, height: 7 }),
  lineOf(total, { x: 30, y: 60, height: 7 }),
];
const PLATE = { xmin: 1, ymin: 2, width: 30, height: 10 };

let readings: string[];
let searched: string[];
let seenOn: Record<string, TextLine[] | undefined>;
let version: string;

const nameOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();
// The lines that are read are chosen here, which real readers would not let us do; those run in see.service.test.ts and over HTTP.
const photoModels = {
  concurrency: 0,
  models: async () => ({ plates: { version: '1.0.0', sha256: 'a'.repeat(64), thresholds: {} } }),
  versions: async () => ({
    plates: { version: '1.0.0', post_processing: 1 },
    text: { version, post_processing: 1 },
    plate_text: { version, post_processing: 1 },
  }),
  find: async (bytes, { want, known = {} }) => {
    const name = nameOf(bytes);
    if (want.includes('plates')) searched.push(name);
    const plates = [{ label: 'plate', score: 0.9, bounding_box: PLATE }];
    const read = want.filter((model) => model !== 'plates');
    readings.push(`${name} ${read.includes('plate_text') ? 1 : 0}`);
    const lines = seenOn[name];
    if (!lines) throw invalidImage('The photo cannot be decoded: the file is damaged.');
    const finds = {
      text: { width: 100, height: 100, lines },
      ...(read.includes('plate_text') && { plate_text: [] }),
    };
    return { finds: { ...finds, plates: known.plates ?? plates }, unavailable: {} };
  },
} as Partial<PhotoModels> as PhotoModels;
const photos = {
  open: async (key: string) => ({ stream: Readable.from([Buffer.from(key.split('/').at(-1)!)]) }),
} as unknown as Photos;

let ports: Ports;
let inspectionId: string;

beforeEach(async () => {
  [readings, searched, seenOn, version] = [[], [], {}, 'A'];
  ports = testPorts(store, { photos, photoModels });
  ports.analyzers.images_ocr = textAnalyzer(ports);
  inspectionId = await insertTestInspection(store, { task: 'images_ocr' });
});

const add = (name: string, lines: TextLine[] | null, about: { details?: Json; sight_id?: string } = {}) => {
  seenOn[name] = lines ?? undefined;
  return insertTestImage(store, inspectionId, name, about);
};
const read = async (): Promise<Inspection> =>
  (await store.inspections.read(inspectionId, { deletedObjects: false }))!;
/** Started once more, as after an error. */
const run = async () => {
  const task = (await store.tasks.find(inspectionId, 'images_ocr'))!;
  await store.tasks.change(task.id, { status: 'TODO' });
  await runTask({ inspection_id: inspectionId, task: 'images_ocr' }, ports, testRun());
  return read();
};
const say = (vehicle: VehicleDetails) => updateVehicle(anna, { inspection_id: inspectionId, vehicle }, ports);
/** Happens while the photo is read. */
const meanwhile = (happens: () => Promise<unknown>) => {
  const look: PhotoModels['find'] = async (...asked) => {
    await happens();
    return photoModels.find(...asked);
  };
  ports.analyzers.images_ocr = textAnalyzer({ ...ports, photoModels: { ...photoModels, find: look } });
};
const task = async () => (await read()).tasks[0]!;

test('what is read becomes a document and fills the vehicle, which says where it has it from', async () => {
  const image_id = await add('one', vin(HONDA));
  await add('two', odometer('36323 miles'));
  const { documents, vehicle } = await run();
  expect(documents.map(({ type }) => type)).toEqual(['VIN', 'ODOMETER']);
  expect(documents[0]).toMatchObject({
    fields: [{ name: 'vin', value: HONDA, views: [{ image_id, bounding_box: { xmin: 10, width: 71 } }] }],
    evidence: { check_digit: 'valid' },
    model: { name: 'text', version: 'A' },
  });
  expect(vehicle!.details).toEqual({ vin: HONDA, mileage: { value: 36323, unit: 'miles' } });
  expect(vehicle!.read_from).toEqual({ vin: documents[0]!.id, mileage: documents[1]!.id });
  const events = await store.events.since(inspectionId, '0', 100);
  expect(events.filter(({ type }) => type === 'inspection.updated')).toHaveLength(1);
});

test('what people gave before or while it ran stays, and is not told as read', async () => {
  await add('one', vin(HONDA));
  meanwhile(() => say({ vin: 'SAID MEANWHILE' }));
  const { documents, vehicle } = await run();
  expect(documents).toHaveLength(1);
  expect(vehicle).toMatchObject({ details: { vin: 'SAID MEANWHILE' }, read_from: {} });
});

test('another run reads no photo again, and replaces documents and what they filled in', async () => {
  await add('one', vin(HONDA));
  const first = await run();
  const second = await run();
  expect(readings).toEqual(['one 1']);
  expect(second.documents).toHaveLength(1);
  expect(second.vehicle!.read_from).toEqual({ vin: second.documents[0]!.id });
  expect(second.documents[0]!.id).not.toBe(first.documents[0]!.id);
  version = 'B';
  seenOn.one = vin(GOLF);
  const third = await run();
  expect(third.vehicle!.details.vin).toBe(GOLF);
  version = 'C';
  seenOn.one = [];
  expect((await run()).vehicle).toMatchObject({ details: { vin: null }, read_from: {} });
});

test('a run that is stopped half-way goes on where it was', async () => {
  const first = await add('one', vin(HONDA));
  await add('two', vin(HONDA));
  const stop = new AbortController();
  const kept = () => database.pool.query('select 1 from sightings where image_id = $1', [first]);
  let asked = 0;
  meanwhile(async () => {
    asked++;
    if (asked === 1) return;
    while ((await kept()).rowCount === 0) await sleep(5);
    stop.abort(new Error('the power went'));
    stop.signal.throwIfAborted();
  });
  const job = { inspection_id: inspectionId, task: 'images_ocr' } as const;
  await expect(runTask(job, ports, testRun(stop.signal))).rejects.toThrow('the power went');
  expect((await read()).documents).toEqual([]);
  ports.analyzers.images_ocr = textAnalyzer(ports);
  await runTask(job, ports, testRun());
  expect((await read()).documents).toMatchObject([{ evidence: { photos_agreeing: 2 } }]);
  expect(readings).toEqual(['one 1', 'two 1']);
});

test('what a person changed or cleared after it was read stays so in the next run', async () => {
  await add('one', [...vin(HONDA), ...odometer('36323 km')]);
  await run();
  await say({ vin: null, mileage: { value: 36324, unit: 'km' } });
  const { vehicle } = await run();
  expect(vehicle!.details).toEqual({ vin: null, mileage: { value: 36324, unit: 'km' } });
});

test('a photo that cannot be read is named, and is read by the next run alone', async () => {
  await add('one', vin(HONDA));
  const lost = await add('two', null);
  expect((await run()).documents).toHaveLength(1);
  expect(await task()).toMatchObject({
    status: 'DONE',
    progress_done: 2,
    error_messages: [{ error_code: 'image_unreadable', message: expect.stringContaining(`two (${lost})`) }],
  });
  seenOn.two = vin(HONDA);
  const { documents } = await run();
  expect(documents[0]!.evidence.photos_agreeing).toBe(2);
  expect(readings.sort()).toEqual(['one 1', 'two 1', 'two 1']);
});

test('when no photo can be read the task ends in ERROR, and documents of an earlier run stay', async () => {
  await add('one', vin(HONDA));
  await run();
  version = 'B';
  seenOn.one = undefined;
  expect((await run()).documents).toHaveLength(1);
  expect(await task()).toMatchObject({
    status: 'ERROR',
    error_messages: [{ error_code: 'no_photo_readable' }],
  });
});

test('number plates are searched only where one may be', async () => {
  await add('vin', vin(HONDA), { details: { image_type: 'VIN' } });
  await add('gauges', [], { sight_id: 'all-rSvk2C' });
  await add('outside', [], { sight_id: 'audia7-R_f4g8MN' });
  await add('anything', []);
  await run();
  expect(searched.sort()).toEqual(['anything', 'outside']);
  expect(readings.sort()).toEqual(['anything 1', 'gauges 0', 'outside 1', 'vin 0']);
});

test('a model of plates that is damaged ends the task with its cure', async () => {
  await add('one', []);
  const broken = {
    ...photoModels,
    find: async () => ({ finds: {}, unavailable: { plates: 'The file is damaged. Restore it.' } }),
  };
  ports.analyzers.images_ocr = textAnalyzer({ ...ports, photoModels: broken as unknown as PhotoModels });
  await run();
  expect(await task()).toMatchObject({
    status: 'ERROR',
    error_messages: [{ error_code: 'model_unusable', message: expect.stringContaining('Restore it.') }],
  });
});

test('nothing is written for an inspection that was deleted while it ran', async () => {
  const image_id = await add('one', vin(HONDA));
  meanwhile(() => store.inspections.markDeleted(inspectionId));
  const after = await run();
  expect(after.documents).toEqual([]);
  expect(after.vehicle!.details).toEqual({});
  const kept = await database.pool.query('select 1 from sightings where image_id = $1', [image_id]);
  expect(kept.rowCount).toBe(0);
});

test.each([
  ['readable', odometer('36323 miles'), { value: 36323, error: null }],
  ['damaged', null, { value: null, error: expect.stringContaining('the file is damaged') }],
])('the odometer on a photo that comes in is read at once, or said why not: %s', async (name, seen, told) => {
  const ids = { inspection_id: inspectionId, image_id: await add(name, seen) };
  await readOdometer(ids, ports, testRun());
  expect((await read()).images[0]!.odometer).toMatchObject(told);
});

test('nothing is written or told of a photo that was deleted while it was read', async () => {
  const image_id = await add('one', odometer('36323 miles'));
  const look: PhotoModels['find'] = async (...asked) => {
    await store.images.markDeleted(inspectionId, [image_id]);
    return photoModels.find(...asked);
  };
  const slow = { ...ports, photoModels: { ...photoModels, find: look } };
  await readOdometer({ inspection_id: inspectionId, image_id }, slow, testRun());
  expect((await store.images.find(inspectionId, image_id))!.odometer).toBeNull();
  for (const table of ['events', 'sightings']) {
    const column = table === 'events' ? "data->>'image_id'" : 'image_id::text';
    const { rowCount } = await database.pool.query(`select 1 from ${table} where ${column} = $1`, [image_id]);
    expect(rowCount, table).toBe(0);
  }
});
