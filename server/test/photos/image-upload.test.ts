import { type Body, client } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo, quarters } from '@walkaround/harness/pictures/pictures.ts';
import { expect, test } from 'vitest';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' };

const uploader = async (tasks: Record<string, unknown> = { damage_detection: {} }, rest = {}) => {
  const api = await client();
  const id = await newInspection(api, tasks, rest);
  const add = async (json: Record<string, unknown>, file?: Buffer) =>
    api.upload(`/inspections/${id}/images`, { acquisition, ...json }, file ?? (await photo(320, 240)));
  return { api, id, add };
};

test('a beauty shot sent the way generation 5 sends it is answered with the whole image', async () => {
  const { api, id } = await uploader({
    damage_detection: {},
    wheel_analysis: {},
    images_ocr: {},
    human_in_the_loop: {},
  });
  const file = await photo(640, 480);
  const json = {
    acquisition,
    image_type: 'beauty_shot',
    tasks: [
      'damage_detection',
      { name: 'compliances', image_details: { sight_id: 'vwtroc-9GQ3x1A_' } },
      { name: 'human_in_the_loop', image_details: { sight_label: 'Front' } },
      { name: 'images_ocr', image_details: { image_type: 'VIN' } },
      { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_left' } },
    ],
    additional_data: {
      sight_id: 'vwtroc-9GQ3x1A_',
      created_at: '2026-03-14T09:26:53.589Z',
      label: { key: 'front', en: 'Front', fr: 'Avant' },
    },
  };
  // A bare extension where a media type belongs, as those clients send it.
  const added = await api.upload(`/inspections/${id}/images`, json, file, {
    name: `vwtroc-9GQ3x1A_-${id}-1773480413589.jpeg`,
    type: 'jpeg',
  });
  expect(added.status).toBe(201);
  const pending = { status: 'TODO', is_compliant: null, reasons: [] };
  expect(added.body).toEqual({
    id: expect.stringMatching(UUID),
    object_type: 'IMAGE',
    inspection_id: id,
    inspection: { id },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}\+00:00$/),
    deleted_at: null,
    path: expect.stringContaining(`/files/inspections/${id}/${added.body.id}.jpg?expires=`),
    name: null,
    image_width: 640,
    image_height: 480,
    binary_size: file.length,
    mimetype: 'image/jpeg',
    rotate_image_before_upload: 'NO_ROTATION',
    image_type: 'beauty_shot',
    image_subtype: null,
    image_sibling_key: null,
    sight_id: 'vwtroc-9GQ3x1A_',
    detailed_viewpoint: null,
    viewpoint: null,
    has_vehicle: null,
    vehicle_state: null,
    taken_at: null,
    damage_area: null,
    tasks: expect.any(Array),
    compliances: {
      image_quality_assessment: pending,
      coverage_360: { ...pending, sight_id: 'vwtroc-9GQ3x1A_' },
    },
    odometer: null,
    warning_lights: null,
    additional_data: json.additional_data,
    views: [],
    rendered_outputs: [],
    wheel_analysis: null,
    wheel_analsis: null,
  });
  expect(added.body.tasks.toSorted((a: Body, b: Body) => a.name.localeCompare(b.name))).toEqual([
    { name: 'compliances', image_details: { sight_id: 'vwtroc-9GQ3x1A_' } },
    { name: 'damage_detection', image_details: {} },
    { name: 'human_in_the_loop', image_details: { sight_label: 'Front' } },
    { name: 'images_ocr', image_details: { image_type: 'VIN' } },
    { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_left' } },
  ]);

  const served = await api.get(added.body.path, { headers: { authorization: '' } });
  expect(served.status).toBe(200);
  expect(served.body.equals(file)).toBe(true);
});

test('a sight sent the way generation 3 sends it keeps its sight and its own data', async () => {
  const { api, id } = await uploader();
  const additional = { id: 'WKJlxkiF', category: 'exterior', vehicle_type: 'suv', createdAt: '2026-03-14' };
  const added = await api.upload(
    `/inspections/${id}/images`,
    {
      acquisition,
      compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 'WKJlxkiF' } },
      tasks: ['damage_detection'],
      additional_data: additional,
    },
    await photo(320, 240),
    { name: `WKJlxkiF-${id}.jpg`, type: 'image/jpg' },
  );
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    mimetype: 'image/jpeg',
    sight_id: 'WKJlxkiF',
    additional_data: additional,
  });
});

