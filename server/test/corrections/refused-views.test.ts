import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const WIDTH = 320;
const HEIGHT = 240;

let api: Client;
let id: string;
let image: Body;
let damage: Body;
beforeAll(async () => {
  api = await client();
  id = await newInspection(api);
  image = (await api.upload(`/inspections/${id}/images`, {}, await photo(WIDTH, HEIGHT))).body;
  damage = (await api.post(`/inspections/${id}/damages`, { damage_type: 'scratch', part_type: 'hood' })).body;
});

const create = (body: unknown) => api.post(`/inspections/${id}/views`, body);
const viewsOfImage = async () => (await api.get(`/inspections/${id}/images/${image.id}`)).body.views;

const points = (count: number) => Array.from({ length: count }, (_, i) => [i % 10, i % 9]);
/** Each polygon as text: the points apart by spaces. */
const drawn = (...polygons: string[]) => ({
  polygons: polygons.map((polygon) => polygon.split(' ').map((point) => point.split(',').map(Number))),
});
const box = (xmin: number, ymin: number, width: number, height: number) => ({
  bounding_box: { xmin, ymin, width, height },
});

test.each<[string, object, string, RegExp]>([
  [
    'polygons beside the picture',
    drawn('321,0 400,0 330,9', '-9,0 -1,0 -1,9'),
    'polygons.0',
    /outside the picture, which is 320 × 240/,
  ],
  ['a polygon above the picture', drawn('0,-9 5,-1 9,-9'), 'polygons.0', /outside/],
  ['a polygon that touches the picture', drawn('320,0 400,0 320,9'), 'polygons.0', /outside/],
  ['a polygon of two points', drawn('0,0 5,5'), 'polygons.0', /at least 3 points/],
  ['a polygon of points on one line', drawn('0,5 9,5 20,5'), 'polygons', /one line/],
  ['points of three numbers', drawn('0,0,0 5,0 0,9'), 'polygons.0.0', /./],
  [
    'points of text',
    {
      polygons: [
        [
          ['0', '0'],
          ['5', '0'],
          ['0', '9'],
        ],
      ],
    },
    'polygons.0.0.0',
    /wrong type: expected number/,
  ],
  [
    'null instead of a number',
    {
      polygons: [
        [
          [0, null],
          [5, 0],
          [0, 9],
        ],
      ],
    },
    'polygons.0.0.1',
    /expected number/,
  ],
  ['polygons that are none', { polygons: 'all' }, 'polygons', /expected array/],
  ['101 polygons', drawn(...Array(101).fill('0,0 5,0 0,9')), 'polygons', /At most 100 polygons/],
  ['5001 points', { polygons: [points(5001)] }, 'polygons', /At most 5000 points/],
  ['100,000 points', { polygons: [points(100_000)] }, 'polygons', /At most 5000 points/],
  ['a box beyond the edge', box(320, 0, 21, 10), 'bounding_box', /outside the picture/],
  ['a box above the picture', box(0, -20, 10, 10), 'bounding_box', /outside the picture/],
  ['a box without width', box(10, 10, 0, 10), 'bounding_box.width', /./],
  ['a box without a corner', { bounding_box: { width: 1, height: 1 } }, 'bounding_box.xmin', /missing/],
])('a view of %s is refused', async (_name, place, path, why) => {
  const before = (await viewsOfImage()).length;
  const refused = await create({ image_id: image.id, ...place });
  expect(refused.status).toBe(422);
  expect(refused.body.code).toBe('invalid_input');
  expect(refused.body.errors[0]).toEqual({ path, message: expect.stringMatching(why) });
  expect(await viewsOfImage()).toHaveLength(before);
});

