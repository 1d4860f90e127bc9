/** What clients read without asking whether it is there; the numbers are those of docs/compatibility.md. */

import {
  type Body,
  type Client,
  client,
  clientWithModels,
  until,
} from '@walkaround/harness/clients/client.ts';
import { readInspection } from '@walkaround/harness/clients/generations/generation-5-reading.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const whole = async (id: string, by = api): Promise<Body> => (await by.get(`/inspections/${id}`)).body;
const upload = async (id: string, json: object, by = api): Promise<Body> =>
  (await by.upload(`/inspections/${id}/images`, json, await photo(160, 120))).body;

test('trap 5: an upload is answered with the whole image', async () => {
  const id = await newInspection(api);
  const additional_data = {
    sight_id: 'haccord-8YjMcu0D',
    label: { en: 'Front' },
    frame_index: 2,
    alpha: 7.5,
  };
  const image = await upload(id, { image_type: 'beauty_shot', tasks: ['damage_detection'], additional_data });
  expect(image).toMatchObject({
    id: expect.any(String),
    path: expect.stringMatching(/^http/),
    image_width: 160,
    image_height: 120,
    binary_size: expect.any(Number),
    mimetype: 'image/jpeg',
    image_type: 'beauty_shot',
    additional_data,
    views: [],
    rendered_outputs: [],
  });
  const { compliances: _, ...rest } = (await whole(id)).images[0];
  expect(image).toMatchObject(rest);
});

test('trap 6: data for the inspection is merged, because apps send only what has changed', async () => {
  const id = await newInspection(api, {}, { additional_data: { user_agent: 'x', beauty_shots: ['a'] } });
  await api.patch(`/inspections/${id}`, { additional_data: { capture_duration: 30 } });
  await api.patch(`/inspections/${id}`, { additional_data: { beauty_shots: [] } });
  expect((await whole(id)).additional_data).toEqual({
    user_agent: 'x',
    capture_duration: 30,
    beauty_shots: [],
  });
});

test('trap 7: the service adds the task compliances by itself, not yet started', async () => {
  const pricing = { status: 'TODO' };
  for (const tasks of [{}, { pricing }, { pricing, human_in_the_loop: {} }, { pricing, odometer: {} }]) {
    const id = await newInspection(api, tasks);
    const own = (await whole(id)).tasks.at(-1);
    expect([own.name, own.status]).toEqual(['compliances', 'NOT_STARTED']);
    expect((await upload(id, { tasks: ['compliances'] })).tasks).toMatchObject([{ name: 'compliances' }]);
  }
});

test('trap 8: every image gets its compliances, also a frame of a video that did not ask for them', async () => {
  const id = await newInspection(api);
  await upload(id, { tasks: ['damage_detection'], additional_data: { frame_index: 0 } });
  const [frame] = await until(
    async () => (await whole(id)).images,
    ([image]) => isJudged(image),
  );
  expect(frame.compliances.compliance_issues).toBeInstanceOf(Array);
});

test('trap 9: compliances speak two dialects at once and hold no null', async () => {
  const seeing = await clientWithModels();
  const id = await newInspection(seeing);
  const about = {
    tasks: [{ name: 'compliances', wait_for_result: true }],
    compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'haccord-8YjMcu0D' } },
  };
  const image = await upload(id, about, seeing);
  const { compliances } = (await seeing.get(`/inspections/${id}/images/${image.id}`)).body;
  expect(compliances).toMatchObject({
    compliance_issues: expect.any(Array),
    image_analysis: { blurriness: expect.any(Number) },
    image_quality_assessment: {
      status: 'DONE',
      is_compliant: expect.any(Boolean),
      reasons: expect.any(Array),
    },
    coverage_360: { sight_id: 'haccord-8YjMcu0D' },
  });
  expect(Object.values(compliances)).not.toContain(null);
});

