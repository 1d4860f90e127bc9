import {
  type Body,
  type Client,
  client,
  clientWithModels,
  until,
} from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus, task } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { addDamage, estimated, inspectionOf, partOf } from '@walkaround/harness/pictures/damages.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const totalOf = (inspection: Body) => inspection.vehicle.repair_estimate;

test('a dent on a door gets its operation, hours by kind, money and reasons, at the part and at the vehicle', async () => {
  const inspection = await inspectionOf(api, await estimated(api, [['dent', 'door_front_left']]));
  const part = partOf(inspection, 'door_front_left');
  expect(part.part_operation).toMatchObject({
    name: 'dent_repair',
    severity: 2,
    labour_details: { t1: 0.6, t2: 2.8, t3: 0, m1: 0, m2: 0, m3: 0, paint_hours: 4, labour_hours: 3.4 },
    pieces_oem_cost: 0,
    total_cost: 627.6,
    estimated_cost: 627.6,
    currency: 'EUR',
    is_user_modified: false,
    reason: 'Repair for 419.40 EUR, against 769.20 EUR for a new part, each by itself.',
  });
  expect(inspection.vehicle.repair_estimate_details).toMatchObject({
    methodology: 'labor_cost',
    segment: 'compact',
    total_cost: 627.6,
    tax_percent: 20,
    tax: 125.52,
    total_cost_with_tax: 753.12,
    scope: 'visible damage only',
    matrix_version: 0,
    not_priced: [],
  });
  const { low, high } = inspection.vehicle.repair_estimate_details.range;
  expect(low).toBeLessThan(627.6);
  expect(high).toBeGreaterThan(627.6);
  expect(inspection.pricing).toEqual({
    labor_cost: expect.objectContaining({
      total_price: 627.6,
      total_price_with_tax: 753.12,
      range: { low, high },
      details: {
        door_front_left: {
          id: part.part_operation.id,
          inspection_id: inspection.id,
          pricing: 627.6,
          range: { low, high },
          related_item_type: 'part',
          related_item_id: part.id,
          operation: 'dent_repair',
          operations: ['dent_repair', 'painting', 'removing', 'paint_preparation', 'refinishing'],
          hours: { T1: 0.6, T2: 2.8, PAINT: 4, INGREDIENT: 4 },
          is_user_modified: false,
          example_prices: true,
          estimated: 627.6,
        },
      },
    }),
  });
  expect(inspection.severity_results).toMatchObject([
    { related_item_type: 'part', label: 'door_front_left', value: { custom_severity: { pricing: 627.6 } } },
  ]);
  expect(inspection.damage_severity_results).toMatchObject([
    { related_item_type: 'damage', label: 'door_front_left', value: { custom_severity: { pricing: null } } },
  ]);
});

test('the lines add up to the part, the parts to the vehicle, and each line says why it is there', async () => {
  const id = await estimated(api, [
    ['dent', 'door_front_left'],
    ['scratch', 'door_back_left'],
    ['smash', 'bumper_front'],
    ['broken_light', 'head_light_left'],
  ]);
  const inspection = await inspectionOf(api, id);
  const cents = (amount: number) => Math.round(amount * 100);
  let total = 0;
  for (const { part_operation } of inspection.parts) {
    const lines = part_operation.lines.reduce((sum: number, line: Body) => sum + cents(line.cost), 0);
    expect(lines).toBe(cents(part_operation.total_cost));
    expect(part_operation.lines.every((line: Body) => /^[A-Z].+\.$/.test(line.reason))).toBe(true);
    total += lines;
  }
  expect(inspection.parts).toHaveLength(4);
  expect(cents(totalOf(inspection))).toBe(total);
  expect(partOf(inspection, 'bumper_front').part_operation).toMatchObject({
    name: 'replacing',
    pieces_oem_cost: 330,
  });
  expect(partOf(inspection, 'head_light_left').part_operation.labour_details).toMatchObject({ m1: 0.8 });
});

test('new parts cost by the type of the vehicle, also when that is told later', async () => {
  const rest = { vehicle: { vehicle_type: 'city' } };
  const id = await estimated(api, [['smash', 'bumper_front']], { rest });
  const pieces = async () =>
    partOf(await inspectionOf(api, id), 'bumper_front').part_operation.pieces_oem_cost;
  expect(await pieces()).toBe(280);
  await api.patch(`/inspections/${id}/vehicle`, { vehicle_type: 'suv' });
  expect(await pieces()).toBe(445);
});

test('an inspection without damages costs nothing, and says so', async () => {
  const { pricing, vehicle, severity_results } = await inspectionOf(api, await estimated(api, []));
  expect(vehicle.repair_estimate_details).toMatchObject({ total_cost: 0, range: { low: 0, high: 0 } });
  expect(pricing.labor_cost).toMatchObject({ details: {}, total_price: 0 });
  expect(severity_results).toEqual([]);
});

