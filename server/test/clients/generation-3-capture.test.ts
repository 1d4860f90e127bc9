import { randomUUID } from 'node:crypto';
import { type Body, until } from '@walkaround/harness/clients/client.ts';
import {
  type Generation3,
  generation3,
  readCompliance,
} from '@walkaround/harness/clients/generations/generation-3.ts';
import {
  picturesOf,
  reasonsToTakeAgain,
} from '@walkaround/harness/clients/generations/generation-3-pages.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { beforeAll, expect, inject, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

let app: Generation3;
beforeAll(async () => {
  const token = await signToken(inject('issuerKey'), { user: `user-${randomUUID()}` });
  app = generation3(`${inject('serviceWithModelsUrl')}/v1`, token);
});

const WIDTH = 1600;
const HEIGHT = 1200;
const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' };
const newInspection = () => app.inspection.createOne({ tasks: { damageDetection: {} } });

test('the camera asks for another photo when there is no vehicle on the one that was taken', async () => {
  const id = await newInspection();
  const sight_id = 'haccord-8YjMcu0D';
  const imageId = await app.image.upload(
    id,
    {
      acquisition,
      compliances: { image_quality_assessment: {}, coverage_360: { sight_id } },
      tasks: ['damage_detection'],
      additional_data: { id: sight_id, category: 'exterior', createdAt: '2026-03-14' },
    },
    await photo(1280, 960),
  );
  // The models are loaded for the first photo that anybody sends.
  const image = await until(
    () => app.image.getOne(id, imageId),
    (answer) => readCompliance(answer).status === 'DONE',
    100_000,
  );
  expect(reasonsToTakeAgain(image)).toContain('NO_CAR_BODY');
  expect(image.compliances.compliance_issues).toContain('no_vehicle');
});

test('the same file with another name, other data or another damage area is another image', async () => {
  const id = await newInspection();
  const file = await photo(320, 240);
  const base = { acquisition, tasks: ['damage_detection'], additional_data: { category: 'close_up' } };
  const send = (json: Body) => app.image.upload(id, json, file);
  const area = (relevant_elements: string[]) => ({ id: 'a', relevant_elements });
  const different = [
    base,
    { ...base, name: 'left' },
    { ...base, name: 'right' },
    { ...base, additional_data: { category: 'close_up', label: { en: 'Scratch' } } },
    { ...base, damage_area: area(['hood']) },
    { ...base, damage_area: { ...area(['hood']), id: 'b' } },
    { ...base, detailed_viewpoint: { is_exterior: false } },
  ];
  const ids: string[] = [];
  for (const json of different) ids.push(await send(json));
  expect(new Set(ids).size).toBe(different.length);
  const shown = (await app.image.getMany(id, { paginationOrder: 'asc' })).data;
  expect(shown.map(({ name }: Body) => name)).toEqual([null, 'left', 'right', null, null, null, null]);
  // A time-out, and the camera sends the same once more, a moment later.
  const timed = (createdAt: string) => ({ ...base, name: 'again', additional_data: { createdAt } });
  expect(await send(timed('2026-03-14T10:00:05Z'))).toBe(await send(timed('2026-03-14T10:00:00Z')));
});

/** Forty points around a center, as the page for drawing damages makes them. */
const ellipse = (x: number, y: number, rx: number, ry: number) =>
  Array.from({ length: 40 }, (_, index) => {
    const angle = (index / 40) * 2 * Math.PI;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });

test.each<[string, Body, Body]>([
  [
    'a box a little wider than the picture',
    { boundingBox: { xmin: 1200, ymin: 100, width: 400.4, height: 200 } },
    { xmin: 1200, ymin: 100, width: 400, height: 200 },
  ],
  [
    'an ellipse half outside',
    { polygons: [ellipse(0, 600, 200, 100)] },
    { xmin: 0, ymin: 500, width: 200, height: 200 },
  ],
  [
    'an ellipse over a corner, with its box',
    {
      polygons: [ellipse(WIDTH, HEIGHT, 200, 100)],
      boundingBox: { xmin: 1400, ymin: 1100, width: 400, height: 200 },
    },
    { xmin: 1400, ymin: 1100, width: 200, height: 100 },
  ],
])('a damage drawn over the edge is shown as far as it is on the picture: %s', async (_, drawn, box) => {
  const id = await newInspection();
  const imageId = await app.image.upload(id, { acquisition, name: randomUUID() }, await photo(WIDTH, HEIGHT));
  // The page makes the damage first. It must not be left without a view.
  const damageId = await app.damage.createOne(id, { damageType: 'dent', partType: 'hood' });
  await app.view.createOne(id, { imageId, damageId, ...drawn });
  const inspection = await app.raw(`/inspections/${id}`);
  const [view] = inspection.images[0].views;
  expect(view).toMatchObject({ damage_id: damageId, bounding_box: box });
  for (const [x, y] of view.polygons.flat()) {
    expect(x >= 0 && x <= WIDTH, `x ${x}`).toBe(true);
    expect(y >= 0 && y <= HEIGHT, `y ${y}`).toBe(true);
  }
  expect(picturesOf(inspection, 'hood').whole).toEqual([imageId]);
});
