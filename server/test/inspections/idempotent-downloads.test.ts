import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { apiBeside } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const POOL = 2;
let service: Awaited<ReturnType<typeof apiBeside>>;
let pictures: Server;
let api: Client;
let asked = 0;
/** Until then whoever asks for the picture waits. */
const slowness = Promise.withResolvers<void>();

beforeAll(async () => {
  const picture = await photo(120, 90);
  pictures = createServer(async (_request, response) => {
    asked += 1;
    await slowness.promise;
    response.setHeader('content-type', 'image/jpeg').end(picture);
  });
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  service = await apiBeside({ ALLOW_PRIVATE_ADDRESSES: 'true', DATABASE_POOL_SIZE: String(POOL) });
  api = await service.client();
});
afterAll(async () => {
  pictures.close();
  await service.stop();
});

const acquisition = () => ({
  strategy: 'download_from_url',
  url: `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/photo.jpeg`,
});
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

test('requests with a key that wait for a slow photo hold up nobody else, and each happens once', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const image = { acquisition: acquisition(), tasks: ['images_ocr'] };
  const keys = Array.from({ length: POOL + 2 }, () => randomUUID());
  const create = (key: string) =>
    api.post('/inspections', { tasks: { images_ocr: {} }, images: [image] }, keyed(key));
  const slow = keys.map(create);
  const alsoSlow = api.post(`/inspections/${id}/images`, image, keyed(randomUUID()));

  await expect.poll(() => asked).toBe(keys.length + 1);
  expect((await api.get(`/inspections/${id}`)).status).toBe(200);
  slowness.resolve();

  const created = await Promise.all(slow);
  expect(created.map(({ status }) => status)).toEqual(keys.map(() => 201));
  expect((await alsoSlow).status).toBe(201);
  expect(await imagesOf(api, id)).toHaveLength(1);

  const before = asked;
  const again = await create(keys[0]!);
  expect([again.status, again.body]).toEqual([201, created[0]!.body]);
  // The answer was stored; the photo, which may be gone by now, is not fetched again.
  expect(asked).toBe(before);
  expect((await api.get('/inspections')).body.data).toHaveLength(keys.length + 1);
});

test('two of the same at once, with a photo to fetch, still make one inspection', async () => {
  const own = await service.client();
  const body = { tasks: { images_ocr: {} }, images: [{ acquisition: acquisition(), tasks: ['images_ocr'] }] };
  const key = randomUUID();
  const answers = await Promise.all([own, own].map((who) => who.post('/inspections', body, keyed(key))));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[1]!.body.id).toBe(answers[0]!.body.id);
  expect((await own.get('/inspections')).body.data).toHaveLength(1);
  expect(await imagesOf(own, answers[0]!.body.id)).toHaveLength(1);
});
