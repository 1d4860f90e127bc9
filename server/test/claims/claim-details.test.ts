import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = `org-${randomUUID()}`;
const [olga, bert] = [`olga-${organization}`, `bert-${organization}`];
let owner: Client;
let colleague: Client;

const DETAILS = {
  inspection_type: 'claim',
  reference: 'CLM-2026/0417',
  customer: 'Zoë Müller-Lüdenscheidt',
  date_of_loss: '2026-02-28',
};
const create = (details: object = {}, vehicle: object = {}) =>
  newInspection(owner, { damage_detection: {} }, { ...details, vehicle });
const read = async (id: string): Promise<Body> => (await owner.get(`/inspections/${id}`)).body;
const found = async (query: string, api = owner): Promise<string[]> =>
  (await api.get(`/inspections/summaries?show_deleted=false&${query}`)).body.data.map(({ id }: Body) => id);

beforeAll(async () => {
  owner = await client({ organization, user: olga, claims: { name: 'Olga Orlova' } });
  colleague = await client({ organization, user: bert, claims: { name: 'Bert Brecht' } });
  for (const api of [owner, colleague]) await api.send('PUT', '/organization/members/me');
});

test('what an inspection is about comes with its creation, and every list and answer shows it', async () => {
  const id = await create(DETAILS);
  expect(await read(id)).toMatchObject(DETAILS);
  const { data } = (await owner.get('/inspections/summaries?limit=1')).body;
  expect(data[0]).toMatchObject({ id, ...DETAILS, assigned_to: null });
  expect((await owner.get('/inspections?limit=1')).body.data[0]).toMatchObject(DETAILS);
});

test('it is changed later, member by member, and the history says from what to what and by whom', async () => {
  const id = await create(DETAILS);
  const changed = await owner.patch(`/inspections/${id}`, { reference: 'CLM-9', customer: null });
  expect(changed.body).toMatchObject({ ...DETAILS, reference: 'CLM-9', customer: null });
  await owner.patch(`/inspections/${id}`, { reference: 'CLM-9' });
  const { body } = await owner.get(`/inspections/${id}/corrections`);
  expect(body.data).toEqual([
    expect.objectContaining({
      item_id: id,
      action: 'changed',
      before: { details: { reference: DETAILS.reference, customer: DETAILS.customer } },
      after: { details: { reference: 'CLM-9', customer: null } },
      made_by_name: 'Olga Orlova',
    }),
  ]);
});

test.each([
  [{ reference: 'x'.repeat(101) }, 'reference'],
  [{ customer: 'x'.repeat(201) }, 'customer'],
  [{ date_of_loss: '2026-02-30' }, 'date_of_loss'],
  [{ date_of_loss: 'yesterday' }, 'date_of_loss'],
  [{ assigned_to: 'nobody we know' }, 'assigned_to'],
])('%j is refused, at creation and later', async (wrong, path) => {
  const id = await create();
  expectProblem(await owner.patch(`/inspections/${id}`, wrong), 422, 'invalid_input', [path]);
  const body = { tasks: { damage_detection: {} }, ...wrong };
  expectProblem(await owner.post('/inspections', body), 422, 'invalid_input', [path]);
});

test('words of all of it find an inspection, by their beginnings, with or without accents', async () => {
  const id = await create(DETAILS, { brand: 'Škoda', model: 'Octavia Combi', plate: 'Ö-XY 77' });
  await create({ customer: 'Somebody else' }, { brand: 'Škoda', model: 'Fabia' });
  for (const text of ['clm20260417', 'müller lüd', 'octav', 'skoda combi', 'zoe skoda', 'ö xy77'])
    expect((await found(`search=${encodeURIComponent(`${text}`)}`))[0], text).toBe(id);
  expect(await found('search=skoda%20nobody')).toEqual([]);
  expect(await found('search=ller')).toEqual([]);
});

test('what is searched follows what is changed', async () => {
  const word = `W${randomUUID().slice(0, 8)}`;
  const id = await create({ reference: word });
  expect(await found(`search=${word}`)).toEqual([id]);
  await owner.patch(`/inspections/${id}`, { reference: null });
  expect(await found(`search=${word}`)).toEqual([]);
  await owner.patch(`/inspections/${id}/vehicle`, { brand: word });
  expect(await found(`search=${word}`)).toEqual([id]);
  await owner.patch(`/inspections/${id}/vehicle`, { brand: null });
  expect(await found(`search=${word}`)).toEqual([]);
});

test('an inspection is assigned to a person of the organization, who then sees, changes and finds it', async () => {
  const id = await create();
  expect((await colleague.get(`/inspections/${id}`)).status).toBe(404);
  expect((await owner.patch(`/inspections/${id}`, { assigned_to: bert })).body.assigned_to).toBe(bert);
  expect((await colleague.get(`/inspections/${id}`)).status).toBe(200);
  expect((await colleague.patch(`/inspections/${id}`, { reference: 'mine now' })).status).toBe(200);
  expect(await found('ownership_filter=assigned_resources', colleague)).toEqual([id]);
  expect(await found('search=brecht')).toEqual([id]);
  expect(await found(`assigned_to=${bert}`)).toEqual([id]);
  expect(await found('unassigned=true')).not.toContain(id);
  expect((await colleague.get('/inspections/count?ownership_filter=assigned_resources')).body.total).toBe(1);

  await owner.patch(`/inspections/${id}`, { assigned_to: null });
  expect((await colleague.get(`/inspections/${id}`)).status).toBe(404);
  expect(await found('ownership_filter=assigned_resources', colleague)).toEqual([]);
});

test('whoever has no organization has no colleagues, no queue and nobody to assign to', async () => {
  const loner = await client();
  expect((await loner.send('PUT', '/organization/members/me')).body.data).toEqual([]);
  expect(await found('ownership_filter=assigned_resources', loner)).toEqual([]);
  const id = await newInspection(loner);
  expectProblem(await loner.patch(`/inspections/${id}`, { assigned_to: olga }), 422, 'invalid_input', [
    'assigned_to',
  ]);
});

test('the people of an organization are those who joined, by the names in their tokens', async () => {
  const { data } = (await owner.get('/organization/members')).body;
  expect(data.map(({ id, name }: Body) => [id, name])).toEqual([
    [bert, 'Bert Brecht'],
    [olga, 'Olga Orlova'],
  ]);
  const stranger = await client({ organization: `other-${organization}` });
  expect((await stranger.get('/organization/members')).body.data).toEqual([]);
});

test('a list has a range of days and one type, and its count agrees', async () => {
  const id = await create({ inspection_type: 'appraisal' });
  const { created_at } = await read(id);
  const [from, to] = [created_at.slice(0, 10), new Date(Date.parse(created_at) + 1).toISOString()];
  const query = `inspection_type=appraisal&created_after=${from}`;
  expect(await found(`${query}&created_before=${to}`)).toEqual([id]);
  expect((await owner.get(`/inspections/count?${query}`)).body.total).toBe(1);
  expect(await found(`${query}&created_before=${from}`)).toEqual([]);
  expectProblem(await owner.get('/inspections/summaries?created_after=soon'), 422, 'invalid_input', [
    'created_after',
  ]);
});
