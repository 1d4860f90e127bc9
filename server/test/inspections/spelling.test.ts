import { type Body, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { expect, test } from 'vitest';

/** Everything a client may call its own, in every spelling there is. */
const freeForm = {
  snake_key: 1,
  camelKey: 2,
  PascalKey: 3,
  'kebab-key': 4,
  UPPER_KEY: 5,
  t1: 6,
  t_1: 7,
  coverage360: 8,
  damageDetection: { nested_key: { deeperKey: [{ x_y: 1, xY: 2 }] } },
};

const stripped = (inspection: Body) =>
  JSON.parse(
    JSON.stringify(inspection, (name, value) =>
      ['id', 'inspection_id', 'owner_id', 'creator_id', 'inspector_id', 'created_at'].includes(name)
        ? undefined
        : value,
    ),
  );

test('an inspection in camelCase is the same inspection as in snake_case', async () => {
  const snake = await (await client()).post('/inspections', {
    tasks: {
      damage_detection: {
        damage_score_threshold: 0.5,
        generate_subimages_parts: { generate_tight: true, damage_view_part_interpolation: 0.5 },
      },
      wheel_analysis: { use_longshots: false },
    },
    vehicle: {
      vehicle_type: 'suv',
      date_of_circulation: '2020',
      market_value: { value: 1, unit: 'USD' },
      duplicate_keys: true,
      owner_info: freeForm,
      additional_data: freeForm,
    },
    damage_areas: [{ id: 'a', relevant_elements: ['hood'] }],
    inspection_type: 'claim',
    accident_nature: 'hail',
    usage_duration: 3,
    additional_data: freeForm,
  });
  const camel = await (await client()).post('/inspections', {
    tasks: {
      damageDetection: {
        damageScoreThreshold: 0.5,
        generateSubimagesParts: { generateTight: true, damageViewPartInterpolation: 0.5 },
      },
      wheelAnalysis: { useLongshots: false },
    },
    vehicle: {
      vehicleType: 'suv',
      dateOfCirculation: '2020',
      marketValue: { value: 1, unit: 'USD' },
      duplicateKeys: true,
      ownerInfo: freeForm,
      additionalData: freeForm,
    },
    damageAreas: [{ id: 'a', relevantElements: ['hood'] }],
    inspectionType: 'claim',
    accidentNature: 'hail',
    usageDuration: 3,
    additionalData: freeForm,
  });
  expect(snake.status).toBe(201);
  expect(snake.body.vehicle.vehicle_type).toBe('suv');
  expect(stripped(camel.body)).toEqual(stripped(snake.body));
});

test('free-form objects come back exactly as they were sent', async () => {
  const api = await client();
  const id = await newInspection(
    api,
    { damage_detection: { scoring: freeForm } },
    { additional_data: freeForm, vehicle: { owner_info: freeForm, additional_data: freeForm } },
  );
  const image = await api.upload(
    `/inspections/${id}/images`,
    { additional_data: freeForm },
    await photo(32, 32),
  );
  const { body } = await api.get(`/inspections/${id}`);
  expect(body.additional_data).toEqual(freeForm);
  expect(body.vehicle.owner_info).toEqual(freeForm);
  expect(body.vehicle.additional_data).toEqual(freeForm);
  expect(body.images[0].additional_data).toEqual(freeForm);
  expect(image.body.additional_data).toEqual(freeForm);
  const task = body.tasks.find((t: Body) => t.name === 'damage_detection');
  expect(task.arguments.scoring).toEqual(freeForm);
});

test('unusual names and values in free-form objects survive', async () => {
  const api = await client();
  const data = {
    empty: {},
    list: [],
    no: null,
    zero: 0,
    minus: -0.5,
    big: 9007199254740991,
    text: '',
    é: '😀',
  };
  const id = await newInspection(api, { damage_detection: {} }, { additional_data: data });
  expect((await api.get(`/inspections/${id}`)).body.additional_data).toEqual(data);
});

test.each([
  ['damage_detection', 'damageDetection', 'DamageDetection'],
  ['images_ocr', 'imagesOcr', 'image_ocr', 'imageOcr'],
])('the task %s is known by all its spellings', async (name, ...spellings) => {
  const api = await client();
  for (const spelling of spellings) {
    const { status, body } = await api.post('/inspections', { tasks: { [spelling]: {} } });
    expect(status, spelling).toBe(201);
    expect(body.tasks[0].name).toBe(name);
  }
});

test('query parameters may be spelled either way', async () => {
  const api = await client();
  const [deleted, done] = [
    await newInspection(api),
    await newInspection(api, { wheel_analysis: { status: 'DONE' } }),
  ];
  await api.delete(`/inspections/${deleted}`);
  const ids = async (query: string) =>
    (await api.get(`/inspections?${query}`)).body.data.map((item: Body) => item.id);
  expect(await ids('showDeleted=false&ownershipFilter=own_resources')).toEqual([done]);
  expect(await ids('inspectionStatus=DONE')).toEqual([done]);
  expect(await ids('paginationOrder=asc')).toEqual([deleted, done]);
  expect((await api.get(`/inspections/${deleted}?showDeletedObjects=true`)).status).toBe(200);
});

test.each(['coverage_360', 'coverage360'])('the sight is found under %s', async (coverage) => {
  const api = await client();
  const id = await newInspection(api);
  const json = {
    tasks: ['damage_detection'],
    compliances: { imageQualityAssessment: {}, [coverage]: { sightId: 'sight-1' } },
  };
  const { body } = await api.upload(`/inspections/${id}/images`, json, await photo(32, 32));
  expect(body.sight_id).toBe('sight-1');
});

test('details of an image task may be spelled either way and are shown in snake_case', async () => {
  const api = await client();
  const id = await newInspection(api, { wheel_analysis: {}, images_ocr: {} });
  const json = {
    tasks: [
      { name: 'wheel_analysis', imageDetails: { wheelName: 'wheel_front_left' } },
      { name: 'image_ocr', image_details: { imageType: 'VIN', documentId: 3, location_details: 'door' } },
    ],
    rotateImageBeforeUpload: 'CLOCKWISE_90',
    imageType: 'close_up',
    detailedViewpoint: { centersOn: 'hood', isExterior: true },
  };
  const { body } = await api.upload(`/inspections/${id}/images`, json, await photo(40, 20));
  expect(body).toMatchObject({
    rotate_image_before_upload: 'CLOCKWISE_90',
    image_type: 'close_up',
    image_width: 20,
    detailed_viewpoint: { centers_on: ['hood'], is_exterior: true },
  });
  expect(body.tasks).toEqual([
    { name: 'images_ocr', image_details: { image_type: 'VIN', document_id: 3, location_details: 'door' } },
    { name: 'wheel_analysis', image_details: { wheel_name: 'wheel_front_left' } },
  ]);
});

test('where a request has both spellings, the snake_case one counts', async () => {
  const api = await client();
  for (const both of [
    { accidentNature: 'camel', accident_nature: 'snake' },
    { accident_nature: 'snake', accidentNature: 'camel' },
  ]) {
    const { body } = await api.post('/inspections', { tasks: { damage_detection: {} }, ...both });
    expect(body.accident_nature).toBe('snake');
  }
});

test('task arguments may be spelled either way when they change', async () => {
  const api = await client();
  const id = await newInspection(api);
  const changed = await api.patch(`/inspections/${id}/tasks/damage_detection`, {
    arguments: { damageScoreThreshold: 0.7 },
  });
  expect(changed.body.arguments).toEqual({ damage_score_threshold: 0.7, scoring: {} });
});
