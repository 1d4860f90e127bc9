import { generation4 } from '@walkaround/harness/clients/generations/generation-4.ts';
import { newerService, photoBlob } from '@walkaround/harness/services/newer-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof newerService>>;
let api: ReturnType<typeof generation4>;

beforeAll(async () => {
  service = await newerService();
  api = generation4(await service.configFor());
});
afterAll(() => service.stop());

const statuses = (tasks: { name: string; status: string }[]) =>
  Object.fromEntries(tasks.map(({ name, status }) => [name, status]));

test('an inspection is created, photographed and started', async () => {
  const tasks = ['damage_detection', 'wheel_analysis', 'images_ocr', 'human_in_the_loop'];
  const id = await api.createInspection({ tasks, vehicleType: 'suv' });
  const created = await api.getInspection(id);
  expect(created).toMatchObject({ vehicleType: 'suv', mileage: null, images: [], damages: [], pricings: [] });
  expect(statuses(created.tasks)).toEqual({
    damage_detection: 'NOT_STARTED',
    wheel_analysis: 'NOT_STARTED',
    images_ocr: 'NOT_STARTED',
    human_in_the_loop: 'NOT_STARTED',
    compliances: 'NOT_STARTED',
  });

  const sight = { id: 'haccord-8YjMcu0D', tasks: ['damage_detection', 'wheel_analysis', 'images_ocr'] };
  const photo = await api.addSightPhoto(id, sight, await photoBlob());
  expect(photo).toMatchObject({ type: 'beauty_shot', width: 640, height: 480, sightId: sight.id });
  expect(photo.issues).toBeInstanceOf(Array);
  const part = await api.addCloseUp(id, 'close_up_part', 'closeup-sibling-key-1', await photoBlob());
  const damage = await api.addCloseUp(id, 'close_up_damage', 'closeup-sibling-key-1', await photoBlob());
  expect([part.type, damage.type]).toEqual(['close_up', 'close_up']);
  const { images, tasks: filled } = await api.getInspection(id);
  expect(images.map((image) => image.id)).toEqual([photo.id, part.id, damage.id]);
  expect(filled.map((task) => task.images.length)).toEqual([3, 1, 1, 0, 3]);

  const declared = await api.updateTaskStatus(id, 'images_ocr', 'DONE');
  expect(declared).toBe(filled.find(({ name }) => name === 'images_ocr').id);
  expect(statuses((await api.getInspection(id)).tasks)).toMatchObject({ images_ocr: 'DONE' });
}, 120_000);

test('prices that are asked for beside the tasks are a task, and their newer form is passed over', async () => {
  const id = await api.createInspection({ tasks: ['damage_detection'], pricingV2: true });
  const { tasks, pricings } = await api.getInspection(id);
  expect(tasks.map(({ name }) => name)).toContain('pricing');
  expect(pricings).toEqual([]);
});

test('an inspection without any task can be made', async () => {
  const { tasks } = await api.getInspection(await api.createInspection({ tasks: [] }));
  expect(statuses(tasks)).toEqual({ compliances: 'NOT_STARTED' });
});

test('what later versions of the generation added works as in generation 5', async () => {
  const id = await api.createInspection({ tasks: ['damage_detection'] });
  expect(await api.updateAdditionalData(id, { capture_duration: 30 })).toBe(id);
  await api.updateInspectionVehicle(id, { mileage: { value: 42_000, unit: 'km' } });
  const damageId = await api.createDamage(id, 'scratch', 'hood');
  const price = await api.createPricing(id, 80, 'hood');
  expect(await api.getInspection(id)).toMatchObject({
    mileage: 42_000,
    mileageUnit: 'km',
    damages: [{ id: damageId, parts: [price.relatedItemId] }],
  });
  expect((await api.getAllInspections({ limit: 1 })).data).toMatchObject([{ id }]);
  expect(await api.getAllInspectionsCount()).toBeGreaterThan(0);
});
