import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const NORMALIZED = 'application/vnd.walkaround.normalized+json';
const MAPS = 'damageAreas damages images inspections parts tasks vehicles views wheelAnalysis'.split(' ');
const normalized = { normalized: true };

let api: Client;
let id: string;
let image: Body;
let damage: Body;
let view: Body;

beforeAll(async () => {
  api = await client();
  const created = await api.post('/inspections', {
    tasks: { damage_detection: { scoring: { my_key: 1 } }, wheel_analysis: {} },
    vehicle: { brand: 'Fiat', mileage: { value: 7, unit: 'km' }, owner_info: { snake_key: 1, camelKey: 2 } },
    additional_data: { snake_key: { deeper_key: 1 }, camelKey: 2 },
    damage_severity: { output_format: 'default' },
  });
  id = created.body.id;
  const json = {
    tasks: ['damage_detection', { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_back_left' } }],
    damage_area: { id: '__proto__', relevant_elements: ['hood'] },
    additional_data: { sight_id: 'x', frame_index: 1 },
  };
  image = (await api.upload(`/inspections/${id}/images`, json, await photo(120, 90))).body;
  // The checks of the photo come to their end first: two answers are compared below.
  await until(
    () => api.get(`/inspections/${id}/images/${image.id}`),
    ({ body }) => body.compliances.image_quality_assessment.status === 'DONE',
  );
  damage = (await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' })).body;
  const polygons = [
    [
      [1, 2],
      [30, 2],
      [30, 40],
    ],
  ];
  view = (await api.post(`/inspections/${id}/views`, { image_id: image.id, damage_id: damage.id, polygons }))
    .body;
  await api.post(`/inspections/${id}/severity_pricing`, { label: 'hood', level: 1, pricing: 10 });
});

const expectNormalized = (answer: { status: number; headers: Headers; body: Body }, status = 200) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.headers.get('content-type')).toBe(`${NORMALIZED}; charset=utf-8`);
  expect(answer.headers.get('vary')).toContain('Accept');
  expect(Object.keys(answer.body.entities)).toEqual(expect.arrayContaining(MAPS));
  return answer.body;
};

test('the raw form is nested, snake_case and plain application/json', async () => {
  const raw = await api.get(`/inspections/${id}`);
  expect(raw.headers.get('content-type')).toMatch(/^application\/json/);
  expect(raw.headers.get('vary')).toContain('Accept');
  expect(raw.body.images[0].views[0]).toMatchObject({ id: view.id, image_id: image.id });
  expect(raw.body.images[0].damage_area).toEqual({ id: '__proto__', relevant_elements: ['hood'] });
});

test('verbose=light leaves the views out of the images and everything else in', async () => {
  const whole = (await api.get(`/inspections/${id}`)).body;
  const light = (await api.get(`/inspections/${id}?verbose=light`)).body;
  expect(whole.images[0].views).toHaveLength(1);
  const images = whole.images.map((one: Body) => ({ ...one, views: [] }));
  expect(light).toEqual({ ...whole, images });
  expect(light.damages[0].related_images).toHaveLength(1);
});

test('an inspection is normalized into maps keyed by id, in camelCase', async () => {
  const { entities, result } = expectNormalized(await api.get(`/inspections/${id}`, normalized));
  const raw = (await api.get(`/inspections/${id}`)).body;
  expect(result).toBe(id);
  const inspection = entities.inspections[id];
  expect(inspection).toMatchObject({
    id,
    createdAt: raw.created_at,
    deletedAt: null,
    ownerId: raw.owner_id,
    creatorId: raw.creator_id,
    inspectionType: null,
    accidentNature: null,
    relatedInspectionId: null,
    usageDuration: null,
    images: [image.id],
    damages: [damage.id],
    tasks: raw.tasks.map((task: Body) => task.id),
    vehicle: raw.vehicle.id,
    damageAreas: [{ id: '__proto__', relevantElements: ['hood'] }],
    wheelAnalysis: [],
  });
  expect(inspection.parts[0]).toMatchObject({ partType: 'hood', damageIds: [damage.id] });
  expect(inspection.severityResults[0].value.customSeverity.repairOperation).toEqual({ REPLACE: false });
  expect(Object.keys(entities.images)).toEqual([image.id]);
  expect(Object.keys(entities.views)).toEqual([view.id]);
  expect(Object.keys(entities.damages)).toEqual([damage.id]);
  expect(Object.keys(entities.damageAreas)).toEqual(['__proto__']);
  expect(Object.keys(entities.tasks)).toHaveLength(3);
  expect(entities.vehicles[raw.vehicle.id]).toMatchObject({ brand: 'Fiat', mileageValue: 7 });
});

test('an image, a task and a view have the fields of the specification', async () => {
  const { entities } = (await api.get(`/inspections/${id}`, normalized)).body;
  const shown = entities.images[image.id];
  expect(shown).toMatchObject({
    path: expect.stringMatching(/^http/),
    name: null,
    imageHeight: 90,
    imageWidth: 120,
    binarySize: image.binary_size,
    mimetype: 'image/jpeg',
    rotateImageBeforeUpload: 'NO_ROTATION',
    views: [view.id],
    damageArea: '__proto__',
    inspection: { id },
    tasks: [
      { name: 'damage_detection', imageDetails: {} },
      { name: 'wheel_analysis', imageDetails: { wheelName: 'wheel_back_left' } },
    ],
  });
  const task = Object.values<Body>(entities.tasks).find(({ name }) => name === 'damage_detection');
  expect(task).toMatchObject({
    status: 'NOT_STARTED',
    inspectionId: id,
    startedAt: null,
    doneAt: null,
    confidencePreExecutionStatus: expect.any(String),
    confidencePostExecution: null,
    damageScoreThreshold: 0.3,
    images: [{ imageId: image.id, details: {} }],
  });
  expect(entities.views[view.id]).toMatchObject({
    imageId: image.id,
    damageId: damage.id,
    polygons: view.polygons,
    boundingBox: { xmin: 1, ymin: 2, width: 29, height: 38 },
  });
});

test('free-form objects and compliances are the same in both forms', async () => {
  const raw = (await api.get(`/inspections/${id}`)).body;
  const { entities } = (await api.get(`/inspections/${id}`, normalized)).body;
  expect(entities.inspections[id].additionalData).toEqual(raw.additional_data);
  expect(entities.inspections[id].damageSeverity).toEqual({ output_format: 'default' });
  expect(entities.vehicles[raw.vehicle.id].ownerInfo).toEqual({ snake_key: 1, camelKey: 2 });
  expect(entities.images[image.id].additionalData).toEqual({ sight_id: 'x', frame_index: 1 });
  const task = raw.tasks.find((t: Body) => t.name === 'damage_detection');
  expect(entities.tasks[task.id].scoring).toEqual({ my_key: 1 });

  const { body: one } = await api.get(`/inspections/${id}/images/${image.id}`);
  const same = (await api.get(`/inspections/${id}/images/${image.id}`, normalized)).body;
  expect(same.entities.images[image.id].compliances).toEqual(one.compliances);
});

test('a list is normalized into the ids in their order, and keeps its paging', async () => {
  const later = await newInspection(api);
  const body = expectNormalized(await api.get('/inspections?limit=2', normalized));
  expect(body.result).toEqual([later, id]);
  expect(Object.keys(body.entities.inspections).sort()).toEqual([id, later].sort());
  expect(Object.keys(body.entities.images)).toEqual([image.id]);
  expect(body.paging).toMatchObject({ cursors: { before: expect.any(String) }, previous: null, next: null });
  const first = (await api.get('/inspections?limit=1', normalized)).body;
  expect(first.paging.cursors.next).toMatchObject({ limit: 1, paginationOrder: 'desc' });
  const next = await api.get(`/inspections?${new URLSearchParams(first.paging.cursors.next)}`, normalized);
  expect(next.body.result).toEqual([id]);
  await api.delete(`/inspections/${later}`);
});

test('creating an inspection answers its id and the entities', async () => {
  const body = expectNormalized(
    await api.post('/inspections', { tasks: { images_ocr: {} }, vehicle: { brand: 'Kia' } }, normalized),
    201,
  );
  expect(body.id).toBe(body.result);
  expect(body.entities.inspections[body.result]).toMatchObject({ id: body.result, images: [] });
  expect(Object.keys(body.entities.tasks)).toEqual(body.entities.inspections[body.result].tasks);
  expect(Object.values<Body>(body.entities.vehicles)[0].brand).toBe('Kia');
});

test('deleting shows the removed record as an id that is deleted', async () => {
  const doomed = await newInspection(api);
  const path = `/inspections/${doomed}`;
  const other = (await api.post(`${path}/damages`, { damage_type: 'scratch', part_type: 'roof' })).body.id;
  const severity = (await api.post(`${path}/severity_pricing`, { label: 'roof' })).body.id;

  const damages = expectNormalized(await api.delete(`${path}/damages/${other}`, normalized));
  expect(damages.result).toBe(other);
  expect(damages.entities.damages).toEqual({ [other]: { id: other, deleted: true, parts: [] } });

  const severities = expectNormalized(await api.delete(`${path}/severity_pricing/${severity}`, normalized));
  expect(severities.entities.severityResults).toEqual({ [severity]: { id: severity, deleted: true } });

  const inspections = expectNormalized(await api.delete(path, normalized));
  expect(inspections).toMatchObject({ id: doomed, result: doomed });
  expect(inspections.entities.inspections).toEqual({ [doomed]: { id: doomed, deleted: true } });
});

test('tasks are keyed by id in a listing, and one task is an entity with its id as result', async () => {
  const byName = (await api.get(`/inspections/${id}/tasks`)).body;
  const list = expectNormalized(await api.get(`/inspections/${id}/tasks`, normalized));
  expect(list.result).toEqual(Object.values<Body>(byName).map((task) => task.id));
  expect(Object.keys(list.entities.tasks).sort()).toEqual([...list.result].sort());

  const task = byName.wheel_analysis;
  const one = expectNormalized(await api.get(`/inspections/${id}/tasks/wheel_analysis`, normalized));
  expect(one).toMatchObject({ result: task.id, entities: { tasks: { [task.id]: { inspectionId: id } } } });
  const path = `/inspections/${id}/tasks/wheel_analysis`;
  const patched = expectNormalized(await api.patch(path, { status: 'NOT_STARTED' }, normalized));
  expect(patched.result).toBe(task.id);
  expect(patched.entities.tasks[task.id].arguments).toEqual({ useLongshots: true });
});

test('images, damage areas, views, damages and severities are entities of their own', async () => {
  const path = `/inspections/${id}`;
  const images = expectNormalized(await api.get(`${path}/images`, normalized));
  expect(images).toMatchObject({ result: [image.id], paging: { previous: null, next: null } });
  const added = expectNormalized(
    await api.upload(`${path}/images`, { tasks: ['wheel_analysis'] }, await photo(50, 50), normalized),
    201,
  );
  expect(added.entities.images[added.result]).toMatchObject({
    imageWidth: 50,
    rotateImageBeforeUpload: 'NO_ROTATION',
  });
  const area = { id: 'a', relevantElements: ['roof'] };
  const areas = expectNormalized(
    await api.patch(`${path}/images/${added.result}/damage_areas`, area, normalized),
  );
  expect(areas).toMatchObject({ result: 'a', entities: { damageAreas: { a: area } } });

  const damages = expectNormalized(
    await api.post(`${path}/damages`, { damageType: 'dent', partType: 'roof' }, normalized),
    201,
  );
  expect(damages.entities.damages[damages.result]).toMatchObject({
    id: damages.result,
    damageType: 'dent',
    partType: 'roof',
    parts: [{ partType: 'roof' }],
  });
  const views = expectNormalized(await api.post(`${path}/views`, { imageId: added.result }, normalized), 201);
  expect(views.entities.views[views.result]).toMatchObject({ imageId: added.result, damageId: null });
  const gone = expectNormalized(await api.delete(`${path}/views/${views.result}`, normalized));
  expect(gone).toMatchObject({ result: views.result });
  expect(gone.entities.views).toEqual({ [views.result]: { id: views.result, deleted: true } });
  const severities = expectNormalized(await api.get(`${path}/severity_pricing`, normalized));
  expect(Object.keys(severities.entities.severityResults)).toEqual(severities.result);
});

test('changes to the inspection, its report data and its vehicle answer normalized too', async () => {
  const path = `/inspections/${id}`;
  for (const body of [
    expectNormalized(await api.patch(path, { additionalData: { more: 1 } }, normalized)),
    expectNormalized(await api.patch(`${path}/pdf_data`, { comment: 'x' }, normalized)),
  ])
    expect(body).toMatchObject({ result: id, entities: { inspections: { [id]: { id } }, images: {} } });
  const vehicle = expectNormalized(await api.patch(`${path}/vehicle`, { vehicleType: 'suv' }, normalized));
  expect(vehicle.entities.vehicles[vehicle.result]).toMatchObject({ vehicleType: 'suv', brand: 'Fiat' });
  const asked = expectNormalized(await api.post(`${path}/pdf`, {}, normalized), 202);
  expect(asked.entities.pdfs[asked.result]).toMatchObject({ inspectionId: id, status: 'requested' });
});

test('a refusal is a problem document whichever form was asked for', async () => {
  expectProblem(await api.get('/inspections/nothing', normalized), 404, 'not_found');
  expectProblem(await api.post('/inspections', {}, normalized), 422, 'invalid_input', ['tasks']);
});

test('a client that accepts anything gets the raw form', async () => {
  for (const accept of ['*/*', 'application/json, text/plain, */*', 'text/html']) {
    const answer = await api.get(`/inspections/${id}`, { headers: { accept } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  }
  const listed = await api.get(`/inspections/${id}`, { headers: { accept: `${NORMALIZED}, */*;q=0.1` } });
  expectNormalized(listed);
});