test('trap 11: tasks are listed by name, images_ocr by both of its names', async () => {
  const id = await newInspection(api, { damage_detection: {}, images_ocr: {} });
  const { body } = await api.get(`/inspections/${id}/tasks`);
  expect(Object.keys(body).sort()).toEqual(['compliances', 'damage_detection', 'image_ocr', 'images_ocr']);
  expect(body.image_ocr).toEqual(body.images_ocr);
});

test('trap 12: a change answers with the id of what was changed, a deletion with that of what was deleted', async () => {
  const id = await newInspection(api);
  const { tasks, vehicle } = await whole(id);
  const base = `/inspections/${id}`;
  const idOf = async (answer: Promise<{ body: Body }>) => (await answer).body.id;
  expect(await idOf(api.patch(`${base}/tasks/damage_detection`, { status: 'DONE' }))).toBe(tasks[0].id);
  expect(await idOf(api.patch(`${base}/vehicle`, { plate: 'X' }))).toBe(vehicle.id);
  const image = await upload(id, {});
  expect(await idOf(api.patch(`${base}/images/${image.id}`, { additional_data: {} }))).toBe(image.id);
  expect(await idOf(api.delete(`${base}/images/${image.id}`))).toBe(image.id);
  const damage = await idOf(api.post(`${base}/damages`, { damage_type: 'dent', part_type: 'hood' }));
  expect(await idOf(api.delete(`${base}/damages/${damage}`))).toBe(damage);
  const price = await idOf(
    api.post(`${base}/pricing`, { pricing: 1, related_item_type: 'part', part_type: 'hood' }),
  );
  expect(await idOf(api.delete(`${base}/pricing/${price}`))).toBe(price);
  expect(await idOf(api.delete(base))).toBe(id);
});

test('trap 15: mileage and market value are read in three shapes', async () => {
  const id = await newInspection(
    api,
    {},
    {
      vehicle: { mileage: { value: 42_000, unit: 'miles' }, market_value: { value: 18_500.25, unit: 'USD' } },
    },
  );
  expect((await whole(id)).vehicle).toMatchObject({
    mileage: { value: 42_000, unit: 'miles', mileage_value: 42_000, mileage_unit: 'miles' },
    mileage_value: 42_000,
    mileage_unit: 'miles',
    market_value: {
      value: 18_500.25,
      unit: 'USD',
      market_value_value: 18_500.25,
      market_value_unit: 'USD',
    },
    market_value_value: 18_500.25,
    market_value_unit: 'USD',
  });
});

test('trap 16: pricing has nothing but methodologies, each with its details', async () => {
  const id = await newInspection(api);
  expect((await whole(id)).pricing).toEqual({});
  const part = { pricing: 80, related_item_type: 'part', part_type: 'hood' };
  await api.post(`/inspections/${id}/pricing`, part);
  const { pricing } = await whole(id);
  expect(Object.keys(pricing)).toEqual(['labor_cost']);
  expect(pricing.labor_cost).toMatchObject({ total_price: 80, details: { hood: { pricing: 80 } } });
  expect(readInspection(await whole(id)).pricings).toMatchObject([{ pricing: 80 }]);
});

test('trap 17: the wheel of an image is there under two spellings, and every wheel has an id', async () => {
  const seeing = await clientWithModels();
  const id = await newInspection(seeing, { wheel_analysis: {} });
  expect((await whole(id, seeing)).wheel_analysis).toEqual([]);
  const image_details = { wheel_name: 'wheel_front_left' };
  await upload(id, { tasks: [{ name: 'wheel_analysis', image_details }] }, seeing);
  await setStatus(seeing, id, 'wheel_analysis', 'TODO');
  expect(await ended(seeing, id, 'wheel_analysis', 100_000)).toMatchObject({ status: 'DONE' });
  const { wheel_analysis, images } = await whole(id, seeing);
  expect(wheel_analysis).toMatchObject([{ id: expect.any(String), wheel_name: 'wheel_front_left' }]);
  expect([images[0].wheel_analysis, images[0].wheel_analsis]).toEqual([wheel_analysis[0], wheel_analysis[0]]);
}, 120_000);
