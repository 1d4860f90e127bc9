import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const WIDTH = 320;
const HEIGHT = 240;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

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

const triangle = [
  [10, 20],
  [110, 20],
  [60, 90.5],
];

test('a view shows a damage on an image, and the inspection shows the view', async () => {
  const bounding_box = { xmin: 5, ymin: 6, width: 100, height: 90 };
  const created = await create({
    image_id: image.id,
    damage_id: damage.id,
    bounding_box,
    polygons: [triangle],
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.stringMatching(UUID),
    object_type: 'VIEW',
    inspection_id: id,
    image_id: image.id,
    damage_id: damage.id,
    element_id: damage.id,
    bounding_box,
    polygons: [triangle],
    image_region: {
      id: expect.stringMatching(UUID),
      object_type: 'IMAGE_REGION',
      image_id: image.id,
      specification: { bounding_box, polygons: [triangle] },
    },
    score: null,
    model: null,
    rendered_outputs: [],
    created_at: expect.any(String),
    created_by: expect.stringMatching(/^user-/),
    deleted_at: null,
    deleted_by: null,
  });

  const inspection = (await api.get(`/inspections/${id}`)).body;
  expect(inspection.images[0].views).toEqual([created.body]);
  expect((await imagesOf(api, id))[0].views).toEqual([created.body]);
  expect(await viewsOfImage()).toEqual([created.body]);
  const related = [
    {
      base_image_id: image.id,
      base_image_type: 'beauty_shot',
      object_type: 'RENDERED_OUTPUT',
      order: 0,
      path: image.path,
      mimetype: 'image/jpeg',
      item_area: 9000,
    },
  ];
  expect(inspection.damages[0].related_images).toEqual(related);
  expect(inspection.parts[0].related_images).toEqual(related);
  expect((await api.get(`/inspections/${id}?verbose=light`)).body.images[0].views).toEqual([]);

  const deleted = await api.delete(`/inspections/${id}/views/${created.body.id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { id: created.body.id, deleted: true }]);
  expect((await api.get(`/inspections/${id}`)).body.damages[0].related_images).toEqual([]);
  expect(await viewsOfImage()).toEqual([]);
  const again = await api.delete(`/inspections/${id}/views/${created.body.id}`);
  expect([again.status, again.body.code]).toEqual([404, 'not_found']);
});

test('the view may be asked for in camelCase and answered in the normalized form', async () => {
  const box = { xmin: 1, ymin: 2, width: 3, height: 4 };
  const created = await api.post(
    `/inspections/${id}/views`,
    { imageId: image.id, damageId: damage.id, boundingBox: box },
    { normalized: true },
  );
  expect(created.status).toBe(201);
  expect(created.body.entities.views[created.body.result]).toMatchObject({
    id: created.body.result,
    imageId: image.id,
    damageId: damage.id,
    boundingBox: box,
    polygons: [],
  });
  const deleted = await api.delete(`/inspections/${id}/views/${created.body.result}`, { normalized: true });
  expect(deleted.body).toMatchObject({
    result: created.body.result,
    entities: { views: { [created.body.result]: { id: created.body.result, deleted: true } } },
  });
});

test('a view without a box gets the one around its polygons; without both it is the whole picture', async () => {
  const boxed = await create({
    image_id: image.id,
    bounding_box: { xmin: 0, ymin: 0, width: WIDTH, height: HEIGHT },
  });
  expect(boxed.body).toMatchObject({
    polygons: [],
    bounding_box: { xmin: 0, ymin: 0, width: 320, height: 240 },
  });
  const other = [
    [0, 239.5],
    [2, 239.5],
    [2, 240],
  ];
  const drawn = await create({ image_id: image.id, polygons: [triangle, other] });
  expect(drawn.body).toMatchObject({
    damage_id: null,
    element_id: null,
    polygons: [triangle, other],
    bounding_box: { xmin: 0, ymin: 20, width: 110, height: 220 },
  });
  const whole = await create({ image_id: image.id });
  expect(whole.status).toBe(201);
  expect(whole.body).toMatchObject({
    polygons: [],
    bounding_box: { xmin: 0, ymin: 0, width: WIDTH, height: HEIGHT },
  });
});

test('what sticks out of the picture is cut off, and what lies beside it is left out', async () => {
  const corner = [
    [300, 200],
    [400, 200],
    [400, 300],
    [300, 300],
  ];
  const beside = [
    [-50, 0],
    [-10, 0],
    [-10, 40],
  ];
  const cut = await create({ image_id: image.id, polygons: [corner, beside, triangle] });
  expect(cut.status).toBe(201);
  const [first, second, ...more] = cut.body.polygons;
  expect(first).toHaveLength(4);
  expect(first).toEqual(
    expect.arrayContaining([
      [300, 200],
      [WIDTH, 200],
      [WIDTH, HEIGHT],
      [300, HEIGHT],
    ]),
  );
  expect([second, more]).toEqual([triangle, []]);
  expect(cut.body.bounding_box).toEqual({ xmin: 10, ymin: 20, width: 310, height: 220 });

  const bounding_box = { xmin: -20, ymin: 200, width: 1600.4, height: 60 };
  const boxed = await create({ image_id: image.id, bounding_box });
  expect(boxed.body.bounding_box).toEqual({ xmin: 0, ymin: 200, width: WIDTH, height: 40 });
  // Of a box and polygons one is enough.
  const shown = { xmin: 5, ymin: 5, width: 10, height: 10 };
  const [noPolygon, noBox] = [
    await create({ image_id: image.id, polygons: [beside], bounding_box: shown }),
    await create({ image_id: image.id, polygons: [triangle], bounding_box: { ...shown, xmin: 400 } }),
  ];
  expect(noPolygon.body).toMatchObject({ polygons: [], bounding_box: shown });
  expect(noBox.body).toMatchObject({ polygons: [triangle], bounding_box: { xmin: 10, width: 100 } });
});

test('a view may bring its image along, as an upload', async () => {
  const own = await newInspection(api);
  const hood = (await api.post(`/inspections/${own}/damages`, { damage_type: 'dent', part_type: 'hood' }))
    .body;
  const json = {
    new_image: { name: 'close-up', tasks: ['damage_detection'], rotate_image_before_upload: 'CLOCKWISE_90' },
    damage_id: hood.id,
    polygons: [
      [
        [0, 0],
        [200, 0],
        [200, 300],
      ],
    ],
  };
  const created = await api.upload(`/inspections/${own}/views`, json, await photo(WIDTH, HEIGHT));
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    damage_id: hood.id,
    bounding_box: { xmin: 0, ymin: 0, width: 200, height: 300 },
  });
  const [added] = await imagesOf(api, own);
  expect(added).toMatchObject({
    id: created.body.image_id,
    name: 'close-up',
    image_width: HEIGHT,
    image_height: WIDTH,
    tasks: [{ name: 'damage_detection', image_details: {} }],
    views: [{ id: created.body.id }],
  });
});
