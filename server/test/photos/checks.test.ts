import { readFile } from 'node:fs/promises';
import { type Body, type Client, clientWithModels } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 400_000 });

let api: Client;
beforeAll(async () => {
  api = await clientWithModels();
});

const ours = (name: string) => readFile(new URL(`../../../demo/pictures/${name}.jpg`, import.meta.url));

/** Black and colored squares: a screen that is being tested. */
const testPattern = async () => {
  const [width, height] = [960, 720];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    pixels[at] = (Math.floor(x / 40) + Math.floor(y / 60) + (at % 3)) % 2 ? 255 : 0;
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

/** Our photos, analyzed; names in the order of the photos. */
const analyzed = async (photos: Record<string, Buffer>, more: Record<string, object> = {}) => {
  const id = await newInspection(api, { damage_detection: {}, ...more });
  for (const [name, photo] of Object.entries(photos)) {
    const added = await api.upload(`/inspections/${id}/images`, { name, tasks: ['damage_detection'] }, photo);
    expect(added.status).toBe(201);
  }
  await setStatus(api, id, 'damage_detection', 'TODO');
  expect(await ended(api, id, 'damage_detection', 300_000)).toMatchObject({ status: 'DONE' });
  for (const task of Object.keys(more)) {
    await setStatus(api, id, task, 'TODO');
    await ended(api, id, task);
  }
  const inspection: Body = (await api.get(`/inspections/${id}`)).body;
  const names = new Map(inspection.images.map((image: Body) => [image.id, image.name]));
  const checks = inspection.checks.map(({ kind, image_ids, reason }: Body) => [
    kind,
    image_ids.map((one: string) => names.get(one)),
    reason.code,
  ]);
  return { id, inspection, checks };
};

test('copies, old photos, test patterns and sides that no photo shows are told apart, and block nothing', async () => {
  const left = await ours('left');
  const { id, inspection, checks } = await analyzed({
    'front-left': await ours('front-left'),
    copy: await sharp(await ours('front-left'))
      .resize(800)
      .webp({ quality: 70 })
      .toBuffer(),
    left: await sharp(left)
      .withExif({ IFD2: { DateTimeOriginal: '2024:05:01 10:00:00' } })
      .jpeg()
      .toBuffer(),
    pattern: await testPattern(),
  });
  expect(inspection.images.map(({ taken_at }: Body) => taken_at)).toEqual([
    null,
    null,
    '2024-05-01T10:00:00',
    null,
  ]);
  expect(checks).toEqual([
    ['not_a_vehicle', ['pattern'], 'no_vehicle'],
    ['duplicate_photo', ['front-left', 'copy'], 'same_picture'],
    ['photo_date', ['left'], 'taken_before'],
    ['missing_views', [], 'sides_not_shown'],
  ]);
  expect(inspection.checks.at(-1)).toMatchObject({
    reason: { sides: ['back', 'right'] },
    message:
      'No photo shows these sides as a whole: back, right side. What was not photographed was not examined.',
  });

  const normalized = (await api.get(`/inspections/${id}`, { normalized: true })).body;
  expect(normalized.entities.inspections[id].checks[2]).toMatchObject({
    kind: 'photo_date',
    reason: { code: 'taken_before', firstDay: '2024-05-01' },
  });
});

test('a single photo of a wheel says that no side of the vehicle is shown', async () => {
  const { checks } = await analyzed({ wheel: await ours('wheel-close') });
  expect(checks).toEqual([['missing_views', [], 'no_whole_view']]);
});

const ofCar = (name: string) => readFile(new URL(`../../../demo/walkarounds/${name}.jpg`, import.meta.url));

test('photos of a red and of a blue car in one inspection: damages, condition and costs are told car by car, also to whom it is shared with', async () => {
  const names = [
    'dented-doors/rear-right',
    'dented-doors/rear-left',
    'pushed-corner/front-left',
    'pushed-corner/front',
  ];
  const photos = await Promise.all(names.map(async (name) => [name, await ofCar(name)] as const));
  const { id, inspection, checks } = await analyzed(Object.fromEntries(photos), { repair_estimate: {} });
  expect(checks[0]).toEqual(['different_vehicle', names, 'paint_differs']);
  const [{ groups }] = inspection.checks;
  expect(groups.map(({ image_ids }: Body) => image_ids.length)).toEqual([2, 2]);
  const ofGroup = (group: number) =>
    inspection.damages.filter(({ vehicle_group }: Body) => vehicle_group === group);
  expect(ofGroup(1).length).toBeGreaterThan(0);
  expect(ofGroup(2).length).toBeGreaterThan(0);
  expect(ofGroup(1).length + ofGroup(2).length).toBe(inspection.damages.length);
  for (const damage of ofGroup(2))
    for (const { base_image_id } of damage.related_images)
      expect(groups[1].image_ids).toContain(base_image_id);
  const each = inspection.vehicle_groups;
  expect(each).toMatchObject(
    groups.map(({ image_ids }: Body, index: number) => ({ vehicle_group: index + 1, image_ids })),
  );
  const conditions = each.map(({ condition_score }: Body) => condition_score);
  for (const condition of conditions) expect(condition).toBeLessThan(100);
  expect(inspection.condition_score).toBe(Math.min(...conditions));
  const { url } = (await api.post(`/inspections/${id}/share_links`, {})).body;
  const shared = (await api.get(`/shared_inspections/${url.split('/').at(-1)}`)).body;
  expect(shared.vehicle_groups).toEqual(each);
  expect(shared.condition_score).toBe(inspection.condition_score);
  const damaged = ofGroup(2).map(({ part_type }: Body) => part_type);
  const levels = inspection.part_levels.filter(({ vehicle_group }: Body) => vehicle_group === 2);
  expect(levels.map(({ part_type }: Body) => part_type)).toEqual(expect.arrayContaining(damaged));
  expect(shared.parts).toEqual(inspection.part_levels);

  const { vehicle_groups, total_price } = inspection.pricing.labor_cost;
  expect(vehicle_groups).toMatchObject([
    { vehicle_group: 1, image_ids: groups[0].image_ids },
    { vehicle_group: 2, image_ids: groups[1].image_ids },
  ]);
  for (const { details } of vehicle_groups)
    for (const { operation } of Object.values<Body>(details)) expect(operation).toEqual(expect.any(String));
  const sums = vehicle_groups.map((group: Body) => group.total_price);
  expect(Math.min(...sums)).toBeGreaterThan(0);
  expect(sums[0] + sums[1]).toBeCloseTo(total_price, 2);
});
