import { type Body, client } from '@walkaround/harness/clients/client.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { expect, test } from 'vitest';

const FILTER = { ownership_filter: 'own_resources', search: 'müller', order_by: 'repair_cost' };

test('saved filters are there again for the person who saved them, and for nobody else', async () => {
  const [anna, bert] = [await client(), await client()];
  const saved = await anna.post('/saved_filters', { name: 'Dear ones', filter: FILTER });
  expect(saved.body).toMatchObject({ name: 'Dear ones', filter: FILTER });
  const { data } = (await anna.get('/saved_filters')).body;
  expect(data).toEqual([saved.body]);
  expect((await anna.get(`/inspections/summaries?${new URLSearchParams(data[0].filter)}`)).status).toBe(200);
  expect((await bert.get('/saved_filters')).body.data).toEqual([]);
  const path = `/saved_filters/${saved.body.id}`;
  expect((await bert.patch(path, { name: 'Stolen' })).status).toBe(404);
  expect((await anna.patch(path, { name: ' Dearest ' })).body).toEqual({ ...saved.body, name: 'Dearest' });
  expectProblem(await anna.patch(path, { name: ' ' }), 422, 'invalid_input', ['name']);
  expect((await bert.delete(`/saved_filters/${saved.body.id}`)).status).toBe(404);
  expect((await anna.delete(`/saved_filters/${saved.body.id}`)).status).toBe(200);
  expect((await anna.get('/saved_filters')).body.data).toEqual([]);
});

test('in the other representation names are in camelCase, in and out', async () => {
  const anna = await client();
  const filter = { ownershipFilter: 'own_resources', onlyDeleted: true };
  const { body } = await anna.post('/saved_filters', { name: 'x', filter }, { normalized: true });
  expect(body.entities.savedFilters[body.result].filter).toEqual({
    ownershipFilter: 'own_resources',
    onlyDeleted: 'true',
  });
});

test('a filter that no list would take, and one without a name, are refused', async () => {
  const anna = await client();
  for (const [body, path] of [
    [{ name: 'x', filter: { order_by: 'beauty' } }, 'filter.order_by'],
    [{ name: 'x', filter: { created_after: 'soon' } }, 'filter.created_after'],
    [{ name: ' ', filter: {} }, 'name'],
    [{ name: 'x' }, 'filter'],
  ] as const)
    expectProblem(await anna.post('/saved_filters', body), 422, 'invalid_input', [path]);
});

test('there is an end to how many one person saves', async () => {
  const anna = await client();
  const save = (n: number) => anna.post('/saved_filters', { name: `List ${n}`, filter: {} });
  for (let n = 0; n < 50; n += 1) expect((await save(n)).status).toBe(201);
  expectProblem(await save(50), 422, 'limit_reached');
  const { data } = (await anna.get('/saved_filters')).body;
  expect(data.map(({ name }: Body) => name).slice(0, 2)).toEqual(['List 0', 'List 1']);
});