test('two close-ups of one damage keep their kind and what joins them', async () => {
  const { add } = await uploader();
  const closeUp = { image_type: 'close_up', image_sibling_key: 'closeup-sibling-key-1' };
  const part = await add({ ...closeUp, image_subtype: 'close_up_part', tasks: ['damage_detection'] });
  const damage = await add({ ...closeUp, image_subtype: 'close_up_damage', tasks: ['damage_detection'] });
  expect(part.body).toMatchObject({ ...closeUp, image_subtype: 'close_up_part' });
  expect(damage.body).toMatchObject({ ...closeUp, image_subtype: 'close_up_damage' });
});

test('the bytes say what a file is, not its name and not its declared type', async () => {
  const { api, id } = await uploader();
  const lies = await api.upload(`/inspections/${id}/images`, {}, await quarters().png().toBuffer(), {
    name: 'notes.txt',
    type: 'text/html',
  });
  expect(lies.status).toBe(201);
  expect(lies.body).toMatchObject({ mimetype: 'image/png', path: expect.stringMatching(/\.png\?/) });
  const served = await api.get(lies.body.path);
  expect(served.headers.get('content-type')).toBe('image/png');
});

test('what an image says for a task is what the task shows for the image', async () => {
  const { api, id, add } = await uploader({ damage_detection: {}, wheel_analysis: {}, image_ocr: {} });
  const added = await add({
    tasks: [
      { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_back_right' } },
      {
        name: 'image_ocr',
        image_details: { image_type: 'ID_FR', document_id: 7, location_details: 'front of the card' },
      },
      {
        name: 'damage_detection',
        image_details: { viewpoint_name: 'left', viewpoint_details: { angle: [1, 2] } },
      },
    ],
  });
  expect(added.status).toBe(201);
  const { tasks } = (await api.get(`/inspections/${id}`)).body;
  const details = Object.fromEntries(tasks.map((task: Body) => [task.name, task.images]));
  const image_id = added.body.id;
  expect(details).toEqual({
    wheel_analysis: [{ image_id, details: { wheel_name: 'wheel_back_right' } }],
    images_ocr: [
      { image_id, details: { image_type: 'ID_FR', document_id: 7, location_details: 'front of the card' } },
    ],
    damage_detection: [
      { image_id, details: { viewpoint_name: 'left', viewpoint_details: { angle: [1, 2] } } },
    ],
    compliances: [],
  });
});

test('a task that an image names twice counts once, with all its details', async () => {
  const { add } = await uploader({ images_ocr: {} });
  const added = await add({
    tasks: ['images_ocr', { name: 'image_ocr', image_details: { image_type: 'VIN' } }, 'images_ocr'],
  });
  expect(added.status).toBe(201);
  expect(added.body.tasks).toEqual([{ name: 'images_ocr', image_details: { image_type: 'VIN' } }]);
});

test('the description may be written in camelCase; what is the client’s own passes untouched', async () => {
  const { add } = await uploader({ wheel_analysis: {} });
  const added = await add({
    acquisition: { strategy: 'upload_multipart_form_keys', fileKey: 'image' },
    imageType: 'close_up',
    detailedViewpoint: { centersOn: ['hood'], isExterior: true },
    compliances: { imageQualityAssessment: {}, coverage360: { sightId: 'sight-7' } },
    tasks: [{ name: 'wheel_analysis', imageDetails: { wheelName: 'wheel_front_right' } }],
    additionalData: { someKey: 1, other_key: { deepKey: [null, 'ü', 1.5] } },
  });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    image_type: 'close_up',
    sight_id: 'sight-7',
    detailed_viewpoint: { centers_on: ['hood'], is_exterior: true },
    tasks: [{ name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_right' } }],
    additional_data: { someKey: 1, other_key: { deepKey: [null, 'ü', 1.5] } },
  });
});

test('a close-up may be centerd on one thing or on several', async () => {
  const { add } = await uploader();
  const one = await add({ detailed_viewpoint: { centers_on: 'door_front_left', distance: 'near' } });
  expect(one.body.detailed_viewpoint).toEqual({ centers_on: ['door_front_left'], distance: 'near' });
  const several = await add({ detailed_viewpoint: { centers_on: ['hood', 'dashboard', 'front_left'] } });
  expect(several.body.detailed_viewpoint).toEqual({ centers_on: ['hood', 'dashboard', 'front_left'] });
  const unknown = await add({ detailed_viewpoint: { centers_on: ['hood', 'moon'] } });
  expect(unknown.status).toBe(422);
  expect(unknown.body.errors[0]).toEqual({
    path: 'detailed_viewpoint.centers_on.1',
    message: expect.stringMatching(/^Use one of: ignore, .*trunk_interior\.$/),
  });
});

test('a damage area is named by its number or its text, or comes with the image', async () => {
  const { api, id, add } = await uploader(
    { damage_detection: {} },
    {
      damage_areas: [
        { id: '12', relevant_elements: ['hood'] },
        { id: 'left side', relevant_elements: [] },
      ],
    },
  );
  const byNumber = await add({ damage_area: 12 });
  expect(byNumber.body.damage_area).toEqual({ id: '12', relevant_elements: ['hood'] });
  const byText = await add({ damage_area: 'left side' });
  expect(byText.body.damage_area).toEqual({ id: 'left side', relevant_elements: [] });
  const itself = await add({ damage_area: { id: 'new', relevant_elements: ['roof', 'trunk'] } });
  expect(itself.body.damage_area).toEqual({ id: 'new', relevant_elements: ['roof', 'trunk'] });
  expect((await api.get(`/inspections/${id}`)).body.damage_areas).toEqual([
    { id: '12', relevant_elements: ['hood'] },
    { id: 'left side', relevant_elements: [] },
    { id: 'new', relevant_elements: ['roof', 'trunk'] },
  ]);

  const unknown = await add({ damage_area: 'nowhere' });
  expect(unknown.status).toBe(422);
  expect(unknown.body.errors).toEqual([
    { path: 'damage_area', message: 'This inspection has no damage area nowhere.' },
  ]);
});

test('the damage area of an image can be set later, with an id or without one', async () => {
  const { api, id, add } = await uploader();
  const image = (await add({})).body;
  const path = `/inspections/${id}/images/${image.id}/damage_areas`;
  const made = await api.patch(path, { relevant_elements: ['hood'] });
  expect(made.status).toBe(200);
  expect(made.body).toEqual({ id: expect.stringMatching(UUID), relevant_elements: ['hood'] });
  const named = await api.patch(path, { id: 'front', relevant_elements: ['hood', 'grill'] });
  expect(named.body).toEqual({ id: 'front', relevant_elements: ['hood', 'grill'] });
  expect((await api.get(`/inspections/${id}/images/${image.id}`)).body.damage_area).toEqual(named.body);

  const wrong = await api.patch(path, { relevant_elements: ['hood', 7] });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors[0].path).toBe('relevant_elements.1');
});

