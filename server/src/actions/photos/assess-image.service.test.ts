import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawing } from '@walkaround/harness/pictures/pictures.ts';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiskBlobs } from '../../files/blobs/disk-blobs.ts';
import { createPhotos } from '../../files/photos/photos.ts';
import type { PhotoModels, Photos } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { modelsBusy } from '../../inspections/problems/photos.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { createPhotoModels } from '../../vision/engine/photo-models.ts';
import { madeUpModels } from '../../vision/engine/test-models.ts';
import { testPorts } from '../test-ports.ts';
import { addImage, type ImageDescription } from './add-image.ts';
import { assessImage } from './assess-image.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let dataDir: string;
let photos: Photos;
const closers: (() => Promise<void>)[] = [];

/** Looks with small made-up models, which see a vehicle on everything. */
const eyesIn = async (names?: Parameters<typeof madeUpModels>[0]) => {
  const folder = await madeUpModels(names);
  const config = { folder, threads: 1, cores: 1, device: 'cpu', maxPixels: 1e8 } as const;
  const made = createPhotoModels(config, { warn: () => {} });
  closers.push(async () => {
    await made.close();
    await rm(folder, { recursive: true });
  });
  return made;
};
let photoModels: PhotoModels;

beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  photoModels = await eyesIn();
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
  await Promise.all(closers.map((close) => close()));
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const addedImage = async (about: Partial<ImageDescription> = {}, picture?: Buffer) => {
  const file = picture ?? (await drawing(640, 480).jpeg().toBuffer());
  const inspection_id = await insertTestInspection(store, { status: 'NOT_STARTED' });
  const photo = await photos.receive(Readable.from([file]), 'NO_ROTATION');
  const made = { additional_data: { made: uuid() } };
  const description = { tasks: [], rotation: 'NO_ROTATION' as const, ...made, ...about };
  const anna = { user_id: 'anna', organization_id: null, permissions: new Set<string>() };
  const image = await addImage(anna, { inspection_id, photo, description }, testPorts(store, { photos }));
  return { inspection_id, image_id: image.id };
};

test('a photo that two workers assess at once is announced once', async () => {
  const ids = await addedImage();
  await Promise.all([1, 2, 3].map(() => assessImage(ids, { store, photos, photoModels })));
  const events = await store.events.since(ids.inspection_id, '0', 100);
  expect(events.map((event) => event.type)).toEqual(['image.added', 'image.assessed']);
});

test('a photo can be changed while it is being assessed', async () => {
  const ids = await addedImage();
  const measured = Promise.withResolvers<void>();
  const watched: PhotoModels = {
    ...photoModels,
    find: (...asked) => photoModels.find(...asked).finally(measured.resolve),
  };
  let assessing: Promise<void> | undefined;
  await store.transaction(async (tx) => {
    await tx.inspections.lock(ids.inspection_id);
    assessing = assessImage(ids, { store, photos, photoModels: watched });
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

const FRONT = 'haccord-8YjMcu0D';

const verdictOn = async (ids: Awaited<ReturnType<typeof addedImage>>, looking: PhotoModels) => {
  await assessImage(ids, { store, photos, photoModels: looking });
  return (await store.images.find(ids.inspection_id, ids.image_id))!;
};

test('a picture of one color is not compliant, and shows no vehicle', async () => {
  for (const background of ['#777777', '#000000']) {
    const create = { width: 640, height: 480, channels: 3 as const, background };
    const blank = await sharp({ create }).jpeg().toBuffer();
    const image = await verdictOn(await addedImage({}, blank), photoModels);
    expect(image.compliance?.issues).toContain('other');
    expect(image).toMatchObject({ has_vehicle: false, compliance: { seen: { vehicle_present: false } } });
  }
});

test('a photo of which a part is lost is told to be unreadable, not judged by what is left', async () => {
  const ids = await addedImage();
  const { file_key } = (await store.images.find(ids.inspection_id, ids.image_id))!;
  await truncate(join(dataDir, 'files', file_key), 3000);
  const { compliance } = await verdictOn(ids, photoModels);
  expect(compliance).toMatchObject({ issues: ['other'], scores: {} });
});

test('what the models saw is in the verdict and on the image', async () => {
  const image = await verdictOn(await addedImage({ sight_id: FRONT }), photoModels);
  expect(image.has_vehicle).toBe(true);
  expect(image.compliance).toMatchObject({
    scores: { dirtiness: 0.75 },
    seen: { vehicle_present: true },
    covers_sight: expect.any(Boolean),
  });
});

test('what a task told of the image stays as the task told it', async () => {
  const ids = await addedImage();
  const found = { damages: [], views: [], rendered: [] };
  const viewpoint = { prediction: 'left', confidence: 0.9 };
  const told = {
    ...found,
    images: [{ id: ids.image_id, viewpoint, has_vehicle: false, vehicle_state: null }],
  };
  await store.findings.insertFound(ids.inspection_id, 'damage_detection', told);
  expect(await verdictOn(ids, photoModels)).toMatchObject({ viewpoint, has_vehicle: false });
});

test('a client that did not ask for the sight to be checked is told nothing of it', async () => {
  const asked = await verdictOn(await addedImage({ sight_id: FRONT, compliance_checks: [] }), photoModels);
  expect(asked.compliance).not.toHaveProperty('covers_sight');
  expect(asked.compliance?.reasons.filter(({ check }) => check !== undefined)).toEqual([]);
});

test.each([
  ['one model is missing', ['photo', 'vehicles'] as const, 'Some checks were left out.', true],
  ['no model can be used', [], 'Only the pixels were judged.', undefined],
])('where %s the photo is judged all the same, and the verdict says so', async (_, names, what, present) => {
  const { compliance } = await verdictOn(await addedImage({ sight_id: FRONT }), await eyesIn([...names]));
  expect(compliance?.scores).toMatchObject({ blurriness: expect.any(Number) });
  expect(compliance?.seen?.vehicle_present).toBe(present);
  expect(compliance?.issues).not.toContain('other');
  const notes = compliance?.reasons.filter(({ note, issue }) => note && issue === 'other');
  expect(notes?.map(({ message }) => message)).toEqual([expect.stringMatching(/The manifest has no model/)]);
  expect(notes?.[0]?.message).toMatch(what);
});

test('models that break while they look at a photo do not keep it from its verdict', async () => {
  const broken: PhotoModels = {
    ...photoModels,
    find: (photo, request) =>
      request.want.length === 1
        ? photoModels.find(photo, request)
        : Promise.reject(new Error('The thread of the models died.')),
  };
  const { compliance } = await verdictOn(await addedImage(), broken);
  expect(compliance?.reasons.map(({ message }) => message)).toEqual([
    'Only the pixels were judged. The thread of the models died.',
  ]);
});

test('a photo whose file is lost is to be taken again, and nobody waits for its verdict', async () => {
  const ids = await addedImage();
  const { file_key } = (await store.images.find(ids.inspection_id, ids.image_id))!;
  await photos.remove([file_key]);
  const { compliance } = await verdictOn(ids, photoModels);
  expect(compliance).toMatchObject({ issues: ['other'], scores: {} });
  expect(compliance?.reasons[0]?.message).toMatch(/cannot be read: .* Take it again/);
});

test('a photo waits for its verdict while the models have no time', async () => {
  const ids = await addedImage();
  const busy: PhotoModels = { ...photoModels, find: () => Promise.reject(modelsBusy(256)) };
  await expect(assessImage(ids, { store, photos, photoModels: busy })).rejects.toThrow('Try again');
  expect(await verdictOn(ids, photoModels)).toMatchObject({ has_vehicle: true });
});
