import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { box } from '../../inspections/photos/test-photos.ts';
import type { PhotoModels, Photos } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestImage, insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { frameHashOf } from '../../vision/pixels/frame-hash.ts';
import { frameOf } from '../../vision/pixels/test-frames.ts';
import { testPorts, testRun } from '../test-ports.ts';
import { detectOnPhotos } from './detect-on-photos.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let files: Map<string, Buffer>;
beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  // A person walks from the side to the back, stops at both, and goes back once.
  files = new Map([
    ['0', await frameOf('left')],
    ['1', await frameOf('left', { across: 0.004 })],
    ['2', await frameOf('left', { across: 0.04 })],
    ['3', await frameOf('rear')],
    ['4', await frameOf('rear', { nearer: 1.006 })],
    ['5', await frameOf('left', { down: 0.003 })],
  ]);
});
afterAll(() => database.stop());

let looks: string[];
let frameHashes: number;
let damaged: string[];
let inspectionId: string;
beforeEach(async () => {
  [looks, frameHashes, damaged] = [[], 0, []];
  inspectionId = await insertTestInspection(store);
});

// It only counts what real models would be asked to look at; what they see is tested over HTTP.
const photoModels = {
  concurrency: 1,
  models: async () => ({ plates: { version: '1.0.0', sha256: 'a'.repeat(64), thresholds: {} } }),
  versions: async () => ({
    plates: { version: '1.0.0', post_processing: 1 },
    frame_hash: { version: '1', post_processing: 1 },
  }),
  find: async (bytes, { want }) => {
    if (want.includes('frame_hash')) {
      frameHashes++;
      return { finds: { frame_hash: await frameHashOf(bytes) }, unavailable: {} };
    }
    const name = [...files].find(([, file]) => file.equals(bytes))![0];
    looks.push(name);
    if (damaged.includes(name)) throw invalidImage('The photo cannot be decoded: the file is damaged.');
    const plate = { label: name, score: 0.9, bounding_box: box(1, 1, 2, 2) };
    return { finds: { plates: [plate] }, unavailable: {} };
  },
} as Partial<PhotoModels> as PhotoModels;
const photos = {
  open: async (key: string) => ({ stream: Readable.from([files.get(key.split('/').at(-1)!)!]) }),
} as unknown as Photos;

const addFrames = async (mark: (name: string) => object) => {
  for (const name of files.keys())
    await insertTestImage(store, inspectionId, name, { additional_data: { ...mark(name) } });
};
const frame = (name: string) => ({ frame_index: Number(name), timestamp: 40 });

const lookAtAll = async () => {
  const { images } = (await store.inspections.read(inspectionId, { deletedObjects: false }))!;
  const progress: [number, number][] = [];
  const run = {
    ...testRun(),
    progress: async (...told: [number, number]) => void progress.push(told),
  };
  const request = { needs: ['plates'] as const, helps: [] };
  const { results, errors } = await detectOnPhotos(
    images,
    request,
    testPorts(store, { photos, photoModels }),
    run,
  );
  const named = Object.fromEntries(images.map(({ id, name }) => [name, results.get(id)]));
  return { named, errors, last: progress.at(-1) };
};

test('of six frames three are analyzed; the others have what was seen on their duplicates', async () => {
  await addFrames(frame);
  const { named, last } = await lookAtAll();
  expect(looks.sort()).toEqual(['0', '2', '3']);
  expect(named['1']).toEqual(named['0']);
  expect(named['5']).toEqual(named['0']);
  expect(named['4']).toEqual(named['3']);
  expect(named['2']).not.toEqual(named['0']);
  expect(last).toEqual([6, 6]);
});

test('the next run runs no model and computes no frame hash again', async () => {
  await addFrames(frame);
  await lookAtAll();
  await lookAtAll();
  expect([looks.length, frameHashes]).toEqual([3, 6]);
  expect(Object.values((await lookAtAll()).named).every(Boolean)).toBe(true);
});

test('models run on every photo that is not a video frame, even if photos are alike', async () => {
  await addFrames(() => ({}));
  await lookAtAll();
  expect([looks.length, frameHashes]).toEqual([6, 0]);
});

test('a frame that cannot be analyzed is told, and its duplicates are analyzed themselves', async () => {
  damaged = ['0'];
  await addFrames(frame);
  const { named, errors, last } = await lookAtAll();
  expect(looks.toSorted()).toEqual(['0', '1', '2', '3', '5']);
  expect(errors).toHaveLength(1);
  expect(named['0']).toBeUndefined();
  expect(named['1']).toBeDefined();
  expect(last).toEqual([6, 6]);
});