test('a task that the inspection lacks is refused by its place in the list', async () => {
  const { api, id, add } = await uploader({ damage_detection: {}, images_ocr: {} });
  const refused = await add({ tasks: ['damage_detection', { name: 'wheel_analysis' }] });
  expect(refused.status).toBe(422);
  expect(refused.body.code).toBe('invalid_input');
  expect(refused.body.errors).toEqual([
    {
      path: 'tasks.1',
      message:
        'This inspection has no task wheel_analysis. It has: damage_detection, images_ocr, compliances.',
    },
  ]);
  const unknown = await add({ tasks: [{ name: 'polishing' }] });
  expect(unknown.status).toBe(422);
  expect(unknown.body.errors[0].path).toMatch(/^tasks\.0/);
  expect(unknown.body.errors[0].message).toMatch(/^Use one of: damage_detection, wheel_analysis/);
  expect(await imagesOf(api, id)).toEqual([]);
});

test('a task that has started takes no more images', async () => {
  const { api, id, add } = await uploader({ damage_detection: {}, wheel_analysis: {} });
  expect((await api.patch(`/inspections/${id}/tasks/damage_detection`, { status: 'DONE' })).status).toBe(200);
  const refused = await add({ tasks: ['wheel_analysis', 'damage_detection'] });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'task_already_started',
    message: expect.stringContaining('The task damage_detection has already started (it is DONE)'),
  });
  expect(await imagesOf(api, id)).toEqual([]);
  expect((await add({ tasks: ['wheel_analysis'] })).status).toBe(201);
});
