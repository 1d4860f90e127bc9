import { randomUUID } from 'node:crypto';
import { type Body, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/;

const everything = {
  tasks: { damage_detection: {} },
  inspection_type: 'check_in_check_out',
  accident_nature: 'Hit from behind at a red light',
  usage_duration: 36.5,
  damage_severity: { output_format: 'toyota' },
  damage_areas: [
    { id: 'left side', relevant_elements: ['door_front_left', 'any word'] },
    { id: 7, relevant_elements: [] },
  ],
  additional_data: { damage_detection_version: 'v2', 'Any key': { 'you Like': [1, null, { x: 'é' }] } },
};

test('an inspection that was created can be read again with all its tasks', async () => {
  const api = await client();
  const created = await api.post('/inspections', {
    tasks: { damage_detection: { arguments: { z: 1, a: [null] } }, wheel_analysis: {} },
    vehicle: { brand: 'Renault', plate: 'AB-123-CD', mileage: { value: 1200, unit: 'km' } },
    damage_severity: { output_format: 'toyota' },
  });
  expect(created.status).toBe(201);

  const read = await api.get(`/inspections/${created.body.id}`);
  expect(read.status).toBe(200);
  expect(read.body).toEqual(created.body);
  expect(read.body.tasks.map((task: Body) => [task.name, task.status])).toEqual([
    ['damage_detection', 'NOT_STARTED'],
    ['wheel_analysis', 'NOT_STARTED'],
    ['compliances', 'NOT_STARTED'],
  ]);
});

test('without tasks nothing is created and the answer says what is missing', async () => {
  const api = await client();
  const refused = await api.post('/inspections', {});
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([{ path: 'tasks', message: expect.stringContaining('missing') }]);
});

test('an inspection shows every field it was created with', async () => {
  const user = `user-${randomUUID()}`;
  const api = await client({ user, organization: 'blue-cars' });
  const related = await newInspection(api);
  const created = await api.post('/inspections', { ...everything, related_inspection_id: related });
  expect(created.status).toBe(201);

  const { body } = await api.get(`/inspections/${created.body.id}`);
  expect(created.body).toEqual(body);
  expect(body).toMatchObject({
    object_type: 'INSPECTION',
    status: 'NOT_STARTED',
    created_at: expect.stringMatching(TIME),
    deleted_at: null,
    owner_id: user,
    creator_id: user,
    inspector_id: user,
    organization_id: 'blue-cars',
    inspection_type: 'check_in_check_out',
    accident_nature: 'Hit from behind at a red light',
    related_inspection_id: related,
    usage_duration: 36.5,
    damage_severity: { output_format: 'toyota' },
  });
  expect(body.additional_data).toEqual(everything.additional_data);
  expect(body.damage_areas).toEqual([
    { id: '7', relevant_elements: [] },
    { id: 'left side', relevant_elements: ['door_front_left', 'any word'] },
  ]);
});

test('what was not given reads as null or empty, never as missing', async () => {
  const api = await client();
  const { body } = await api.post('/inspections', { tasks: { images_ocr: {} } });
  expect(body).toMatchObject({
    organization_id: null,
    inspection_type: null,
    accident_nature: null,
    related_inspection_id: null,
    usage_duration: null,
    additional_data: {},
    vehicle: { object_type: 'VEHICLE', brand: null, vin: null, mileage: {}, owner_info: null },
    images: [],
    damages: [],
    parts: [],
    severity_results: [],
    damage_severity_results: [],
    damage_areas: [],
    wheel_analysis: [],
    documents: [],
    pricing: {},
    compliances: null,
    damage_severity: null,
    pdf_url: null,
    pdf_status: null,
    pdf_generation_ready: false,
  });
});

test('a usage duration of zero is kept as zero', async () => {
  const api = await client();
  const { body } = await api.post('/inspections', { tasks: { images_ocr: {} }, usage_duration: 0 });
  expect(body.usage_duration).toBe(0);
});

test('unknown members are ignored and not shown again; those of a task are kept with its arguments', async () => {
  const api = await client();
  const { status, body } = await api.post('/inspections', {
    tasks: { damage_detection: { color_blind: true } },
    vehicle: { brand: 'Fiat', wings: 2 },
    favorite_color: 'blue',
  });
  expect(status).toBe(201);
  expect(body.tasks[0].arguments).toMatchObject({ color_blind: true });
  expect(JSON.stringify(body)).not.toMatch(/wings|favorite_color/);
});

test('an earlier inspection of my own can be named as the related one', async () => {
  const api = await client();
  const earlier = await newInspection(api);
  const later = await newInspection(api, { damage_detection: {} }, { related_inspection_id: earlier });
  expect((await api.get(`/inspections/${later}`)).body.related_inspection_id).toBe(earlier);
});

test('an inspection of a stranger, a deleted one and one that never was cannot be the related one', async () => {
  const api = await client();
  const foreign = await newInspection(await client());
  const deleted = await newInspection(api);
  await api.delete(`/inspections/${deleted}`);
  for (const related_inspection_id of [foreign, deleted, randomUUID(), 'no id', '']) {
    const refused = await api.post('/inspections', {
      tasks: { damage_detection: {} },
      related_inspection_id,
    });
    expectProblem(refused, 422, 'invalid_input', ['related_inspection_id']);
    expect(refused.body.errors[0].message).toBe('There is no such inspection.');
  }
  expect((await api.get('/inspections?show_deleted=false')).body.data).toEqual([]);
});

test("an inspection of my organization can be the related one when I may read the organization's", async () => {
  const organization = `org-${randomUUID()}`;
  const earlier = await newInspection(await client({ organization }));
  const wish = { tasks: { damage_detection: {} }, related_inspection_id: earlier };
  const reader = await client({ organization, permissions: ['inspections:read_organization'] });
  expect((await reader.post('/inspections', wish)).body.related_inspection_id).toBe(earlier);
  const blind = await client({ organization });
  expectProblem(await blind.post('/inspections', wish), 422, 'invalid_input', ['related_inspection_id']);
});

test('every path answers at the root as it does under /v1', async () => {
  const api = await client();
  const id = await newInspection(api);
  const root = api.baseUrl.replace(/\/v1$/, '');
  for (const path of [`/inspections/${id}`, `/inspections/${id}/tasks`, '/inspections?limit=1'])
    expect((await api.get(root + path)).status, path).toBe(200);
  expect((await api.get(`${root}/inspections/${id}`)).body).toEqual(
    (await api.get(`/inspections/${id}`)).body,
  );
});

test('the service does not read more of an id than an id', async () => {
  const api = await client();
  const id = await newInspection(api);
  expect((await api.get(`/inspections/${id.toUpperCase()}`)).body.id).toBe(id);
  for (const wrong of ['1', 'null', randomUUID(), `${id}x`, `${id}%00`, "'or 1=1--", 'a'.repeat(3000)]) {
    const refused = await api.get(`/inspections/${encodeURIComponent(wrong)}`);
    expectProblem(refused, 404, 'not_found');
  }
});
