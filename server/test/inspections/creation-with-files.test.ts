/** An inspection that is created together with its photos, as files of one form. */
import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { readReport } from '@walkaround/harness/clients/generations/generation-3.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const attached = (file_key: string, more: object = {}) => ({
  acquisition: { strategy: 'upload_multipart_form_keys', file_key },
  tasks: ['damage_detection'],
  ...more,
});

const create = (json: Body, files: [string, Buffer][], headers: Record<string, string> = {}) => {
  const form = new FormData();
  form.append('json', JSON.stringify({ tasks: { damage_detection: {} }, ...json }));
  for (const [name, file] of files)
    form.append(name, new File([new Uint8Array(file)], `${name}.jpeg`, { type: 'jpeg' }));
  return api.send('POST', '/inspections', { body: form, headers });
};

test('photos that come as files of the creation are images of the inspection, each with what was said of it', async () => {
  const images = [
    attached('front', { additional_data: { id: 'WKJlxkiF' }, name: 'the front' }),
    attached('door', { image_type: 'close_up', detailedViewpoint: { centersOn: ['door_front_left'] } }),
  ];
  const files: [string, Buffer][] = [
    ['door', await photo(320, 240)],
    ['front', await photo(640, 480)],
  ];
  const created = await create({ images }, files);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const whole = (await api.get(`/inspections/${created.body.id}`)).body;
  expect(whole.images).toMatchObject([
    { name: 'the front', image_width: 640, sight_id: 'WKJlxkiF', tasks: [{ name: 'damage_detection' }] },
    { image_type: 'close_up', image_width: 320, detailed_viewpoint: { centers_on: ['door_front_left'] } },
  ]);
  // The report of generation 3 opens it, and its pictures load without a token.
  expect(readReport(whole).pending).toEqual(['damage_detection']);
  for (const { path } of whole.images) expect((await fetch(path)).status).toBe(200);
});

test('a form may bring no files at all, and dozens of them', async () => {
  expect((await create({}, [])).body.images).toEqual([]);
  const names = Array.from({ length: 30 }, (_, index) => `photo-${index}`);
  const file = await photo(64, 48);
  const images = names.map((name) => attached(name));
  const many = await create(
    { images },
    names.map((name): [string, Buffer] => [name, file]),
  );
  expect(many.status, JSON.stringify(many.body)).toBe(201);
  expect(many.body.images).toHaveLength(30);
});

test.each<[string, Body, string[], string]>([
  ['lacks a file', [attached('front'), attached('back')], ['front'], 'images.1.acquisition.file_key'],
  ['has a file that no image names', [attached('front')], ['front', 'back'], 'back'],
  ['has two files of one name', [attached('front')], ['front', 'front'], 'front'],
  ['names one file twice', [attached('front'), attached('front')], ['front'], 'images'],
  [
    'names no file',
    [{ acquisition: { strategy: 'upload_multipart_form_keys' } }],
    [],
    'images.0.acquisition.file_key',
  ],
])('a form that %s is refused, and nothing is created', async (_, images, names, path) => {
  const own = await client();
  const before = api;
  api = own;
  try {
    const file = await photo(64, 48);
    const refused = await create(
      { images },
      names.map((name): [string, Buffer] => [name, file]),
    );
    expectProblem(refused, 422, 'invalid_input', [path]);
    expect((await own.get('/inspections')).body.data).toEqual([]);
  } finally {
    api = before;
  }
});

test('a file that is no photo is refused by its name', async () => {
  const refused = await create({ images: [attached('front')] }, [['front', Buffer.from('no photo')]]);
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'front']);
});

test('the same creation with the same key is carried out once; with another file it is another one', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const [one, other] = [await photo(64, 48), await photo(80, 48)];
  const send = (file: Buffer) => create({ images: [attached('front')] }, [['front', file]], headers);
  const first = await send(one);
  expect(first.status).toBe(201);
  expect((await send(one)).body.id).toBe(first.body.id);
  expectProblem(await send(other), 422, 'idempotency_key_reused');
});
