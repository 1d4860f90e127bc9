import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { estimated, inspectionOf, partOf } from '@walkaround/harness/pictures/damages.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
let user: string;
beforeAll(async () => {
  user = `handler-${randomUUID()}`;
  api = await client({ user });
});

const path = (id: string) => `/inspections/${id}/pricing`;
const hood = (pricing: number) => ({ pricing, related_item_type: 'part', part_type: 'hood' });
const pricingOf = async (id: string) => (await inspectionOf(api, id)).pricing.labor_cost;

test('a price for a part that nobody mentioned makes the part, and counts', async () => {
  const id = await newInspection(api);
  const made = await api.post(path(id), hood(120.5));
  expect(made.status).toBe(201);
  const { parts, pricing } = await inspectionOf(api, id);
  expect(parts).toMatchObject([{ part_type: 'hood', damage_ids: [], part_operation: null }]);
  expect(made.body).toEqual({
    id: made.body.id,
    inspection_id: id,
    pricing: 120.5,
    range: { low: 120.5, high: 120.5 },
    related_item_type: 'part',
    related_item_id: parts[0].id,
    operation: null,
    operations: [],
    hours: {},
    is_user_modified: true,
    example_prices: false,
    estimated: null,
  });
  expect(pricing.labor_cost).toMatchObject({
    details: { hood: made.body },
    total_price: 120.5,
    currency: null,
    matrix_version: null,
  });
});

test("a person's price counts over the estimate; deleted, the estimate counts again", async () => {
  const id = await estimated(api, [
    ['scratch', 'hood'],
    ['scratch', 'roof'],
  ]);
  expect(await pricingOf(id)).toMatchObject({ total_price: 75.4 });
  const made = await api.post(path(id), hood(50));
  expect(made.body).toMatchObject({ pricing: 50, estimated: 34.8, operations: ['polishing'] });
  const inspection = await inspectionOf(api, id);
  expect(inspection.pricing.labor_cost).toMatchObject({ total_price: 90.6, total_price_with_tax: 108.72 });
  expect(inspection.vehicle.repair_estimate).toBe(90.6);
  expect(partOf(inspection, 'hood').part_operation).toMatchObject({
    total_cost: 50,
    estimated_cost: 34.8,
    range: { low: 50, high: 50 },
    is_user_modified: true,
  });

  const changed = await api.patch(`${path(id)}/${made.body.id}`, { pricing: 44.44 });
  expect(changed.body).toEqual({ ...made.body, pricing: 44.44, range: { low: 44.44, high: 44.44 } });
  expect((await api.delete(`${path(id)}/${made.body.id}`)).body).toEqual({ id: made.body.id, deleted: true });
  expect(await pricingOf(id)).toMatchObject({ total_price: 75.4 });
  // Gone already: the same answer, and nothing else goes.
  expect((await api.delete(`${path(id)}/${made.body.id}`)).body).toEqual({ id: made.body.id, deleted: true });
  expect(await pricingOf(id)).toMatchObject({ total_price: 75.4 });
});

test('an estimated price can be changed and deleted under its own id, and stays so when the estimate is made again', async () => {
  const id = await estimated(api, [['scratch', 'hood']]);
  const { hood: detail } = (await pricingOf(id)).details;
  const changed = await api.patch(`${path(id)}/${detail.id}`, { pricing: 20 });
  expect(changed.body).toEqual({
    ...detail,
    pricing: 20,
    range: { low: 20, high: 20 },
    is_user_modified: true,
    example_prices: false,
  });
  await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  expect((await pricingOf(id)).details.hood).toMatchObject({ id: detail.id, pricing: 20 });

  await api.delete(`${path(id)}/${detail.id}`);
  const inspection = await inspectionOf(api, id);
  expect(inspection.pricing.labor_cost).toMatchObject({ details: {}, total_price: 0 });
  expect(partOf(inspection, 'hood').part_operation).toMatchObject({ total_cost: 0, is_user_modified: true });
  expectProblem(await api.patch(`${path(id)}/${detail.id}`, { pricing: 1 }), 404, 'not_found');
  expect((await api.post(path(id), hood(7))).body).toMatchObject({ pricing: 7 });
  expect(await pricingOf(id)).toMatchObject({ total_price: 7 });
});

test('a price for the vehicle takes the place of the sum, until it is deleted', async () => {
  const id = await estimated(api, [['scratch', 'hood']]);
  const wish = { pricing: 1000, related_item_type: 'vehicle', part_type: 'ignore' };
  const made = await api.post(path(id), wish);
  const inspection = await inspectionOf(api, id);
  expect(made.body).toMatchObject({ related_item_type: 'vehicle', related_item_id: inspection.vehicle.id });
  expect(inspection.pricing.labor_cost).toMatchObject({
    total_price: 1000,
    range: { low: 1000, high: 1000 },
    details: { vehicle: made.body, hood: { pricing: 34.8 } },
  });
  expect(inspection.vehicle.repair_estimate).toBe(1000);
  await api.delete(`${path(id)}/${made.body.id}`);
  expect(await pricingOf(id)).toMatchObject({ total_price: 34.8 });
});

