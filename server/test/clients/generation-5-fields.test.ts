/** Members that pages of generation 5 read and that no other client asks for, read as those pages do. */

import { type Body, type Client, clientWithModels, until } from '@walkaround/harness/clients/client.ts';
import { readInspection } from '@walkaround/harness/clients/generations/generation-5-reading.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { addDamage, estimated, inspectionOf, partOf } from '@walkaround/harness/pictures/damages.ts';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await clientWithModels();
});

test('the hours of a repair are with the severity of its part, where the page looks for them', async () => {
  const inspection = await inspectionOf(api, await estimated(api, [['dent', 'door_front_left']]));
  const part = partOf(inspection, 'door_front_left');
  const { t1, t2, paint_hours } = part.part_operation.labour_details;
  const own = inspection.severity_results.find(({ related_item_id }: Body) => related_item_id === part.id);
  const shown = readInspection(inspection).severities.find(({ id }: Body) => id === own.id);
  expect(shown).toMatchObject({
    part: 'door_front_left',
    repairOperation: { t1, t2, paint: paint_hours, replace: false, additional: false },
  });
  expect(t2).toBeGreaterThan(0);
  expect(own.value.custom_severity.repair_operation).toEqual(own.repair_operation);
});

test('a part that a person wants replaced is marked so, and hours without a column are listed as additional', async () => {
  const id = await estimated(api, [['smash', 'head_light_left']]);
  const wish = { label: 'head_light_left', level: 3, repair_operation: 'replace' };
  const { body: made } = await api.post(`/inspections/${id}/severity_pricing`, wish);
  const inspection = await inspectionOf(api, id);
  const { labour_details } = partOf(inspection, 'head_light_left').part_operation;
  const shown = readInspection(inspection).severities.find(({ id }: Body) => id === made.id);
  const { t3, m1, m2, m3 } = labour_details;
  expect(shown.repairOperation).toMatchObject({ replace: true, additional: t3 + m1 + m2 + m3 > 0 });
  expect(made.operation).toBe('replace');
});

test('a part says whether a model found it or a person named it', async () => {
  const id = await newInspection(api, { damage_detection: {} });
  const added = await api.upload(
    `/inspections/${id}/images`,
    { tasks: ['damage_detection'] },
    await carDrawing({ scratched: true }),
  );
  expect(added.status).toBe(201);
  await setStatus(api, id, 'damage_detection', 'TODO');
  expect((await ended(api, id, 'damage_detection', 100_000)).status).toBe('DONE');
  const found = (await inspectionOf(api, id)).parts;
  expect(found.length).toBeGreaterThan(0);
  for (const part of found) expect(part.created_by).toBe('algo');
  const { owner_id } = await inspectionOf(api, id);
  await addDamage(api, id, ['dent', 'roof']);
  const price = { pricing: 10, related_item_type: 'part', part_type: 'trunk' };
  expect((await api.post(`/inspections/${id}/pricing`, price)).body.inspection_id).toBe(id);
  const after = await inspectionOf(api, id);
  for (const type of ['roof', 'trunk'])
    if (!found.some(({ part_type }: Body) => part_type === type))
      expect(partOf(after, type).created_by).toBe(owner_id);
}, 120_000);

test('prices name their inspection, and the vehicle says that it was not deleted', async () => {
  const inspection = await inspectionOf(api, await estimated(api, [['dent', 'door_front_left']]));
  for (const { details } of Object.values<Body>(inspection.pricing))
    for (const detail of Object.values<Body>(details)) expect(detail.inspection_id).toBe(inspection.id);
  expect(inspection.vehicle.deleted_at).toBeNull();
});

/** What an app with limits of its own makes of a photo; a score that is missing counts as good. */
const ownVerdict = ({ compliances }: Body, { min, max }: { min: number; max: number }) => {
  const { zoom } = compliances.image_analysis;
  return [
    ...(zoom && zoom < min ? ['too_zoomed'] : []),
    ...(zoom && zoom > max ? ['not_zoomed_enough'] : []),
  ];
};

test('an app with limits of its own can judge the distance of every photo that shows a vehicle', async () => {
  const car = await carDrawing();
  const near = await sharp(car).extract({ left: 330, top: 200, width: 600, height: 480 }).jpeg().toBuffer();
  const far = await sharp(await sharp(car).resize(320).toBuffer())
    .extend({ top: 300, bottom: 300, left: 480, right: 480, background: '#8a9a8a' })
    .jpeg()
    .toBuffer();
  const id = await newInspection(api);
  const ids: string[] = [];
  // A frame of a video, and photos of which generation 3 asks the quality alone.
  for (const [json, file] of [
    [{ tasks: ['damage_detection'], additional_data: { frame_index: 0 } }, car],
    [{ compliances: { image_quality_assessment: {} } }, near],
    [{ compliances: { image_quality_assessment: {} } }, far],
  ] as const)
    ids.push((await api.upload(`/inspections/${id}/images`, json, file)).body.id);
  const images = await until(
    () => imagesOf(api, id),
    (all) => all.every(isJudged),
    100_000,
  );
  const byId = new Map<string, Body>(images.map((image: Body) => [image.id, image]));
  const [whole, closer] = ids.map((image) => byId.get(image).compliances.image_analysis.zoom);
  const limits = { min: (whole + closer) / 2, max: 0.9 };
  expect(ids.map((image) => ownVerdict(byId.get(image), limits))).toEqual([
    [],
    ['too_zoomed'],
    ['not_zoomed_enough'],
  ]);
  for (const { compliances } of byId.values()) {
    expect(compliances.vehicle_analysis.is_vehicle_present).toBe(true);
    expect(compliances.vehicle_analysis.vehicle_fully_in_frame).toBeTypeOf('boolean');
  }
}, 120_000);