test('polygons that are no JSON, or larger than any body may be, are refused', async () => {
  const send = (body: string) =>
    api.send('POST', `/inspections/${id}/views`, { body, headers: { 'content-type': 'application/json' } });
  const notANumber = await send(`{"image_id": "${image.id}", "polygons": [[[NaN, 0], [5, 0], [0, 9]]]}`);
  expect([notANumber.status, notANumber.body.code]).toEqual([400, 'malformed_request']);
  const infinite = await send(`{"image_id": "${image.id}", "polygons": [[[1e999, 0], [5, 0], [0, 9]]]}`);
  expect([infinite.status, infinite.body.errors[0].path]).toEqual([422, 'polygons.0.0.0']);
  const huge = await create({ image_id: image.id, polygons: [points(200_000)] });
  expect([huge.status, huge.body.code]).toEqual([413, 'too_large']);
});

test('a view on an image or a damage of another inspection is refused', async () => {
  const other = await newInspection(api);
  const otherImage = (await api.upload(`/inspections/${other}/images`, {}, await photo(WIDTH, HEIGHT))).body;
  const otherDamage = (
    await api.post(`/inspections/${other}/damages`, { damage_type: 'dent', part_type: 'roof' })
  ).body;
  for (const image_id of [otherImage.id, 'nonsense', '0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b']) {
    const refused = await create({ image_id });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { path: 'image_id', message: 'This inspection has no such image.' },
    ]);
  }
  for (const damage_id of [otherDamage.id, 'nonsense', '0198c5a2-7d1e-7c3a-9f52-6b1d2e3f4a5b']) {
    const refused = await create({ image_id: image.id, damage_id });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { path: 'damage_id', message: 'This inspection has no such damage.' },
    ]);
  }
  const view = (await api.post(`/inspections/${other}/views`, { image_id: otherImage.id })).body;
  expect((await api.delete(`/inspections/${id}/views/${view.id}`)).status).toBe(404);
  expect((await api.delete(`/inspections/${other}/views/nonsense`)).status).toBe(404);
  expect((await api.delete(`/inspections/${other}/views/${view.id}`)).status).toBe(200);
});

test('a view needs one image: an old one or a new one', async () => {
  const acquisition = { strategy: 'download_from_url', url: 'https://example.com/a.jpg' };
  for (const body of [
    {},
    { bounding_box: { xmin: 0, ymin: 0, width: 1, height: 1 } },
    { image_id: image.id, new_image: { acquisition } },
  ]) {
    const refused = await create(body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { path: 'image_id', message: 'Give either image_id or new_image.' },
    ]);
  }
  // What a client of generation 3 sends by mistake where it means a file.
  const empty = await create({ new_image: {}, damage_id: damage.id });
  expect(empty.status).toBe(422);
  expect(empty.body.errors[0].path).toMatch(/^new_image\.acquisition/);
});

test('a view that is refused leaves the image that came with it out as well', async () => {
  const own = await newInspection(api);
  const path = `/inspections/${own}/views`;
  const file = await photo(WIDTH, HEIGHT);
  const outside = await api.upload(
    path,
    { new_image: {}, bounding_box: { xmin: 330, ymin: 0, width: 50, height: 9 } },
    file,
  );
  expect([outside.status, outside.body.errors[0].path]).toEqual([422, 'bounding_box']);
  const damageless = await api.upload(path, { new_image: {}, damage_id: damage.id }, file);
  expect([damageless.status, damageless.body.errors[0].path]).toEqual([422, 'damage_id']);
  const taskless = await api.upload(path, { new_image: { tasks: ['wheel_analysis'] } }, file);
  expect([taskless.status, taskless.body.errors[0].path]).toEqual([422, 'new_image.tasks.0']);
  const imageless = await api.upload(path, { damage_id: damage.id }, file);
  expect([imageless.status, imageless.body.errors[0].path]).toEqual([422, 'new_image']);
  const notAPhoto = await api.upload(path, { new_image: {} }, Buffer.from('text'));
  expect([notAPhoto.status, notAPhoto.body.code]).toEqual([422, 'invalid_image']);
  await api.patch(`/inspections/${own}/tasks/damage_detection`, { status: 'DONE' });
  const closed = await api.upload(path, { new_image: { tasks: ['damage_detection'] } }, file);
  expect([closed.status, closed.body.code]).toEqual([409, 'task_already_started']);
  expect(await imagesOf(api, own)).toEqual([]);
});
