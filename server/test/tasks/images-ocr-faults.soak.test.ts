import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { odometer, vinPlate } from '@walkaround/harness/pictures/document-drawings.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { workerOf } from '@walkaround/harness/services/worker.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Real networks on a machine that may be busy with other tests; a killed worker is noticed after ten seconds.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const VIN = '1HGCM82633A004352';

let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
let photos: Buffer[];
beforeAll(async () => {
  // What reads text needs no folder of models.
  service = await ownService({ WORKER_CONCURRENCY: '1', MODELS_DIR: '/nowhere' });
  api = await service.client();
  photos = await Promise.all([vinPlate(VIN), vinPlate(VIN, { turned: 6 }), odometer('064118', 'km')]);
});
afterAll(async () => {
  await service?.stop();
});

const withPhotos = async (those = photos) => {
  const id = await newInspection(api, { images_ocr: {} });
  for (const [number, photo] of those.entries()) {
    const about = { tasks: ['images_ocr'], name: `photo ${number}` };
    expect((await api.upload(`/inspections/${id}/images`, about, photo)).status).toBe(201);
  }
  return id;
};

const started = async (id: string) => {
  await setStatus(api, id, 'images_ocr', 'TODO');
  return id;
};

const ended = (id: string): Promise<Body> =>
  until(
    () => task(api, id, 'images_ocr'),
    ({ status }) => status === 'DONE' || status === 'ERROR',
    200_000,
  );

/** All that was read, without the ids, which differ from run to run. */
const readOn = async (id: string) => {
  const { images, documents, vehicle } = (await api.get(`/inspections/${id}`)).body;
  const nameOf = new Map(images.map((image: Body) => [image.id, image.name]));
  return {
    documents: documents.map(({ type, content, confidence, evidence, fields }: Body) => ({
      ...{ type, content, confidence, evidence },
      views: fields.flatMap(({ views }: Body) =>
        views.map(({ image_id, ...place }: Body) => ({ photo: nameOf.get(image_id), ...place })),
      ),
    })),
    vehicle: [vehicle.vin, vehicle.mileage_value, Object.keys(vehicle.read_from).sort()],
  };
};

test('a worker that is killed while it reads leads to the documents of an undisturbed run, once', async () => {
  const calm = await started(await withPhotos());
  expect(await ended(calm)).toMatchObject({ status: 'DONE' });
  const expected = await readOn(calm);
  expect(expected.vehicle).toEqual([VIN, 64118, ['mileage', 'vin']]);

  const disturbed = await started(await withPhotos());
  await until(
    () => task(api, disturbed, 'images_ocr'),
    ({ progress, status }) => progress.done > 0 || status === 'DONE',
    120_000,
  );
  process.kill(workerOf(service)!, 'SIGKILL');
  expect((await task(api, disturbed, 'images_ocr')).status, 'it was killed too late').toBe('IN_PROGRESS');
  expect(await ended(disturbed)).toMatchObject({
    status: 'DONE',
    progress: { done: photos.length, total: photos.length },
    error_messages: [],
  });
  expect(await readOn(disturbed)).toEqual(expected);
});

test('a photo that cannot be read is named and left out; the others are read', async () => {
  const id = await withPhotos([photos[0]!, photos[2]!]);
  const { images } = (await api.get(`/inspections/${id}`)).body;
  const lost = images.find(({ name }: Body) => name === 'photo 1');
  const file = (await photoFilesOf(service)).find((path) => path.includes(`${id}/${lost.id}`))!;
  await writeFile(join(service.dataDir, file), 'no longer a photo');
  const { status, error_messages } = await ended(await started(id));
  expect(status).toBe('DONE');
  expect(error_messages).toMatchObject([
    { error_code: 'image_unreadable', message: expect.stringContaining(`photo 1 (${lost.id})`) },
  ]);
  const { vehicle } = await readOn(id);
  expect(vehicle).toEqual([VIN, null, ['vin']]);
});
