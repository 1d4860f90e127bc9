import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDiskBlobs } from '../../files/blobs/disk-blobs.ts';
import { createPhotos } from '../../files/photos/photos.ts';
import type { Photos } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { sweepFiles } from './sweep-files.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let dataDir: string;
let photos: Photos;

beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  dataDir = await mkdtemp(join(tmpdir(), 'sweep-'));
  const limits = { maxBytes: 1000, maxPixels: 1000, downloadTimeoutSeconds: 1, allowPrivateAddresses: false };
  photos = await createPhotos({ dataDir, blobs: createDiskBlobs(join(dataDir, 'files')), ...limits });
});
beforeEach(async () => {
  await database.pool.query('update file_sweep set after_key = null, files_removed = 0, finished_at = null');
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true });
});

const folderOf = (id: string) => join(dataDir, 'files', 'inspections', id);

const leaveBehind = async (id: string, count: number) => {
  await mkdir(folderOf(id), { recursive: true });
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (let n = 0; n < count; n++) {
    const path = join(folderOf(id), `${uuid()}.jpg`);
    await writeFile(path, 'left');
    await utimes(path, twoDaysAgo, twoDaysAgo);
  }
};

const left = async (id: string) => (await readdir(folderOf(id))).length;
const sweep = (signal = new AbortController().signal) => sweepFiles({ store, photos }, signal);

test('a search that is interrupted goes on where it was, and begins anew after a day', async () => {
  const id = uuid();
  await leaveBehind(id, 1200);
  await sweep(AbortSignal.abort());
  expect([await left(id), (await store.fileSweep.totals()).finished_at]).toEqual([700, null]);
  expect(await store.fileSweep.place()).toMatch(`inspections/${id}/`);
  await sweep();
  expect(await left(id)).toBe(0);
  expect(await store.fileSweep.totals()).toMatchObject({
    files_removed: 1200,
    finished_at: expect.any(String),
  });

  await leaveBehind(id, 3);
  await sweep();
  expect(await left(id)).toBe(3);
  await database.pool.query(`update file_sweep set finished_at = now() - interval '1 day'`);
  await sweep();
  expect(await left(id)).toBe(0);
});

test('nothing is taken from an inspection whose task may be about to name its files', async () => {
  const id = await insertTestInspection(store, { status: 'TODO' });
  await leaveBehind(id, 2);
  await sweep();
  expect(await left(id)).toBe(2);
  const [task] = await store.tasks.list(id);
  await store.tasks.change(task!.id, { status: 'DONE' });
  await database.pool.query('update file_sweep set finished_at = null');
  await sweep();
  expect(await left(id)).toBe(0);
});

test('where most inspections are unknown the database may be the wrong one, and nothing is removed', async () => {
  const strangers = Array.from({ length: 10 }, () => uuid());
  for (const id of strangers) await leaveBehind(id, 2);
  const known = await insertTestInspection(store, { status: 'DONE' });
  await leaveBehind(known, 1);
  expect(await sweep()).toBe(20);
  expect(await Promise.all([...strangers, known].map(left))).toEqual([...strangers.map(() => 2), 0]);

  await rm(folderOf(strangers[0]!), { recursive: true });
  await database.pool.query('update file_sweep set finished_at = null');
  expect(await sweep()).toBe(0);
  expect(await Promise.all(strangers.slice(1).map(left))).toEqual(strangers.slice(1).map(() => 0));
});
