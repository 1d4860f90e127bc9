import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { expect, test } from 'vitest';

const correctionsOf = async (api: Client, id: string) =>
  (await api.get(`/inspections/${id}/corrections`)).body.data;

const withPhotos = async (api: Client, count: number) => {
  const id = await newInspection(api, { damage_detection: {} });
  const images: string[] = [];
  for (let i = 0; i < count; i++)
    images.push((await api.upload(`/inspections/${id}/images`, {}, await photo())).body.id);
  return { id, images };
};

test('a change of the vehicle says in the history what was there before; the same words again say nothing', async () => {
  const api = await client();
  const id = await newInspection(api, { damage_detection: {} }, { vehicle: { plate: 'AB-123-CD' } });
  const change = { plate: 'AB-123-CE', mileage: { value: 84_000, unit: 'km' } };
  await api.patch(`/inspections/${id}/vehicle`, change);
  await api.patch(`/inspections/${id}/vehicle`, change);
  expect(await correctionsOf(api, id)).toMatchObject([
    {
      action: 'changed',
      part_type: null,
      before: { reading: 'vehicle', values: [{ field: 'plate', value: 'AB-123-CD' }, { field: 'mileage' }] },
      after: {
        reading: 'vehicle',
        values: [
          { field: 'plate', value: 'AB-123-CE' },
          { field: 'mileage', value: change.mileage },
        ],
      },
    },
  ]);
});

test('nothing that was neither seen nor read can be corrected, and the answer says so', async () => {
  const api = await client();
  const { id } = await withPhotos(api, 0);
  const path = `/inspections/${id}/readings`;
  const said = { subject: 'wheel_front_left', values: [{ field: 'tyre', value: 'FLAT' }] };
  const refused = await api.patch(path, said);
  expectProblem(refused, 422, 'invalid_input', ['subject']);
  expect(refused.body.message).toContain('Nothing of this kind was seen or read in this inspection.');
  expectProblem(await api.patch(path, { ...said, subject: 'roof' }), 422, 'invalid_input');
  expect(await correctionsOf(api, id)).toEqual([]);
});

test('a length that a person measured counts over the photos, for the severity too, until it is taken back', async () => {
  const api = await client();
  const id = await newInspection(api, {
    damage_detection: { status: 'DONE', damage_severity: { output_format: 'default' } },
  });
  const image = (await api.upload(`/inspections/${id}/images`, {}, await photo())).body.id;
  const damage = { damage_type: 'scratch', part_type: 'door_front_left' };
  const made = await api.post(`/inspections/${id}/damages`, { ...damage, size_cm: 2 });
  expect(made.body).toMatchObject({ stated_size_cm: 2, damage_size_cm: 2 });
  const place = { xmin: 0, ymin: 0, width: 100, height: 40 };
  await api.post(`/inspections/${id}/views`, {
    image_id: image,
    damage_id: made.body.id,
    bounding_box: place,
  });
  const path = `/inspections/${id}/damages/${made.body.id}`;
  const levelOf = async () =>
    (await api.get(`/inspections/${id}`)).body.damage_severity_results.find(
      ({ related_item_id }: { related_item_id: string }) => related_item_id === made.body.id,
    ).value.custom_severity.level;
  expect(await levelOf()).toBe(1);
  expect((await api.patch(path, { size_cm: 90 })).body).toMatchObject({
    damage_size_cm: 90,
    damage_size_range_cm: { min: 90, max: 90 },
  });
  expect(await levelOf()).toBe(3);
  expect((await api.patch(path, { size_cm: null })).body).toMatchObject({ stated_size_cm: null });
  const changes = (await correctionsOf(api, id)).map(
    ({ action, after }: { action: string; after: object }) => ({
      action,
      after,
    }),
  );
  expect(changes).toMatchObject([
    { action: 'created', after: { size_cm: 2 } },
    { action: 'changed', after: { size_cm: 90 } },
    { action: 'changed', after: { size_cm: null } },
  ]);
  for (const size_cm of [0, -1, 1001, 'long'])
    expectProblem(await api.patch(path, { size_cm }), 422, 'invalid_input');
});

test('a damage that is also on another photo, and a place that is taken away, are in the history; its first place is not', async () => {
  const api = await client();
  const { id, images } = await withPhotos(api, 2);
  const { body: damage } = await api.post(`/inspections/${id}/damages`, {
    damage_type: 'dent',
    part_type: 'hood',
  });
  const seenOn = async (image_id: string) =>
    (await api.post(`/inspections/${id}/views`, { image_id, damage_id: damage.id })).body.id;
  await seenOn(images[0]!);
  const second = await seenOn(images[1]!);
  await api.delete(`/inspections/${id}/views/${second}`);
  const view = { image_id: images[1], damage_id: damage.id, damage_type: 'dent' };
  expect((await correctionsOf(api, id)).slice(1)).toMatchObject([
    { item_id: second, action: 'created', part_type: 'hood', before: null, after: { view } },
    { item_id: second, action: 'deleted', part_type: 'hood', before: { view }, after: null },
  ]);
});
