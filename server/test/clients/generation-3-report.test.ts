import { randomUUID } from 'node:crypto';
import { type Body, type Client, clientOf } from '@walkaround/harness/clients/client.ts';
import { type Generation3, generation3 } from '@walkaround/harness/clients/generations/generation-3.ts';
import { picturesOf, shownDamages } from '@walkaround/harness/clients/generations/generation-3-pages.ts';
import { ended } from '@walkaround/harness/clients/tasks.ts';
import { addDamage, type SaidDamage } from '@walkaround/harness/pictures/damages.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { beforeAll, expect, inject, test } from 'vitest';

let app: Generation3;
let api: Client;
beforeAll(async () => {
  const url = `${inject('serviceUrl')}/v1`;
  const token = await signToken(inject('issuerKey'), { user: `user-${randomUUID()}` });
  app = generation3(url, token);
  api = clientOf(url, token);
});

const EIGHT: SaidDamage[] = [
  ['scratch', 'door_front_left'],
  ['dent', 'door_front_left'],
  ['smash', 'bumper_front'],
  ['scratch', 'bumper_front'],
  ['dent', 'hood'],
  ['broken_light', 'head_light_left'],
  ['scratch', 'fender_back_right'],
  ['dent', 'roof'],
];

/** As the capture app creates it; damage_detection without photos, so that the damages are those given here. */
const reported = async (damages: SaidDamage[], tasks: Body = { damageDetection: {}, imagesOcr: {} }) => {
  const id = await app.inspection.createOne({ tasks, damageSeverity: { outputFormat: 'toyota' } });
  for (const damage of damages) await addDamage(api, id, damage);
  await app.task.updateOne(id, 'damage_detection', { status: 'TODO' });
  expect(await ended(api, id, 'damage_detection')).toMatchObject({ status: 'DONE' });
  return { id, read: () => app.raw(`/inspections/${id}`) };
};

test('the report lists each damaged part once, with its level, its price and what is done to it', async () => {
  const { read } = await reported(EIGHT);
  const inspection = await read();
  const rows = shownDamages(inspection);
  expect(rows.map(({ part }) => part).toSorted()).toEqual([
    'bumper_front',
    'door_front_left',
    'fender_back_right',
    'head_light_left',
    'hood',
    'roof',
  ]);
  expect(rows.find(({ part }) => part === 'bumper_front')).toMatchObject({
    severity: 'high',
    operation: 'replace',
  });
  expect(rows.find(({ part }) => part === 'hood')).toMatchObject({ severity: 'medium', operation: 'repair' });
  for (const { price } of rows) expect(price).toBeGreaterThan(20);
  // Nothing else is on the list; the damages themselves have one of their own.
  expect(inspection.severity_results).toHaveLength(6);
  expect(inspection.damage_severity_results).toHaveLength(8);
  expect(inspection.pricing).toEqual({});
});

test('with a repair estimate the report shows the prices of the estimate', async () => {
  const { id, read } = await reported(EIGHT, { damageDetection: {}, repairEstimate: {} });
  await app.task.updateOne(id, 'repair_estimate', { status: 'TODO' });
  await ended(api, id, 'repair_estimate');
  const inspection = await read();
  const { details } = inspection.pricing.labor_cost;
  const rows = shownDamages(inspection);
  expect(rows).toHaveLength(6);
  for (const { part, price } of rows) expect(price, part).toBe(details[part].pricing);
});

test('what people change on the report, or in a newer app, is what the report shows next', async () => {
  const { id, read } = await reported([
    ['dent', 'hood'],
    ['dent', 'roof'],
    ['dent', 'trunk'],
    ['dent', 'door_front_left'],
  ]);
  const rows = shownDamages(await read());
  const rowOf = (part: string) => rows.find((row) => row.part === part)!;
  await app.severity.updateOne(id, rowOf('hood').id, { pricing: 99.5, level: 3, repairOperation: 'replace' });
  // The report's way to delete.
  await app.severity.updateOne(id, rowOf('roof').id, { level: 1, pricing: 0, repairOperation: 'repair' });
  // Rated otherwise without a word on the price: that follows.
  await app.severity.updateOne(id, rowOf('trunk').id, { level: 1 });
  await api.post(`/inspections/${id}/pricing`, {
    pricing: 70,
    related_item_type: 'part',
    part_type: 'door_front_left',
  });
  const now = shownDamages(await read());
  expect(now.map(({ part }) => part).toSorted()).toEqual(['door_front_left', 'hood', 'trunk']);
  const nowOf = (part: string) => now.find((row) => row.part === part)!;
  expect(nowOf('hood')).toMatchObject({ price: 99.5, severity: 'high', operation: 'replace' });
  expect(nowOf('trunk')).toMatchObject({ severity: 'low' });
  expect(nowOf('trunk').price).toBeLessThan(rowOf('trunk').price);
  expect(nowOf('door_front_left').price).toBe(70);
  const { damages } = await read();
  const onTrunk = damages.find(({ part_type }: Body) => part_type === 'trunk');
  await app.damage.deleteOne(id, onTrunk.id);
  expect(shownDamages(await read()).map(({ part }) => part)).not.toContain('trunk');
});