test('dirt and reflections are not repaired, and whatever is not priced is named with its reason', async () => {
  const id = await estimated(api, [
    ['dirt', 'hood'],
    ['light_reflection', 'roof'],
    ['dent', 'ignore'],
    ['scratch', 'interior'],
  ]);
  const inspection = await inspectionOf(api, id);
  expect(totalOf(inspection)).toBe(0);
  const { not_priced } = inspection.pricing.labor_cost;
  expect(
    not_priced.map(({ code, part_type, damage_types }: Body) => [code, part_type, ...damage_types]),
  ).toEqual([
    ['no_price', 'interior', 'scratch'],
    ['no_part', 'ignore', 'dent'],
    ['nothing_to_repair', 'hood', 'dirt'],
    ['nothing_to_repair', 'roof', 'light_reflection'],
  ]);
  expect(not_priced[1].reason).toBe('Damages that lie on no known part: dent.');
});

test('a damage on no known part is not in the total, but the range goes up to the dearest part it may lie on', async () => {
  const placed = await inspectionOf(api, await estimated(api, [['scratch', 'hood']]));
  const id = await estimated(api, [
    ['scratch', 'hood'],
    ['dent', 'ignore'],
  ]);
  const { pricing, vehicle } = await inspectionOf(api, id);
  expect(pricing.labor_cost.total_price).toBe(34.8);
  const [unplaced] = pricing.labor_cost.not_priced;
  expect(unplaced).toMatchObject({ part_type: 'ignore', at_most: expect.any(Number) });
  const { low, high } = placed.pricing.labor_cost.range;
  expect(pricing.labor_cost.range.low).toBe(low);
  expect(pricing.labor_cost.range.high).toBeCloseTo(high + unplaced.at_most, 2);
  expect(vehicle.repair_estimate_details.range).toEqual(pricing.labor_cost.range);

  // The dent may be of level 3 and on any panel.
  for (const part of ['door_front_left', 'trunk', 'fender_back_right']) {
    const known = await inspectionOf(api, await estimated(api, [['dent', part]]));
    expect(known.pricing.labor_cost.range.high).toBeLessThanOrEqual(unplaced.at_most);
  }
  const price = { pricing: 500, related_item_type: 'vehicle' };
  expect((await api.post(`/inspections/${id}/pricing`, price)).status).toBe(201);
  expect((await inspectionOf(api, id)).pricing.labor_cost.range).toEqual({ low: 500, high: 500 });
});

test('a headlight beside a torn bumper is in the upper end of the range, until a person says something of one', async () => {
  const id = await estimated(api, [['missing_piece', 'bumper_front']]);
  const { pricing, ...rest } = await inspectionOf(api, id);
  const { not_priced, range, total_price } = pricing.labor_cost;
  expect(not_priced).toMatchObject([{ code: 'beside_torn_bumper', part_family: 'head_light' }]);
  const { part_operation } = partOf({ ...rest, pricing }, 'bumper_front');
  expect(total_price).toBe(part_operation.total_cost);
  expect(range.high).toBeCloseTo(part_operation.range.high + not_priced[0].at_most, 2);

  const headlight = await addDamage(api, id, ['broken_light', 'head_light_left']);
  const afterwards = async () => (await inspectionOf(api, id)).pricing.labor_cost;
  expect((await afterwards()).not_priced).toEqual([]);
  expect((await api.delete(`/inspections/${id}/damages/${headlight}`)).status).toBe(200);
  expect((await afterwards()).not_priced).toEqual([]);
  expect((await afterwards()).range).toEqual(part_operation.range);
});

test('damages that people add or delete after the estimate count at once', async () => {
  const id = await estimated(api, [['scratch', 'hood']]);
  const before = await inspectionOf(api, id);
  expect(totalOf(before)).toBe(34.8);
  const dent = await addDamage(api, id, ['dent', 'roof']);
  const more = await inspectionOf(api, id);
  expect(partOf(more, 'roof').part_operation).toMatchObject({ name: 'dent_repair', severity: 2 });
  expect(partOf(more, 'hood').part_operation).toEqual(partOf(before, 'hood').part_operation);
  await api.delete(`/inspections/${id}/damages/${dent}`);
  const again = await inspectionOf(api, id);
  expect(totalOf(again)).toBe(34.8);
  expect(again.severity_results).toEqual(before.severity_results);
});

test('a severity that a person gives changes the level, and repair or replace as wished', async () => {
  const id = await estimated(api, [['dent', 'door_front_left']]);
  const severities = `/inspections/${id}/severity_pricing`;
  const ofPart = (await inspectionOf(api, id)).severity_results.find(
    (one: Body) => one.related_item_type === 'part',
  );
  expect((await api.patch(`${severities}/${ofPart.id}`, { level: 1 })).body).toMatchObject({
    is_user_modified: true,
    reason: null,
  });
  expect(partOf(await inspectionOf(api, id), 'door_front_left').part_operation).toMatchObject({
    name: 'paintless_dent_repair',
    severity: 1,
  });
  await api.patch(`${severities}/${ofPart.id}`, { repair_operation: 'replace' });
  expect(partOf(await inspectionOf(api, id), 'door_front_left').part_operation).toMatchObject({
    name: 'replacing',
    reason: 'As asked for.',
    pieces_oem_cost: 420,
  });
});

