import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = randomUUID();
let api: Client;
beforeAll(async () => {
  api = await client({ organization });
});

const withImages = async (count: number, tasks: string[] = ['damage_detection']) => {
  const id = await newInspection(api, Object.fromEntries(tasks.map((name) => [name, {}])));
  const path = `/inspections/${id}/images`;
  const files = await Promise.all(Array.from({ length: count }, () => photo(64, 48)));
  const images: string[] = [];
  for (const file of files) images.push((await api.upload(path, { tasks }, file)).body.id);
  return { id, path, images, files };
};

const erase = (path: string, image_ids: string[], rest: object = {}) =>
  api.post(`${path}/delete`, { image_ids, ...rest });

test('a deleted image is gone everywhere, but for those who ask for what was deleted', async () => {
  const { id, path, images } = await withImages(2);
  const [first, second] = images as [string, string];
  const damage = await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  const box = { xmin: 1, ymin: 1, width: 9, height: 9 };
  for (const image_id of images)
    await api.post(`/inspections/${id}/views`, { image_id, damage_id: damage.body.id, bounding_box: box });

  const deleted = await api.delete(`${path}/${first}`);
  expect([deleted.status, deleted.body]).toEqual([200, { id: first, deleted: true }]);
  expectProblem(await api.get(`${path}/${first}`), 404, 'not_found');
  expect((await imagesOf(api, id)).map((image) => image.id)).toEqual([second]);
  const { body } = await api.get(`/inspections/${id}`);
  expect(body.images.map((image: Body) => image.id)).toEqual([second]);
  expect(body.tasks[0].images.map((image: Body) => image.image_id)).toEqual([second]);
  // The damage is still on the vehicle, and on the other photo.
  expect(body.damages[0].related_images.map((image: Body) => image.base_image_id)).toEqual([second]);

  const shown = (await api.get(`${path}/${first}?show_deleted_objects=true`)).body;
  expect(shown).toMatchObject({ deleted_at: expect.any(String), views: [{ deleted_by: null }] });
  expectProblem(await api.delete(`${path}/${first}`), 404, 'not_found');
});

test('a link to a photo ends when the photo is deleted; those who ask for what was deleted are given another', async () => {
  const { id, path, images } = await withImages(2);
  const [first, second] = images as [string, string];
  const linkTo = async (image: string, query = ''): Promise<string> =>
    (await api.get(`${path}/${image}${query}`)).body.path;
  const [link, other] = [await linkTo(first), await linkTo(second)];
  const resized = (address: string) =>
    `${new URL(address).origin}/image_resize?image_url=${encodeURIComponent(address)}&width=100`;
  const statuses = (address: string) =>
    Promise.all(
      [address, `${address}&width=100`, resized(address)].map(async (one) => (await fetch(one)).status),
    );
  expect(await statuses(link)).toEqual([200, 200, 200]);

  await api.delete(`${path}/${first}`);
  expect(await statuses(link)).toEqual([404, 404, 404]);
  expect(await (await fetch(link)).json()).toMatchObject({ code: 'not_found' });
  expect(await statuses(`${link}&deleted=true`)).toEqual([403, 403, 403]);
  expect(await statuses(other)).toEqual([200, 200, 200]);

  expect(await statuses(await linkTo(first, '?show_deleted_objects=true'))).toEqual([200, 200, 200]);
  const { body } = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  const shown = body.images.find((image: Body) => image.id === first);
  expect(await statuses(shown.path)).toEqual([200, 200, 200]);
});

test('a photo that was deleted can be taken again, byte by byte the same', async () => {
  const { path, images, files } = await withImages(1);
  const json = { tasks: ['damage_detection'] };
  expect((await api.upload(path, json, files[0]!)).body.id).toBe(images[0]);
  await api.delete(`${path}/${images[0]}`);
  const again = await api.upload(path, json, files[0]!);
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(images[0]);
});

test('an image cannot be deleted while a task works on it, or while a task is further than the client allows', async () => {
  const { id, path, images } = await withImages(1, ['human_in_the_loop', 'images_ocr']);
  const image = `${path}/${images[0]}`;
  await setStatus(api, id, 'images_ocr', 'DONE');
  const json = { authorized_tasks_statuses: ['NOT_STARTED', 'DONE'] };
  expectProblem(await api.delete(image), 409, 'image_in_use');
  await setStatus(api, id, 'human_in_the_loop', 'TODO');
  await until(
    () => task(api, id, 'human_in_the_loop'),
    ({ status }) => status === 'IN_PROGRESS',
  );
  const refused = await api.delete(image, {
    json: { authorized_tasks_statuses: ['NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE'] },
  });
  expectProblem(refused, 409, 'image_in_use');
  expect(refused.body.message).toMatch(/^The task human_in_the_loop .* when the task has ended\.$/);
  await setStatus(api, id, 'human_in_the_loop', 'DONE');
  expect((await api.delete(image, { json })).status).toBe(200);
});

