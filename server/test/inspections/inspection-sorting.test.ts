import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = randomUUID();
let api: Client;
const named: Record<string, string> = {};

const VEHICLES = {
  a: { plate: 'B-2', brand: 'Fiat', model: 'Uno', vehicle_type: 'city', vin: 'VIN3' },
  b: { plate: 'A-1', brand: 'Audi', model: 'A7', vehicle_type: 'sedan', vin: 'VIN1' },
  c: { brand: 'Fiat', model: 'Panda', vehicle_type: 'city', vin: 'VIN2' },
  d: { plate: 'A-1', brand: 'Seat', model: 'Ibiza' },
};
const TYPES: Record<string, string> = { a: 'rental', b: 'sale', c: 'rental' };

beforeAll(async () => {
  api = await client({ organization });
  for (const [name, vehicle] of Object.entries(VEHICLES)) {
    const tasks = { damage_detection: { status: name === 'b' ? 'DONE' : 'NOT_STARTED' } };
    named[name] = await newInspection(api, tasks, { vehicle, inspection_type: TYPES[name] });
  }
});

const letters = (data: Body[]) =>
  data.map(({ id }) => Object.keys(named).find((name) => named[name] === id)).join('');

const sorted = async (query: string) => letters((await api.get(`/inspections?${query}`)).body.data);

/** All of them, page by page. */
const walked = async (query: string) => {
  let seen = '';
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { body }: { body: Body } = await api.get(
      `/inspections?limit=1&${query}${after && `&after=${after}`}`,
    );
    seen += letters(body.data);
    after = body.paging.cursors.next?.after;
  }
  return seen;
};

test.each([
  ['created_at', 'abcd'],
  ['id', 'abcd'],
  ['status', 'bacd'],
  ['inspection_type', 'dacb'],
  ['brand', 'bacd'],
  ['model', 'bdca'],
  ['plate', 'cbda'],
  ['vehicle_type', 'dacb'],
  ['vin', 'dbca'],
])('a list sorted by %s is so on one page and over many, in either direction', async (column, expected) => {
  const backwards = [...expected].reverse().join('');
  for (const [order, letters] of [
    ['asc', expected],
    ['desc', backwards],
  ]) {
    const query = `order_by=${column}&pagination_order=${order}`;
    expect(await sorted(query)).toBe(letters);
    expect(await walked(query)).toBe(letters);
  }
});

test('a sorted list goes back page by page too, and its filters go with it', async () => {
  const query = 'order_by=plate&pagination_order=asc&limit=2';
  const first = (await api.get(`/inspections?${query}`)).body;
  const second = (await api.get(`/inspections?${query}&after=${first.paging.cursors.after}`)).body;
  expect([letters(first.data), letters(second.data)]).toEqual(['cb', 'da']);
  const back = (await api.get(`/inspections?${query}&before=${second.paging.cursors.before}`)).body;
  expect(letters(back.data)).toBe('cb');
  expect(await walked('order_by=model&pagination_order=asc&inspection_status=NOT_STARTED')).toBe('dca');
});

test('a cursor of one order is none of another', async () => {
  const { body } = await api.get('/inspections?limit=1&order_by=plate');
  const refused = await api.get(`/inspections?limit=1&order_by=vin&after=${body.paging.cursors.after}`);
  expectProblem(refused, 422, 'invalid_input', ['after']);
  expectProblem(await api.get('/inspections?order_by=price'), 422, 'invalid_input', ['order_by']);
});

test.each([
  ['plate=a-1', 'db'],
  ['plate=A1', 'db'],
  ['plate=a.%201', 'db'],
  ['brand=FIAT', 'ca'],
  ['model=Uno', 'a'],
  ['vehicle_type=city', 'ca'],
  ['vin=vin1', 'b'],
  ['inspection_type=rental', 'ca'],
  ['inspection_type=rental&model=panda', 'c'],
  ['plate=A', ''],
  [`plate=${encodeURIComponent("' or true --")}`, ''],
])('a list with %s has those and no others, and so has its count', async (query, expected) => {
  expect(await sorted(query)).toBe(expected);
  expect((await api.get(`/inspections/count?${query}`)).body.total).toBe(expected.length);
});

test.each(['plate', 'inspection_type', 'search'])('a %s that nothing can hold is refused', async (name) => {
  for (const path of ['/inspections', '/inspections/count'])
    expectProblem(await api.get(`${path}?${name}=a%00b`), 422, 'invalid_input', [name]);
});

test('a count tells the statuses apart, and leaves out deleted ones when told to', async () => {
  const own = await client();
  const [gone] = [await newInspection(own), await newInspection(own, { pricing: { status: 'DONE' } })];
  await own.delete(`/inspections/${gone}`);
  expect((await own.get('/inspections/count')).body).toEqual({
    total: 2,
    sub_count: { NOT_STARTED: 1, DONE: 1 },
    is_at_least: false,
  });
  const alive = await own.get('/inspections/count?show_deleted=false&limit=1&order_by=created_at');
  expect(alive.body).toEqual({ total: 1, sub_count: { DONE: 1 }, is_at_least: false });
  expect((await own.get('/inspections/count?inspection_status=ERROR')).body).toEqual({
    total: 0,
    sub_count: {},
    is_at_least: false,
  });
  const normalized = await own.get('/inspections/count', { normalized: true });
  expect(normalized.body).toMatchObject({ total: 2, subCount: { DONE: 1 }, result: [] });
});

test('nobody counts what they may not list', async () => {
  const colleague = await client({ organization });
  const manager = await client({ organization, permissions: ['inspections:read_organization'] });
  const path = '/inspections/count?ownership_filter=organization_resources';
  expectProblem(await colleague.get(path), 403, 'forbidden');
  expect((await colleague.get('/inspections/count')).body.total).toBe(0);
  expect((await manager.get(path)).body.total).toBe(4);
});

test('a list sorted by updated_at ends with the inspection changed last; an unchanged one is sorted by its creation', async () => {
  const own = await client();
  const [first, second, third] = [
    await newInspection(own),
    await newInspection(own),
    await newInspection(own),
  ];
  for (const id of [second, first])
    await own.patch(`/inspections/${id}`, { additional_data: { note: 'again' } });
  const listed = async (query: string): Promise<string[]> =>
    (await own.get(`/inspections?order_by=updated_at&${query}`)).body.data.map(({ id }: Body) => id);
  expect(await listed('pagination_order=asc')).toEqual([third, second, first]);
  expect(await listed('limit=2')).toEqual([first, second]);
  expect(await listed(`limit=2&after=${second}`)).toEqual([third]);
});
