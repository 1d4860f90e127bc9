import { client, clientWithModels } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { expect, test } from 'vitest';

const uploader = async (
  tasks: Record<string, unknown> = { damage_detection: {}, wheel_analysis: {} },
  ask = client,
) => {
  const api = await ask();
  const id = await newInspection(api, tasks);
  return {
    api,
    id,
    add: (json: unknown, file: Buffer, headers = {}) =>
      api.upload(`/inspections/${id}/images`, json, file, { headers }),
  };
};

const shot = (changes = {}) => ({
  image_type: 'beauty_shot',
  tasks: ['damage_detection', { name: 'compliances', image_details: { sight_id: 'sight-1' } }],
  additional_data: { sight_id: 'sight-1', created_at: new Date().toISOString() },
  ...changes,
});

test('an upload that is sent again is answered with the first image', async () => {
  const { api, id, add } = await uploader();
  const file = await photo();
  const first = await add(shot(), file);
  // The clock of the client has moved on; that makes it no other photo.
  const again = await add(shot({ additional_data: { sight_id: 'sight-1', created_at: 'later' } }), file);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.id).toBe(first.body.id);
  expect(again.body.additional_data).toEqual(first.body.additional_data);
  expect(await imagesOf(api, id)).toHaveLength(1);
});

test('two frames of a video with the same bytes are two images, and one that is sent again is one', async () => {
  const { add } = await uploader();
  const file = await photo(64, 48);
  const frame = (frame_index: number) =>
    add({ tasks: ['damage_detection'], additional_data: { frame_index, timestamp: 300, alpha: 12 } }, file);
  const [first, second, again] = [await frame(0), await frame(1), await frame(0)];
  expect(second.body.id).not.toBe(first.body.id);
  expect(again.body.id).toBe(first.body.id);
});

test('five uploads of one photo at the same moment make one image', async () => {
  const { api, id, add } = await uploader();
  const file = await photo();
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(shot(), file)));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(await imagesOf(api, id)).toHaveLength(1);
  const types = await eventTypesUntilDeleted(api, id);
  expect(types.filter((type) => type === 'image.added')).toHaveLength(1);
});

test('an upload that is repeated after the start of its task is answered with the first image', async () => {
  // Without models the task would fail, and be open for photos again.
  const { api, id, add } = await uploader({ damage_detection: {} }, clientWithModels);
  const file = await photo();
  const first = await add(shot(), file);
  expect((await api.patch(`/inspections/${id}/tasks/damage_detection`, { status: 'TODO' })).status).toBe(200);
  const again = await add(shot(), file);
  expect(again.status).toBe(201);
  expect(again.body.id).toBe(first.body.id);
  const another = await add(shot(), await photo());
  expect(another.status).toBe(409);
  expect(await imagesOf(api, id)).toHaveLength(1);
});

test('an upload without an answer can be repeated with its Idempotency-Key', async () => {
  const { api, id, add } = await uploader();
  const file = await photo();
  const key = { 'idempotency-key': `upload-${id}` };
  const answers = await Promise.all([1, 2, 3].map(() => add(shot({ additional_data: {} }), file, key)));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(await imagesOf(api, id)).toHaveLength(1);
  const other = await add(shot({ additional_data: {} }), await photo(), key);
  expect(other.status).toBe(422);
  expect(other.body.code).toBe('idempotency_key_reused');
});

test.each([
  ['another sight', { tasks: ['damage_detection'], additional_data: { sight_id: 'sight-2' } }],
  ['another task', { tasks: ['wheel_analysis'] }],
  [
    'other details of a task',
    { tasks: [{ name: 'damage_detection', image_details: { viewpoint_name: 'left' } }] },
  ],
  ['another type of image', { image_type: 'close_up' }],
  ['another half of a pair', { image_subtype: 'close_up_damage' }],
  ['another part in its center', { detailed_viewpoint: { centers_on: ['hood'] } }],
  ['another rotation', { rotate_image_before_upload: 'CLOCKWISE_90' }],
])('the same photo for %s is another image', async (_name, change) => {
  const { api, id, add } = await uploader();
  const file = await photo(320, 240);
  const base = {
    image_type: 'beauty_shot',
    tasks: ['damage_detection'],
    additional_data: { sight_id: 'sight-1' },
  };
  const first = await add(base, file);
  const second = await add({ ...base, ...change }, file);
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
  expect(await imagesOf(api, id)).toHaveLength(2);
});

test('the same photo in another inspection is another image', async () => {
  const { api, add } = await uploader();
  const file = await photo(320, 240);
  const first = await add(shot(), file);
  const other = await newInspection(api);
  const second = await api.upload(`/inspections/${other}/images`, shot(), file);
  expect(second.body.id).not.toBe(first.body.id);
  expect(second.body.inspection_id).toBe(other);
});
