import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskBlobs } from '../files/disk-blobs.ts';
import { createPhotos } from '../files/photos.ts';
import type { Photos, Store } from '../inspections/ports.ts';
import { createStore } from '../store/store.ts';
import { insertTestInspection, startTestDatabase } from '../store/test-database.ts';
import { createQualityMeter } from '../vision/quality.ts';
import { addImage } from './add-image.ts';
import { assessImage } from './assess-image.ts';
import { testPorts } from './test-ports.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let dataDir: string;
let photos: Photos;
const quality = createQualityMeter();

beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {});
  dataDir = await mkdtemp(join(tmpdir(), 'walkaround-test-'));
  photos = await createPhotos({
    dataDir,
    blobs: createDiskBlobs(join(dataDir, 'files')),
    maxBytes: 1_000_000,
    maxPixels: 1_000_000,
    downloadTimeoutSeconds: 5,
    allowPrivateAddresses: false,
  });
});
afterAll(async () => {
  await quality.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const addedImage = async () => {
  const inspection_id = await insertTestInspection(store, { status: 'NOT_STARTED' });
  const create = { width: 640, height: 480, channels: 3 as const, background: '#777' };
  const file = await sharp({ create }).jpeg().toBuffer();
  const photo = await photos.receive(Readable.from([file]), 'NO_ROTATION');
  const description = { tasks: [], rotation: 'NO_ROTATION' as const, additional_data: { made: uuid() } };
  const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
  const image = await addImage(anna, { inspection_id, photo, description }, testPorts(store, { photos }));
  return { inspection_id, image_id: image.id };
};

test('a photo that two workers assess at once is announced once', async () => {
  const ids = await addedImage();
  await Promise.all([1, 2, 3].map(() => assessImage(ids, { store, photos, quality })));
  const events = await store.events.since(ids.inspection_id, '0', 100);
  expect(events.map((event) => event.type)).toEqual(['image.added', 'image.assessed']);
});

test('a photo can be changed while it is being assessed', async () => {
  const ids = await addedImage();
  const measured = Promise.withResolvers<void>();
  const watched = { measure: (photo: Buffer) => quality.measure(photo).finally(measured.resolve) };
  let assessing: Promise<void> | undefined;
  await store.transaction(async (tx) => {
    await tx.inspections.lock(ids.inspection_id);
    assessing = assessImage(ids, { store, photos, quality: watched });
    await measured.promise;
    // The verdict is there; time enough to begin to write it.
    await sleep(500);
    await tx.images.setDamageArea(ids.inspection_id, ids.image_id, { id: 'a', relevant_elements: ['hood'] });
  });
  await assessing;
  const image = (await store.images.find(ids.inspection_id, ids.image_id))!;
  expect(image.damage_area?.id).toBe('a');
  expect(image.compliance?.issues).toEqual([]);
});
