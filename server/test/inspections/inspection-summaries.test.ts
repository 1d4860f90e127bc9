import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = `org-${randomUUID()}`;
let mine: Client;
let clio: string;
let golf: string;
let nameless: string;

const rows = async (api: Client, query: string): Promise<Body[]> =>
  (await api.get(`/inspections/summaries${query}`)).body.data;
const ids = async (query: string) => (await rows(mine, query)).map(({ id }) => id);
const search = (text: string) => ids(`?search=${encodeURIComponent(text)}`);

beforeAll(async () => {
  mine = await client({ organization });
  const of = (vehicle: object, status = 'NOT_STARTED') =>
    newInspection(mine, { damage_detection: { status } }, { vehicle });
  clio = await of({ brand: 'Renault', model: 'Clio', plate: 'ab-123 cd', vin: 'VF1RJA00065123456' });
  golf = await of({ brand: 'VW', plate: 'WOB·ZK 295', vin: 'WVWZZZ1KZAW123456' }, 'DONE');
  nameless = await of({});
});

test('a summary has the vehicle, the counts, the worst severity and a thumbnail', async () => {
  const api = await client();
  const id = await newInspection(api, { damage_detection: {} }, { vehicle: { brand: 'Fiat', plate: 'X 1' } });
  const images = await Promise.all(
    [1, 2].map(async () =>
      api.upload(`/inspections/${id}/images`, { tasks: ['damage_detection'] }, await photo(640, 480)),
    ),
  );
  const gone = await api.upload(`/inspections/${id}/images`, {}, await photo(64, 64));
  await api.delete(`/inspections/${id}/images/${gone.body.id}`, { json: {} });
  const damage = await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  await api.post(`/inspections/${id}/damages`, { damage_type: 'scratch', part_type: 'trunk' });
  await api.post(`/inspections/${id}/severity_pricing`, { label: 'hood', level: 3 });
  await api.post(`/inspections/${id}/severity_pricing`, { label: 'trunk', level: 1 });

  const [summary] = await rows(api, '');
  expect(summary).toMatchObject({
    id,
    object_type: 'INSPECTION',
    status: 'NOT_STARTED',
    brand: 'Fiat',
    model: null,
    plate: 'X 1',
    vin: null,
    images_count: 2,
    damages_count: 2,
    worst_severity: 3,
  });
  const thumbnail = await fetch(summary.thumbnail);
  expect(thumbnail.status).toBe(200);
  expect(images.map(({ body }) => body.path.split('?')[0])).toContain(summary.thumbnail.split('?')[0]);

  await api.delete(`/inspections/${id}/damages/${damage.body.id}`);
  expect((await rows(api, ''))[0]).toMatchObject({ damages_count: 1 });
});

test('no damage is told apart from not analyzed: photos were searched, or somebody named a damage', async () => {
  const api = await client();
  const analysed = async (id: string) => (await rows(api, '')).find((row) => row.id === id)!.analysed;
  const withPhoto = async (tasks: object) => {
    const id = await newInspection(api, tasks as Record<string, unknown>);
    await api.upload(`/inspections/${id}/images`, {}, await photo(64, 64));
    return id;
  };
  const read = await withPhoto({ images_ocr: { status: 'DONE' } });
  const unsearched = await withPhoto({ damage_detection: {} });
  const searched = await withPhoto({ damage_detection: { status: 'DONE' } });
  const withoutPhotos = await newInspection(api, { damage_detection: { status: 'DONE' } });
  for (const id of [read, unsearched, withoutPhotos]) expect(await analysed(id)).toBe(false);
  expect(await analysed(searched)).toBe(true);
  await api.post(`/inspections/${read}/damages`, { damage_type: 'dent', part_type: 'hood' });
  expect(await analysed(read)).toBe(true);
});

test('one without a vehicle, a photo or a damage has a summary too', async () => {
  const [summary] = await rows(mine, '?limit=1');
  expect(summary).toMatchObject({ id: nameless, brand: null, plate: null, images_count: 0 });
  expect(summary).toMatchObject({ damages_count: 0, worst_severity: null, thumbnail: null });
});

test('a plate is found by its beginning, however it is written', async () => {
  for (const text of ['AB-123-CD', 'ab123', 'AB 12', 'A.B']) expect(await search(text)).toEqual([clio]);
  expect(await search('wob')).toEqual([golf]);
  expect(await search('123cd')).toEqual([]);
});

test('a VIN is found by its beginning and by its last digits', async () => {
  expect(await search('vf1rja')).toEqual([clio]);
  expect(await search('65123456')).toEqual([clio]);
  expect(await search('123456')).toEqual([golf, clio]);
  expect(await search('00065')).toEqual([]);
});

test('what stands for anything in SQL stands for nothing here', async () => {
  expect(await search('A%CD')).toEqual([]);
  expect(await search('AB_23')).toEqual([]);
  expect(await search("AB'123")).toEqual([]);
  expect(await search('AB\\123')).toEqual([clio]);
});

test('searching keeps to the other filters, and to what the person may see', async () => {
  expect(await ids('?search=123456&inspection_status=DONE')).toEqual([golf]);
  const stranger = await client();
  expect(await rows(stranger, '?search=AB123')).toEqual([]);
  expectProblem(
    await stranger.get('/inspections/summaries?ownership_filter=organization_resources'),
    403,
    'forbidden',
  );
  const colleague = await client({ organization, permissions: ['inspections:read_organization'] });
  const seen = await rows(colleague, '?search=AB123&ownership_filter=organization_resources');
  expect(seen.map(({ id }) => id)).toEqual([clio]);
});

test('pages follow one another, and a cursor of another search is refused', async () => {
  const first = (await mine.get('/inspections/summaries?limit=2')).body;
  expect(first.data.map(({ id }: Body) => id)).toEqual([nameless, golf]);
  const second = (await mine.get(first.paging.next)).body;
  expect(second.data.map(({ id }: Body) => id)).toEqual([clio]);
  expect(second.paging.next).toBeNull();
  const { after } = first.paging.cursors;
  expectProblem(await mine.get(`/inspections/summaries?search=A&after=${after}`), 422, 'invalid_input');
});

test('the whole list and its count can be searched as well', async () => {
  const found = (await mine.get('/inspections?search=AB123')).body.data;
  expect(found.map(({ id }: Body) => id)).toEqual([clio]);
  expect((await mine.get('/inspections/count?search=AB123')).body.total).toBe(1);
});
