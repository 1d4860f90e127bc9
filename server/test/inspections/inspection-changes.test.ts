import { client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const dataOf = async (api: Awaited<ReturnType<typeof client>>, id: string) =>
  (await api.get(`/inspections/${id}`)).body.additional_data;

test('new additional data is merged member by member and keeps what it does not name', async () => {
  const api = await client();
  const id = await newInspection(
    api,
    { damage_detection: {} },
    { additional_data: { user_agent: 'Firefox', settings: { a: 1, b: 2 }, gone: true } },
  );
  const patched = await api.patch(`/inspections/${id}`, {
    additional_data: { capture_duration: 30, settings: { b: 3 }, gone: null },
  });
  expect(patched.status).toBe(200);
  expect(patched.body.id).toBe(id);
  const merged = { user_agent: 'Firefox', capture_duration: 30, settings: { b: 3 }, gone: null };
  expect(patched.body.additional_data).toEqual(merged);
  expect(await dataOf(api, id)).toEqual(merged);
});

test('additional data from many writers at the same time is all kept', async () => {
  const api = await client();
  const id = await newInspection(api);
  const names = Array.from({ length: 12 }, (_, index) => `writer_${index}`);
  await Promise.all(
    names.map((name) => api.patch(`/inspections/${id}`, { additional_data: { [name]: name } })),
  );
  expect(await dataOf(api, id)).toEqual(Object.fromEntries(names.map((name) => [name, name])));
});

test('a change without additional data, or with something else in its place, is refused', async () => {
  const api = await client();
  const id = await newInspection(api);
  for (const json of [{}, { additional_data: null }, { additional_data: [1] }, { additional_data: 'x' }])
    expectProblem(await api.patch(`/inspections/${id}`, json), 422, 'invalid_input', ['additional_data']);
  expect(await dataOf(api, id)).toEqual({});
});

const pdfData = {
  mileage: { value: 42_000, unit: 'km' },
  market_value: { value: 18_500, unit: 'USD' },
  agent_first_name: 'Ada',
  agent_last_name: 'Martin',
  agent_company: 'Fleet & Sons',
  agent_company_city: 'Lyon',
  vehicle_owner_first_name: 'Bo',
  vehicle_owner_last_name: 'Lund',
  vehicle_owner_address: '1 rue de la Paix\nParis',
  vehicle_owner_phone: '+33 1 23 45 67 89',
  vehicle_owner_email: 'bo@example.com',
  date_of_start: '2026-03-14',
  date_of_validation: '2026-03-15',
  vin_or_registering: 'VF1AAAAA555555555',
  comment: 'Scratched before',
};

test('every field of the report data is kept in additional_data.pdf_data', async () => {
  const api = await client();
  const id = await newInspection(api, { damage_detection: {} }, { additional_data: { other: 1 } });
  const answered = await api.patch(`/inspections/${id}/pdf_data`, pdfData);
  expect(answered.status).toBe(200);
  expect(answered.body.id).toBe(id);
  expect(await dataOf(api, id)).toEqual({ other: 1, pdf_data: pdfData });
});

test('report data that comes later is added to what was there, also to what came with the inspection', async () => {
  const api = await client();
  const id = await newInspection(
    api,
    { damage_detection: {} },
    { additional_data: { pdf_data: { comment: 'old', mine: true } } },
  );
  await api.patch(`/inspections/${id}/pdf_data`, { comment: 'new' });
  await api.patch(`/inspections/${id}/pdf_data`, { agentFirstName: 'Ada' });
  expect((await dataOf(api, id)).pdf_data).toEqual({ comment: 'new', mine: true, agent_first_name: 'Ada' });
});

test('a market value may be a plain number, and then counts in euros', async () => {
  const api = await client();
  const id = await newInspection(api);
  await api.patch(`/inspections/${id}/pdf_data`, { marketValue: 9900 });
  expect((await dataOf(api, id)).pdf_data).toEqual({ market_value: { value: 9900, unit: 'EUR' } });
  const refused = await api.patch(`/inspections/${id}/pdf_data`, { market_value: 'a lot' });
  expectProblem(refused, 422, 'invalid_input', ['market_value']);
});

test('changing the vehicle answers with the id of the vehicle, also where none was described before', async () => {
  const api = await client();
  const id = await newInspection(api);
  const made = await api.patch(`/inspections/${id}/vehicle`, { brand: 'Renault', vin: 'VF1AAAAA555555555' });
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({ object_type: 'VEHICLE', inspection_id: id, brand: 'Renault' });
  const changed = await api.patch(`/inspections/${id}/vehicle`, { model: 'Clio' });
  expect(changed.body.id).toBe(made.body.id);
  expect(changed.body.id).not.toBe(id);
  const { vehicle } = (await api.get(`/inspections/${id}`)).body;
  expect(vehicle).toEqual(changed.body);
  expect(vehicle).toMatchObject({ brand: 'Renault', model: 'Clio', vin: 'VF1AAAAA555555555' });
});

test('a member of the vehicle is cleared by null and left alone when it is not named', async () => {
  const api = await client();
  const vehicle = { brand: 'Fiat', color: 'red', mileage: { value: 5, unit: 'miles' }, owner_info: { a: 1 } };
  const id = await newInspection(api, { damage_detection: {} }, { vehicle });
  const changed = await api.patch(`/inspections/${id}/vehicle`, {
    color: null,
    mileage: null,
    owner_info: { b: 2 },
  });
  expect(changed.body).toMatchObject({
    brand: 'Fiat',
    color: null,
    mileage: {},
    mileage_value: null,
    mileage_unit: null,
    owner_info: { b: 2 },
  });
});

test('a deleted inspection is gone for every reader and writer, unless deleted objects are asked for', async () => {
  const api = await client();
  const id = await newInspection(api);
  const damage = await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  const deleted = await api.delete(`/inspections/${id}`);
  expect(deleted.status).toBe(200);
  expect(deleted.body).toEqual({ id, deleted: true });

  const gone = [
    api.get(`/inspections/${id}`),
    api.get(`/inspections/${id}?show_deleted_objects=false`),
    api.delete(`/inspections/${id}`),
    api.patch(`/inspections/${id}`, { additional_data: {} }),
    api.patch(`/inspections/${id}/pdf_data`, {}),
    api.patch(`/inspections/${id}/vehicle`, {}),
    api.get(`/inspections/${id}/tasks`),
    api.get(`/inspections/${id}/tasks/damage_detection`),
    api.patch(`/inspections/${id}/tasks/damage_detection`, { status: 'TODO' }),
    api.get(`/inspections/${id}/images`),
    api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' }),
    api.delete(`/inspections/${id}/damages/${damage.body.id}`),
    api.get(`/inspections/${id}/severity_pricing`),
    api.post(`/inspections/${id}/severity_pricing`, { label: 'hood' }),
    api.get(`/inspections/${id}/pdf`),
    api.post(`/inspections/${id}/pdf`, {}),
  ];
  for (const answer of await Promise.all(gone)) {
    expectProblem(answer, 404, 'not_found');
    expect(answer.body.message).toBe('There is no such inspection.');
  }
  const shown = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  expect(shown.body).toMatchObject({ id, deleted_at: expect.any(String), status: 'NOT_STARTED' });
});

test('what was deleted inside an inspection is shown only when deleted objects are asked for', async () => {
  const api = await client();
  const id = await newInspection(api);
  const damage = (await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' }))
    .body;
  await api.delete(`/inspections/${id}/damages/${damage.id}`);
  expect((await api.get(`/inspections/${id}`)).body.damages).toEqual([]);
  const { damages } = (await api.get(`/inspections/${id}?showDeletedObjects=true`)).body;
  expect(damages).toEqual([{ ...damage, deleted_at: expect.any(String), deleted_by: damage.created_by }]);
});

test('a delete that announces JSON and sends none is carried out', async () => {
  const api = await client();
  const { body } = await api.post('/inspections', { tasks: { damage_detection: {} } });
  const deleted = await api.delete(`/inspections/${body.id}`, {
    headers: { 'content-type': 'application/json' },
  });
  expect([deleted.status, deleted.body]).toEqual([200, { id: body.id, deleted: true }]);
});

test('additional data cannot grow without end, and what was there stays', async () => {
  const api = await client();
  const { body } = await api.post('/inspections', { tasks: { damage_detection: {} } });
  const part = (name: string) => ({ additional_data: { [name]: 'x'.repeat(700_000) } });
  expect((await api.patch(`/inspections/${body.id}`, part('first'))).status).toBe(200);
  const refused = await api.patch(`/inspections/${body.id}`, part('second'));
  expect([refused.status, refused.body.code]).toEqual([422, 'limit_reached']);
  const read = await api.get(`/inspections/${body.id}`);
  expect(Object.keys(read.body.additional_data)).toEqual(['first']);
});