test('what is said on the report of a price from a newer app is the last word, in both', async () => {
  const { id, read } = await reported([
    ['dent', 'hood'],
    ['dent', 'roof'],
  ]);
  for (const part_type of ['hood', 'roof'])
    await api.post(`/inspections/${id}/pricing`, { pricing: 77, related_item_type: 'part', part_type });
  const rows = shownDamages(await read());
  const rowOf = (part: string) => rows.find((row) => row.part === part)!;
  await app.severity.updateOne(id, rowOf('hood').id, { pricing: 60, level: 2, repairOperation: 'repair' });
  // The report's way to delete.
  await app.severity.updateOne(id, rowOf('roof').id, { level: 1, pricing: 0, repairOperation: 'repair' });
  const inspection = await read();
  expect(shownDamages(inspection)).toMatchObject([{ part: 'hood', price: 60 }]);
  expect(inspection.pricing.labor_cost).toMatchObject({
    total_price: 60,
    details: { hood: { pricing: 60 }, roof: { pricing: 0 } },
  });
  // Back and forth, as often as people like.
  const { id: price } = inspection.pricing.labor_cost.details.hood;
  for (const pricing of [61, 62]) {
    expect(await api.delete(`/inspections/${id}/pricing/${price}`)).toMatchObject({ status: 200 });
    expect(shownDamages(await read())).toEqual([]);
    await app.severity.updateOne(id, rowOf('hood').id, { pricing, level: 2, repairOperation: 'repair' });
    expect(shownDamages(await read())).toMatchObject([{ part: 'hood', price: pricing }]);
  }
});

test('a damaged part has a picture on the report, though the camera never says what kind of photo it takes', async () => {
  const { id, read } = await reported([]);
  const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' };
  const upload = async (json: Body) => app.image.upload(id, { acquisition, ...json }, await photo(320, 240));
  const bySight = await upload({ additional_data: { id: 'WKJlxkiF', category: 'exterior' } });
  const bare = await upload({});
  const near = [
    await upload({ detailed_viewpoint: { centers_on: ['hood'] } }),
    await upload({ image_sibling_key: 'closeup-sibling-key-0' }),
    await upload({ image_type: 'close_up' }),
  ];
  // Of a sight that shows a part: what the sight asks for is the whole picture.
  const ofPart = await upload({
    detailed_viewpoint: { centers_on: ['hood'] },
    additional_data: { id: 'WKJlxkiF' },
  });
  const damageId = await app.damage.createOne(id, { damageType: 'dent', partType: 'hood' });
  for (const imageId of [bySight, bare, ofPart, ...near]) await app.view.createOne(id, { imageId, damageId });
  const inspection = await read();
  const shown = picturesOf(inspection, 'hood');
  expect(shown.whole.toSorted()).toEqual([bySight, bare, ofPart].toSorted());
  expect(shown.near.toSorted()).toEqual(near.toSorted());
  const typeOf = new Map(inspection.images.map((image: Body) => [image.id, image.image_type]));
  for (const imageId of shown.whole) expect(typeOf.get(imageId)).toBe('beauty_shot');
  for (const imageId of shown.near) expect(typeOf.get(imageId)).toBe('close_up');
});

test('the report lists an inspection as done although a task that it declares was never started', async () => {
  const tasks = { damageDetection: {}, wheelAnalysis: {}, repairEstimate: {}, imagesOcr: {} };
  const id = await app.inspection.createOne({ tasks });
  const isListed = async () => {
    const { pages } = await app.inspection.getMany({ inspectionStatus: 'DONE', limit: 100 });
    return pages.some((page: Body) => page.result === id);
  };
  // The estimate of nothing, while photos are still to be taken.
  await app.task.updateOne(id, 'repair_estimate', { status: 'TODO' });
  await ended(api, id, 'repair_estimate');
  expect(await isListed()).toBe(false);
  for (const name of ['damage_detection', 'wheel_analysis']) {
    await app.task.updateOne(id, name, { status: 'TODO' });
    expect(await ended(api, id, name)).toMatchObject({ status: 'DONE' });
  }
  expect(await isListed()).toBe(true);
  await app.task.updateOne(id, 'images_ocr', { status: 'TODO' });
  await ended(api, id, 'images_ocr');
  expect(await isListed()).toBe(true);
});

const vehicleOf = async (id: string) =>
  Object.values((await app.inspection.getOne(id)).entities.vehicles!)[0]!;

test("the vehicle's repair estimate is a number, what it consists of has a field of its own", async () => {
  const id = await app.inspection.createOne({ tasks: { damageDetection: {}, repairEstimate: {} } });
  expect(await vehicleOf(id)).toMatchObject({ repairEstimate: null, repairEstimateDetails: null });
  await addDamage(api, id, ['dent', 'door_front_left']);
  await app.task.updateOne(id, 'repair_estimate', { status: 'TODO' });
  await ended(api, id, 'repair_estimate');
  expect(await vehicleOf(id)).toMatchObject({
    repairEstimate: 627.6,
    repairEstimateDetails: { totalCost: 627.6, totalCostWithTax: 753.12 },
  });
});

test('the age of the vehicle is read under the name that it was sent by', async () => {
  const id = await app.inspection.createOne({ tasks: {}, vehicle: { vehiculeAge: '3' } });
  expect(await vehicleOf(id)).toMatchObject({ vehiculeAge: '3', vehicleAge: '3' });
  await app.vehicle.updateOne(id, { vehiculeAge: '4' });
  expect(await vehicleOf(id)).toMatchObject({ vehiculeAge: '4', vehicleAge: '4' });
});
