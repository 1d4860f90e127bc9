import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { odometer } from '@walkaround/harness/pictures/document-drawings.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test, vi } from 'vitest';

// Real networks on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

let api: Client;
beforeAll(async () => {
  api = await client();
});

const add = async (id: string, picture: Buffer, tasks: unknown[]): Promise<Body> => {
  const added = await api.upload(`/inspections/${id}/images`, { tasks }, picture);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return added.body;
};

const run = async (id: string, name: string): Promise<Body> => {
  await setStatus(api, id, name, 'TODO');
  expect(await ended(api, id, name, 100_000)).toMatchObject({ status: 'DONE', error_messages: [] });
  return (await api.get(`/inspections/${id}`)).body;
};

const WAIT = { name: 'odometer', wait_for_result: true };

test('whoever uploads a photo of the instruments and waits gets the number with the answer', async () => {
  const id = await newInspection(api, { odometer: {}, warning_lights: {} });
  const image = await add(id, await odometer('64118', 'mi'), [
    WAIT,
    { name: 'warning_lights', wait_for_result: true },
  ]);
  expect(image.odometer).toEqual({
    value: 64118,
    unit: 'miles',
    confidence_score: expect.any(Number),
    error: null,
  });
  expect(image.odometer.confidence_score).toBeGreaterThan(0.8);
  expect(image.warning_lights).toBeNull();
  expect(image.compliances).not.toBeNull();

  const before = (await api.get(`/inspections/${id}?verbose=light`)).body;
  expect(before.images[0].odometer).toEqual(image.odometer);
  expect(before.vehicle.mileage).toEqual({});
  const { vehicle, documents } = await run(id, 'odometer');
  expect(vehicle.mileage).toMatchObject({ mileage_value: 64118, mileage_unit: 'miles' });
  expect(documents).toHaveLength(1);
  expect(documents[0]).toMatchObject({ type: 'ODOMETER', content: { value: 64118, unit: 'miles' } });
  expect(vehicle.read_from.mileage).toBe(documents[0].id);
});

test('where nothing can be read the answer says why, and nothing is made up', async () => {
  const id = await newInspection(api, { odometer: {} });
  const image = await add(id, await photo(800, 600), [WAIT]);
  expect(image.odometer).toMatchObject({ value: null, unit: null, confidence_score: null });
  expect(image.odometer.error).toContain('No total can be read on this photo');
  const { vehicle, documents } = await run(id, 'odometer');
  expect([vehicle.mileage, documents]).toEqual([{}, []]);
});

test('dashboard_ocr reads the same, as a plain name; a mileage that somebody gave stays', async () => {
  const vehicle = { mileage: { value: 5, unit: 'km' } };
  const id = await newInspection(api, { dashboard_ocr: {} }, { vehicle });
  await add(id, await odometer('086412', 'km', { turned: 8 }), ['dashboard_ocr']);
  const inspection = await run(id, 'dashboard_ocr');
  expect(inspection.images[0].odometer).toMatchObject({ value: 86412, unit: 'km', error: null });
  expect(inspection.documents.map(({ content }: Body) => content)).toEqual([{ value: 86412, unit: 'km' }]);
  expect(inspection.vehicle.mileage).toMatchObject({ mileage_value: 5, mileage_unit: 'km' });
});

test('each task keeps to its own documents: a run of one does not take away what the other read', async () => {
  const id = await newInspection(api, { odometer: {}, images_ocr: {} });
  await add(id, await odometer('64118', 'mi'), ['odometer']);
  await run(id, 'odometer');
  const { vehicle, documents } = await run(id, 'images_ocr');
  expect(documents.map(({ type }: Body) => type)).toEqual(['ODOMETER']);
  expect(vehicle.mileage).toMatchObject({ mileage_value: 64118, mileage_unit: 'miles' });

  await api.patch(`/inspections/${id}/vehicle`, { mileage: { value: 70000, unit: 'km' } });
  await setStatus(api, id, 'odometer', 'TODO', { again: true });
  await ended(api, id, 'odometer', 100_000);
  const after = (await api.get(`/inspections/${id}`)).body;
  expect(after.vehicle.mileage).toMatchObject({ mileage_value: 70000, mileage_unit: 'km' });
  expect(after.documents).toHaveLength(1);
});

test('an image that is for other tasks is not read', async () => {
  const id = await newInspection(api, { odometer: {}, damage_detection: {} });
  const image = await add(id, await odometer('64118', 'mi'), [
    'damage_detection',
    { name: 'compliances', wait_for_result: true },
  ]);
  expect(image.odometer).toBeNull();
  expect((await run(id, 'odometer')).images[0].odometer).toBeNull();
});
