import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const MODELS = fileURLToPath(new URL('../../../models', import.meta.url));
const PAINTS = ['#1d3f7a', '#a02020', '#2a5d46', '#5a3a7a'];

let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
let photos: Buffer[];
beforeAll(async () => {
  service = await ownService({ WORKER_CONCURRENCY: '1' });
  api = await service.client();
  photos = await Promise.all(PAINTS.map((paint) => carDrawing({ paint, scratched: true })));
});
afterAll(async () => {
  await service?.stop();
});

/** The id of an inspection with these photos, named by their numbers. */
const withPhotos = async (client: Client, pictures: Buffer[], options: object = {}): Promise<string> => {
  const id = await newInspection(client, { damage_detection: options });
  for (const [number, picture] of pictures.entries()) {
    const about = { tasks: ['damage_detection'], name: `photo ${number}` };
    expect((await client.upload(`/inspections/${id}/images`, about, picture)).status).toBe(201);
  }
  return id;
};

const ended = (client: Client, id: string): Promise<Body> =>
  until(
    () => task(client, id, 'damage_detection'),
    ({ status }) => status === 'DONE' || status === 'ERROR',
    240_000,
  );

const damageFile = async (id: string, imageId: string) => {
  const file = (await photoFilesOf(service)).find((path) => path.includes(`${id}/${imageId}`))!;
  await writeFile(join(service.dataDir, file), 'no longer a photo');
};

test('a photo that cannot be read is named and left out; the others are analyzed', async () => {
  const id = await withPhotos(api, photos.slice(0, 2));
  const images: Body[] = (await api.get(`/inspections/${id}`)).body.images;
  const lost = images.find(({ name }) => name === 'photo 1')!;
  await damageFile(id, lost.id);
  await setStatus(api, id, 'damage_detection', 'TODO');
  const { status, error_messages, progress } = await ended(api, id);
  expect({ status, progress }).toEqual({ status: 'DONE', progress: { done: 2, total: 2 } });
  expect(error_messages).toEqual([
    expect.objectContaining({
      error_code: 'image_unreadable',
      message: expect.stringContaining(`photo 1 (${lost.id})`),
    }),
  ]);
  const { damages } = (await api.get(`/inspections/${id}`)).body;
  expect(damages.map(({ damage_type }: Body) => damage_type)).toEqual(['scratch']);
});

test('when no photo can be read the task ends in ERROR and says so', async () => {
  const id = await withPhotos(api, photos.slice(0, 1));
  const [image] = (await api.get(`/inspections/${id}`)).body.images;
  await damageFile(id, image.id);
  await setStatus(api, id, 'damage_detection', 'TODO');
  const { status, error_messages } = await ended(api, id);
  expect(status).toBe('ERROR');
  expect(error_messages[0]).toMatchObject({
    error_code: 'no_photo_readable',
    message: expect.stringContaining('photo 0'),
  });
});

test('an inspection that is deleted while pictures of its findings are made leaves no file of them', async () => {
  const options = { generate_visual_output: { generate_parts: true, generate_damages: true } };
  const id = await withPhotos(api, photos, { ...options, generate_subimages_parts: {} });
  await setStatus(api, id, 'damage_detection', 'TODO');
  await until(
    () => task(api, id, 'damage_detection'),
    ({ progress }) => progress.done === PAINTS.length,
    120_000,
  );
  await api.delete(`/inspections/${id}`);
  // The worker runs one task at a time: when the next one has ended, it is through with this one.
  const next = await withPhotos(api, photos.slice(0, 1), options);
  await setStatus(api, next, 'damage_detection', 'TODO');
  expect(await ended(api, next)).toMatchObject({ status: 'DONE' });
  const { body } = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  const { status } = body.tasks.find(({ name }: Body) => name === 'damage_detection');
  expect(status, 'it was deleted too late to show anything').toBe('IN_PROGRESS');
  expect(body.damages).toEqual([]);
  const made = (await photoFilesOf(service)).filter((file) => file.split('/').length > 4);
  expect(made.filter((file) => file.includes(id))).toEqual([]);
  expect(made.filter((file) => file.includes(next))).not.toEqual([]);
});

test('a missing model file ends the task in ERROR with its name and the cure; other tasks run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-models-'));
  for (const file of ['manifest.json', 'parts.onnx']) await copyFile(join(MODELS, file), join(folder, file));
  const poor = await ownService({ MODELS_DIR: folder, LOG_LEVEL: 'silent' });
  try {
    const client = await poor.client();
    const id = await newInspection(client, { damage_detection: {}, compliances: {} });
    const about = { tasks: ['damage_detection', 'compliances'] };
    await client.upload(`/inspections/${id}/images`, about, photos[0]!);
    await setStatus(client, id, 'compliances', 'TODO');
    await setStatus(client, id, 'damage_detection', 'TODO');
    const { status, error_messages } = await ended(client, id);
    expect(status).toBe('ERROR');
    expect(error_messages[0]).toMatchObject({
      error_code: 'model_unusable',
      message: expect.stringMatching(/damage\.onnx of the model damage is missing\. Restore it/),
    });
    const other = await until(
      () => task(client, id, 'compliances'),
      (one) => one.status === 'DONE',
      60_000,
    );
    expect(other.status).toBe('DONE');
  } finally {
    await poor.stop();
    await rm(folder, { recursive: true });
  }
});
