import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const ids = (answer: { body: Body }): string[] => answer.body.data.map((item: Body) => item.id);

const organization = `org-${randomUUID()}`;
let mine: Client;
let colleague: Client;
let manager: Client;
let auditor: Client;
let first: string;
let second: string;
let theirs: string;
let stranger: string;

beforeAll(async () => {
  mine = await client({ organization });
  colleague = await client({ organization });
  manager = await client({ organization, permissions: ['inspections:read_organization'] });
  auditor = await client({ permissions: ['monk_core_api:inspections:read_all'] });
  first = await newInspection(mine, { damage_detection: {} }, { vehicle: { plate: 'AB-123-CD' } });
  second = await newInspection(mine, { damage_detection: { status: 'DONE' } });
  theirs = await newInspection(colleague);
  stranger = await newInspection(await client({ organization: `org-${randomUUID()}` }));
});

test('a list shows my inspections, newest first, and nobody else’s', async () => {
  expect(ids(await mine.get('/inspections'))).toEqual([second, first]);
  expect(ids(await mine.get('/inspections?ownership_filter=own_resources'))).toEqual([second, first]);
  expect(ids(await colleague.get('/inspections'))).toEqual([theirs]);
});

test('an item of a list has the images and damages, and with verbose=1 the rest', async () => {
  const api = await client();
  const id = await newInspection(api, { damage_detection: {} }, { vehicle: { plate: 'X' } });
  const image = await api.upload(
    `/inspections/${id}/images`,
    // With its verdict, so that nothing changes between two reads.
    { tasks: ['damage_detection', { name: 'compliances', wait_for_result: true }] },
    await photo(64, 64),
  );
  const damage = await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  await api.post(`/inspections/${id}/severity_pricing`, { label: 'hood', level: 2 });

  const [brief] = (await api.get('/inspections')).body.data;
  const whole = (await api.get(`/inspections/${id}`)).body;
  expect(brief).toMatchObject({
    id,
    status: 'NOT_STARTED',
    created_at: whole.created_at,
    deleted_at: null,
    owner_id: whole.owner_id,
    creator_id: whole.creator_id,
    additional_data: {},
    pdf_url: null,
  });
  expect(brief.images.map((i: Body) => i.id)).toEqual([image.body.id]);
  expect(brief.damages.map((d: Body) => d.id)).toEqual([damage.body.id]);
  for (const name of ['tasks', 'vehicle', 'parts', 'severity_results'])
    expect(brief).not.toHaveProperty(name);

  const [verbose] = (await api.get('/inspections?verbose=1')).body.data;
  for (const name of ['tasks', 'vehicle', 'parts', 'severity_results'])
    expect(verbose[name]).toEqual(whole[name]);
  expect((await api.get('/inspections?verbose=0')).body.data).toEqual([brief]);
});

test('a list can be narrowed to one status', async () => {
  expect(ids(await mine.get('/inspections?inspection_status=DONE'))).toEqual([second]);
  expect(ids(await mine.get('/inspections?inspectionStatus=NOT_STARTED'))).toEqual([first]);
  for (const status of ['IN_PROGRESS', 'ERROR', 'VALIDATED'])
    expect(ids(await mine.get(`/inspections?inspection_status=${status}`))).toEqual([]);
});

test('deleted inspections are listed unless show_deleted=false', async () => {
  const api = await client();
  const [deleted, alive] = [await newInspection(api), await newInspection(api)];
  await api.delete(`/inspections/${deleted}`);
  for (const path of ['/inspections', '/inspections?show_deleted=true', '/inspections?showDeleted=1']) {
    const answer = await api.get(path);
    expect(ids(answer)).toEqual([alive, deleted]);
    expect(answer.body.data[1].deleted_at).toEqual(expect.any(String));
  }
  for (const path of ['/inspections?show_deleted=false', '/inspections?showDeleted=0'])
    expect(ids(await api.get(path))).toEqual([alive]);
});

test("the organization's list needs its permission and an organization", async () => {
  const path = '/inspections?ownership_filter=organization_resources';
  expect(ids(await manager.get(path))).toEqual([theirs, second, first]);
  const refused = await mine.get(path);
  expectProblem(refused, 403, 'forbidden');
  expect(refused.body.message).toBe(
    'This needs the permission inspections:read_organization, which the token does not carry.',
  );
  const homeless = await client({ permissions: ['inspections:read_organization'] });
  const also = await homeless.get(path);
  expectProblem(also, 403, 'forbidden');
  expect(also.body.message).toContain('organization');
});

test('the list of all needs its permission', async () => {
  const path = '/inspections?ownership_filter=all_resources&limit=500';
  const all = ids(await auditor.get(path));
  for (const id of [first, second, theirs, stranger]) expect(all).toContain(id);
  for (const api of [mine, manager]) {
    const refused = await api.get(path);
    expectProblem(refused, 403, 'forbidden');
    expect(refused.body.message).toBe(
      'This needs the permission inspections:read_all, which the token does not carry.',
    );
  }
});

test('who may read all may also list an own organization', async () => {
  const api = await client({ organization, permissions: ['inspections:read_all'] });
  expect(ids(await api.get('/inspections?ownership_filter=organization_resources'))).toEqual([
    theirs,
    second,
    first,
  ]);
});

test.each([
  [
    'ownership_filter=everybody',
    'ownership_filter',
    'own_resources, assigned_resources, organization_resources, all_resources',
  ],
  ['inspection_status=TODO', 'inspection_status', 'NOT_STARTED, IN_PROGRESS, DONE, ERROR, VALIDATED'],
  ['pagination_order=up', 'pagination_order', 'asc, desc'],
  ['show_deleted=maybe', 'show_deleted', 'true, false'],
  ['verbose=much', 'verbose', 'Give a number.'],
  ['limit=0', 'limit', 'Give a whole number from 1 to 500.'],
  ['limit=-1', 'limit', 'Give a whole number from 1 to 500.'],
  ['limit=501', 'limit', 'Give a whole number from 1 to 500.'],
  ['limit=x', 'limit', 'Give a whole number from 1 to 500.'],
  ['limit=1.5', 'limit', 'Give a whole number from 1 to 500.'],
  ['limit=1&limit=2', 'limit', 'Give a whole number from 1 to 500.'],
])('a list with %s is refused and told what would do', async (query, path, cure) => {
  const refused = await mine.get(`/inspections?${query}`);
  expectProblem(refused, 422, 'invalid_input', [path]);
  expect(refused.body.errors[0].message).toContain(cure);
});