test('by flat rate a part costs one price for its level, beside the estimate by labour', async () => {
  const id = await estimated(api, [['dent', 'hood']], {
    task: 'pricing',
    options: { methodology: 'flat_rate' },
  });
  const { pricing } = await inspectionOf(api, id);
  expect(Object.keys(pricing)).toEqual(['flat_rate']);
  expect(pricing.flat_rate).toMatchObject({ total_price: 650, currency: 'EUR' });

  const both = await newInspection(api, {
    repair_estimate: { status: 'TODO' },
    pricing: { status: 'TODO', methodology: 'flat_rate' },
  });
  for (const name of ['repair_estimate', 'pricing']) await ended(api, both, name);
  await addDamage(api, both, ['dent', 'hood']);
  const now = await inspectionOf(api, both);
  expect(Object.keys(now.pricing)).toEqual(['labor_cost', 'flat_rate']);
  expect(now.pricing.flat_rate.total_price).toBe(650);
  expect(now.vehicle.repair_estimate_details.methodology).toBe('labor_cost');
});

test('the normalized form has the same figures in camelCase', async () => {
  const id = await estimated(api, [['dent', 'door_front_left']]);
  const raw = await inspectionOf(api, id);
  const { entities } = (await api.get(`/inspections/${id}`, { normalized: true })).body;
  const { partOperation } = entities.inspections[id].parts[0];
  expect(partOperation).toMatchObject({
    totalCost: 627.6,
    piecesOemCost: 0,
    labourDetails: { t1: 0.6, paintHours: 4, labourHours: 3.4 },
  });
  expect(entities.vehicles[raw.vehicle.id].repairEstimateDetails).toMatchObject({ totalCostWithTax: 753.12 });
  expect(entities.inspections[id].pricing.laborCost).toMatchObject({ totalPrice: 627.6 });
});

test('lists with verbose show the prices too', async () => {
  const own = await client();
  const id = await estimated(own, [['scratch', 'hood']]);
  const [brief] = (await own.get('/inspections')).body.data;
  const [whole] = (await own.get('/inspections?verbose=1')).body.data;
  expect(brief).not.toHaveProperty('pricing');
  expect(whole.pricing).toEqual((await inspectionOf(own, id)).pricing);
});

describe('after a real damage_detection', () => {
  vi.setConfig({ testTimeout: 180_000 });

  test('what the models find is graded, measured and priced, and what people say in between stays', async () => {
    const api = await clientWithModels();
    const id = await newInspection(api, {
      damage_detection: { damage_severity: { output_format: 'default' } },
      repair_estimate: { status: 'TODO' },
    });
    await ended(api, id, 'repair_estimate');
    const photo = await carDrawing({ scratched: true });
    await api.upload(`/inspections/${id}/images`, { tasks: ['damage_detection'] }, photo);
    await setStatus(api, id, 'damage_detection', 'TODO');
    await until(
      () => task(api, id, 'damage_detection'),
      ({ status }) => status === 'DONE',
      150_000,
    );
    const inspection = await inspectionOf(api, id);
    const [damage] = inspection.damages;
    expect(damage).toMatchObject({ damage_type: 'scratch', part_type: 'door_front_left' });
    expect(damage.damage_size_cm).toBeGreaterThan(3);
    // A front door is about 110 cm long.
    expect(damage.damage_size_cm).toBeLessThan(120);
    expect(damage.damage_size_range_cm.min).toBeLessThan(damage.damage_size_cm);
    expect(damage.damage_size_range_cm.max).toBeGreaterThan(damage.damage_size_cm);
    const [ofPart, ...otherParts] = inspection.severity_results;
    const [ofDamage, ...otherDamages] = inspection.damage_severity_results;
    expect([otherParts, otherDamages]).toEqual([[], []]);
    expect(ofDamage).toMatchObject({
      related_item_type: 'damage',
      related_item_id: damage.id,
      is_user_modified: false,
      created_by: 'algo',
      reason: expect.stringMatching(/^Scratch on the front left door: .+ % of the part, about .+ cm/),
    });
    expect(ofPart).toMatchObject({ related_item_type: 'part', label: 'door_front_left' });
    const level = ofPart.value.custom_severity.level;
    const door = partOf(inspection, 'door_front_left');
    expect(door.part_operation).toMatchObject({ severity: level });
    expect(totalOf(inspection)).toBe(door.part_operation.total_cost);
    expect(ofPart.value.custom_severity.pricing).toBe(door.part_operation.total_cost);
    expect(totalOf(inspection)).toBeGreaterThan(20);
  });
});
