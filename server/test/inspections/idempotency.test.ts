import { randomUUID } from 'node:crypto';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, describe, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client({ organization: randomUUID(), permissions: ['webhooks:manage'] });
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const tasks = { images_ocr: {} };

test('the same request with the same key is carried out once and answered the same way', async () => {
  const own = await client();
  const key = randomUUID();
  const first = await own.post('/inspections', { tasks }, keyed(key));
  const again = await own.post('/inspections', { tasks }, keyed(key));
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect((await own.get('/inspections')).body.data).toHaveLength(1);
});

test('the key counts for both spellings of the address, and for both representations of the answer', async () => {
  const own = await client();
  const key = randomUUID();
  const first = await own.post('/inspections', { tasks }, keyed(key));
  const atRoot = await own.post(own.baseUrl.replace(/\/v1$/, '/inspections'), { tasks }, keyed(key));
  expect(atRoot.body.id).toBe(first.body.id);
  const normalized = await own.post('/inspections', { tasks }, { ...keyed(key), normalized: true });
  expect([normalized.status, normalized.body.result]).toEqual([201, first.body.id]);
});

test('five of the same at once make one record', async () => {
  const own = await client();
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => own.post('/inspections', { tasks }, keyed(key))),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await own.get('/inspections')).body.data).toHaveLength(1);
});

test('without a key, or with another one, the same request is another one', async () => {
  const own = await client();
  const answers = [
    await own.post('/inspections', { tasks }, keyed(randomUUID())),
    await own.post('/inspections', { tasks }, keyed(randomUUID())),
    await own.post('/inspections', { tasks }),
    await own.post('/inspections', { tasks }),
  ];
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
});

describe('a key that was used for something else', () => {
  test('another body', async () => {
    const own = await client();
    const key = randomUUID();
    await own.post('/inspections', { tasks }, keyed(key));
    const refused = await own.post('/inspections', { tasks: { wheel_analysis: {} } }, keyed(key));
    expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await own.get('/inspections')).body.data).toHaveLength(1);
  });

  test('another address', async () => {
    const [one, two] = [await newInspection(api), await newInspection(api)];
    const key = randomUUID();
    const damage = { damage_type: 'dent', part_type: 'hood' };
    expect((await api.post(`/inspections/${one}/damages`, damage, keyed(key))).status).toBe(201);
    const refused = await api.post(`/inspections/${two}/damages`, damage, keyed(key));
    expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await api.get(`/inspections/${two}`)).body.damages).toEqual([]);
  });
});

test('the keys of different people are different keys', async () => {
  const [anna, ben] = [await client(), await client()];
  const key = randomUUID();
  const hers = await anna.post('/inspections', { tasks }, keyed(key));
  const his = await ben.post('/inspections', { tasks: { wheel_analysis: {} } }, keyed(key));
  expect([hers.status, his.status]).toEqual([201, 201]);
  expect(his.body.id).not.toBe(hers.body.id);
});

test('a request that failed leaves its key free', async () => {
  const id = await newInspection(api, { images_ocr: {}, wheel_analysis: { status: 'DONE' } });
  const key = randomUUID();
  const picture = await photo(120, 90);
  const add = (body: object) => api.upload(`/inspections/${id}/images`, body, picture, keyed(key));
  expect((await add({ tasks: ['wheel_analysis'] })).status).toBe(409);
  expect((await add({ tasks: ['damage_detection'] })).status).toBe(422);
  expect((await add({ tasks: ['images_ocr'] })).status).toBe(201);
  expect(await imagesOf(api, id)).toHaveLength(1);
});

test('uploads can carry a key: the file counts, its name does not', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const key = randomUUID();
  const picture = await photo(120, 90);
  const body = { tasks: ['images_ocr'], additional_data: { n: 1 } };
  const send = (file: Buffer, json: object = body, name = 'a.jpeg') =>
    api.upload(`/inspections/${id}/images`, json, file, { ...keyed(key), name });
  const answers = await Promise.all([send(picture), send(picture), send(picture, body, 'b.jpeg')]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(await imagesOf(api, id)).toHaveLength(1);

  const otherFile = await send(await photo(120, 90));
  expect([otherFile.status, otherFile.body.code]).toEqual([422, 'idempotency_key_reused']);
  const otherJson = await send(picture, { ...body, additional_data: { n: 2 } });
  expect([otherJson.status, otherJson.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('an upload that waits for its quality check can be repeated too', async () => {
  const id = await newInspection(api, { compliances: {} });
  const picture = await photo(120, 90);
  const json = { tasks: [{ name: 'compliances', wait_for_result: true }] };
  const send = (key: string) => api.upload(`/inspections/${id}/images`, json, picture, keyed(key));
  const key = randomUUID();
  const [first, again] = [await send(key), await send(key)];
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
  expect(again.body.compliances).toEqual(first.body.compliances);
});

test.each<[string, object]>([
  ['damages', { damage_type: 'dent', part_type: 'hood' }],
  ['severity_pricing', { label: 'hood', level: 1 }],
  ['pdf', {}],
])('POST …/%s with a key happens once', async (what, body) => {
  const id = await newInspection(api);
  const key = randomUUID();
  const send = () => api.post(`/inspections/${id}/${what}`, body, keyed(key));
  const answers = await Promise.all([send(), send(), send()]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  const { body: inspection } = await api.get(`/inspections/${id}`);
  expect(inspection.damages).toHaveLength(what === 'damages' ? 1 : 0);
  expect(inspection.severity_results).toHaveLength(what === 'severity_pricing' ? 1 : 0);
});

test('a view with a new photo, and a webhook, happen once per key', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const picture = await photo(120, 90);
  const viewKey = keyed(randomUUID());
  const view = () =>
    api.upload(`/inspections/${id}/views`, { new_image: { tasks: ['images_ocr'] } }, picture, viewKey);
  const views = [await view(), await view()];
  expect(views.map(({ status }) => status)).toEqual([201, 201]);
  expect(views[1]!.body).toEqual(views[0]!.body);
  expect(await imagesOf(api, id)).toHaveLength(1);

  const hookKey = keyed(randomUUID());
  const hook = () => api.post('/webhooks', { url: 'https://example.com/', active: false }, hookKey);
  const hooks = [await hook(), await hook()];
  // The secret is shown again only to who knows the key of the first request.
  expect(hooks[1]!.body).toEqual(hooks[0]!.body);
  expect((await api.get('/webhooks')).body.data).toHaveLength(1);
});

test.each(['', 'k'.repeat(256)])(
  'a key of the wrong length is refused, and nothing happens (%j)',
  async (key) => {
    const own = await client();
    const refused = await own.post('/inspections', { tasks }, keyed(key));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { path: 'Idempotency-Key', message: 'Give one key of 1 to 255 characters.' },
    ]);
    expect((await own.get('/inspections')).body.data).toEqual([]);
  },
);