test('of many images those go that can, and each other one is told with its reason', async () => {
  const { id, path, images } = await withImages(2);
  const other = await withImages(1);
  const used = await api.upload(path, { tasks: ['compliances'] }, await photo(64, 48));
  await setStatus(api, id, 'compliances', 'DONE');
  const unknown = randomUUID();
  const wrong = [other.images[0]!, unknown, 'no-id', used.body.id];
  const { status, body } = await erase(path, [...images, images[0]!, ...wrong]);
  expect(status).toBe(200);
  expect(body.message).toBe('2 images deleted, 4 images not.');
  expect(body.deleted_image_ids).toEqual(images);
  expect(body.failed.map((one: Body) => one.image_id)).toEqual(wrong);
  expect(body.failed[3].reason).toContain('The task compliances of this image is DONE');
  expect((await imagesOf(api, id)).map((image) => image.id)).toEqual([used.body.id]);
  expect(await imagesOf(api, other.id)).toHaveLength(1);
});

test.each<[string, object, string[]]>([
  ['101 images', { image_ids: Array.from({ length: 101 }, () => randomUUID()) }, ['image_ids']],
  ['no list', {}, ['image_ids']],
  [
    'an unknown status',
    { image_ids: [], authorized_tasks_statuses: ['SOON'] },
    ['authorized_tasks_statuses.0'],
  ],
  ['no status at all', { image_ids: [], authorized_tasks_statuses: [] }, ['authorized_tasks_statuses']],
])('a deletion with %s is refused', async (_what, json, paths) => {
  const { path } = await withImages(0);
  expectProblem(await api.post(`${path}/delete`, json), 422, 'invalid_input', paths);
});

test('a deletion of many that is sent again with its key is told once more, and one of nothing is fine', async () => {
  const { path, images } = await withImages(1);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await api.post(`${path}/delete`, { imageIds: images }, { headers });
  const again = await api.post(`${path}/delete`, { imageIds: images }, { headers });
  expect(again.body).toEqual(first.body);
  expect((await erase(path, [])).body).toMatchObject({ deleted_image_ids: [], failed: [] });
});

test('of two who delete one image at the same time one does', async () => {
  const { path, images } = await withImages(1);
  const answers = await Promise.all([api.delete(`${path}/${images[0]}`), api.delete(`${path}/${images[0]}`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('strangers find nothing to delete or change, and colleagues may only look', async () => {
  const { path, images } = await withImages(1);
  const image = `${path}/${images[0]}`;
  const stranger = await client({ organization: randomUUID() });
  const colleague = await client({ organization, permissions: ['inspections:read_organization'] });
  const change = { additional_data: {} };
  for (const [who, status, code] of [
    [stranger, 404, 'not_found'],
    [colleague, 403, 'forbidden'],
  ] as const) {
    expectProblem(await who.delete(image), status, code);
    expectProblem(await who.patch(image, change), status, code);
    expectProblem(await who.post(`${path}/delete`, { image_ids: images }), status, code);
  }
  expect((await api.get(image)).status).toBe(200);
});

test('the data of an image is replaced as a whole; its sight stays', async () => {
  const { path } = await withImages(0);
  const sent = { additional_data: { sight_id: 'haccord-8YjMcu0D', created_at: '2026-03-14' } };
  const { body } = await api.upload(path, sent, await photo(64, 48));
  const additional_data = { note: { asItIs: [1] } };
  const changed = await api.patch(`${path}/${body.id}`, { additionalData: additional_data });
  expect(changed).toMatchObject({ status: 200, body: { id: body.id, sight_id: 'haccord-8YjMcu0D' } });
  expect(changed.body.additional_data).toEqual(additional_data);
  expect((await api.get(`${path}/${body.id}`)).body.additional_data).toEqual(additional_data);
  for (const json of [{}, { additional_data: null }, { additional_data: [] }])
    expectProblem(await api.patch(`${path}/${body.id}`, json), 422, 'invalid_input', ['additional_data']);
  expectProblem(await api.patch(`${path}/${randomUUID()}`, { additional_data }), 404, 'not_found');
});

test('changes and deletions of images are told as events, and normalized like everything else', async () => {
  const { id, path, images } = await withImages(2);
  const normalized = { normalized: true };
  const patched = await api.patch(`${path}/${images[0]}`, { additional_data: {} }, normalized);
  expect(patched.body).toMatchObject({ result: images[0], entities: { images: { [images[0]!]: {} } } });
  const one = await api.delete(`${path}/${images[0]}`, normalized);
  expect(one.body.entities.images).toEqual({ [images[0]!]: { id: images[0], deleted: true } });
  const many = await api.post(`${path}/delete`, { image_ids: [images[1]] }, normalized);
  expect(many.body).toMatchObject({ deletedImageIds: [images[1]], result: [] });
  const types = await eventTypesUntilDeleted(api, id);
  expect(types.filter((type) => /^image\.(updated|deleted)$/.test(type))).toEqual([
    'image.updated',
    'image.deleted',
    'image.deleted',
  ]);
});