test('said twice, a price is replaced', async () => {
  const id = await newInspection(api);
  const first = await api.post(path(id), hood(10));
  const second = await api.post(path(id), hood(12));
  expect(second.body).toEqual({ ...first.body, pricing: 12, range: { low: 12, high: 12 } });
  expect(await pricingOf(id)).toMatchObject({ total_price: 12 });
});

test('a price given with a severity counts too; a price of its own counts over it and takes it along when deleted', async () => {
  const id = await estimated(api, [['dent', 'hood']]);
  await api.post(`/inspections/${id}/severity_pricing`, { label: 'hood', pricing: 300, level: 3 });
  expect(await pricingOf(id)).toMatchObject({ total_price: 300 });
  const made = await api.post(path(id), hood(250));
  expect(await pricingOf(id)).toMatchObject({ total_price: 250 });
  await api.delete(`${path(id)}/${made.body.id}`);
  expect(await pricingOf(id)).toMatchObject({ total_price: 0 });
});

test("the report's way to delete a damage leaves its part without a cost", async () => {
  const id = await estimated(api, [['dent', 'hood']]);
  const [severity] = (await inspectionOf(api, id)).severity_results;
  const wish = { level: 1, pricing: 0, repair_operation: 'repair' };
  await api.patch(`/inspections/${id}/severity_pricing/${severity.id}`, wish);
  expect(await pricingOf(id)).toMatchObject({ total_price: 0 });
});

test('who changed a price, from what to what, can be read, also after it was deleted', async () => {
  const id = await estimated(api, [['scratch', 'hood']]);
  const { hood: detail } = (await pricingOf(id)).details;
  const history = `${path(id)}/${detail.id}/history`;
  expect((await api.get(history)).body).toEqual({ data: [] });
  await api.patch(`${path(id)}/${detail.id}`, { pricing: 20 });
  await api.delete(`${path(id)}/${detail.id}`);
  const { data } = (await api.get(history)).body;
  expect(data).toEqual([
    expect.objectContaining({ action: 'changed', before: { pricing: 34.8 }, after: { pricing: 20 } }),
    expect.objectContaining({ action: 'deleted', before: { pricing: 20 }, after: null }),
  ]);
  for (const entry of data) expect(entry).toMatchObject({ made_by: user, made_at: expect.any(String) });
  expectProblem(await api.get(`${path(id)}/${randomUUID()}/history`), 404, 'not_found');
});

test('cents stay cents: a hundred prices of ten cents are ten', async () => {
  const id = await newInspection(api);
  const parts = ['hood', 'roof', 'trunk', 'grill', 'logo', 'hook', 'wiper'];
  for (const part_type of parts)
    await api.post(path(id), { pricing: 0.1, related_item_type: 'part', part_type });
  expect((await pricingOf(id)).total_price).toBe(0.7);
});

test.each<[Body, string]>([
  [{}, 'pricing'],
  [{ pricing: -1, related_item_type: 'part', part_type: 'hood' }, 'pricing'],
  [{ pricing: 1e7, related_item_type: 'part', part_type: 'hood' }, 'pricing'],
  [{ pricing: 1.005, related_item_type: 'part', part_type: 'hood' }, 'pricing'],
  [{ pricing: '5', related_item_type: 'part', part_type: 'hood' }, 'pricing'],
  [{ pricing: 5, related_item_type: 'damage', part_type: 'hood' }, 'related_item_type'],
  [{ pricing: 5, related_item_type: 'part', part_type: 'left ear' }, 'part_type'],
  [{ pricing: 5, related_item_type: 'part', part_type: 'ignore' }, 'part_type'],
  [{ pricing: 5, related_item_type: 'part' }, 'part_type'],
])('a price of %j is refused by the name of the field, and changes nothing', async (json, field) => {
  const id = await newInspection(api);
  const refused = await api.post(path(id), json);
  expectProblem(refused, 422, 'invalid_input');
  expect(refused.body.errors[0].path).toBe(field);
  const { parts, pricing } = await inspectionOf(api, id);
  expect([parts, pricing]).toEqual([[], {}]);
});

test('the same request with the same key makes one price', async () => {
  const id = await newInspection(api);
  const headers = { 'idempotency-key': randomUUID() };
  const [one, two] = [
    await api.post(path(id), hood(5), { headers }),
    await api.post(path(id), hood(5), { headers }),
  ];
  expect(two.body).toEqual(one.body);
  expect((await api.get(`${path(id)}/${one.body.id}/history`)).body.data).toHaveLength(1);
});
