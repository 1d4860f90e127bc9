import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { addDamage, inspectionOf } from '@walkaround/harness/pictures/damages.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
let user: string;
beforeAll(async () => {
  user = `handler-${randomUUID()}`;
  api = await client({ user, claims: { name: 'Ada Handler' } });
});

/** A dent on the hood that is seen on a photo and that a person has rated. */
const dented = async () => {
  const id = await newInspection(api, { damage_detection: { damage_severity: {} } });
  const image = (await api.upload(`/inspections/${id}/images`, {}, await photo(320, 240))).body.id;
  const damage = (await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' }))
    .body;
  const bounding_box = { xmin: 10, ymin: 10, width: 60, height: 40 };
  await api.post(`/inspections/${id}/views`, { image_id: image, damage_id: damage.id, bounding_box });
  await setStatus(api, id, 'damage_detection', 'TODO');
  await ended(api, id, 'damage_detection');
  const path = `/inspections/${id}/damages/${damage.id}`;
  return { id, damage: damage.id as string, path, image: image as string };
};

const correctionsOf = async (id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}/corrections`)).body.data;

test('a damage is given another type and another part, and severities follow', async () => {
  const { id, damage, path } = await dented();
  const changed = await api.patch(path, { damage_type: 'smash', part_type: 'trunk' });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ id: damage, damage_type: 'smash', part_type: 'trunk' });
  const inspection = await inspectionOf(api, id);
  const trunk = inspection.parts.find(({ part_type }: Body) => part_type === 'trunk');
  expect(inspection.damages).toMatchObject([{ damage_type: 'smash', part_ids: [trunk.id] }]);
  expect(trunk.damage_ids).toEqual([damage]);
  expect(inspection.parts.find(({ part_type }: Body) => part_type === 'hood').damage_ids).toEqual([]);
  expect(inspection.images[0].views).toMatchObject([{ damage_id: damage }]);
  expect(inspection.severity_results).toMatchObject([
    { label: 'trunk', related_item_type: 'part', value: { custom_severity: { level: 3 } } },
  ]);
  expect(inspection.damage_severity_results).toMatchObject([
    { label: 'trunk', related_item_type: 'damage', value: { custom_severity: { level: 3 } } },
  ]);
});

test('what a person said how bad it is goes with the damage to its new part', async () => {
  const { id, damage, path } = await dented();
  await api.post(`/inspections/${id}/severity_pricing`, { label: 'hood', damage_id: damage, level: 1 });
  await api.patch(path, { part_type: 'roof' });
  expect((await inspectionOf(api, id)).damage_severity_results).toMatchObject([
    { label: 'roof', related_item_id: damage, value: { custom_severity: { level: 1 } } },
  ]);
});

test('every change is told with who made it, when, and what was said before', async () => {
  const { id, damage, path } = await dented();
  await api.patch(path, { damage_type: 'scratch' });
  await api.patch(path, { damage_type: 'scratch' });
  await api.delete(path);
  await api.post(`${path}/restore`, {});
  const said = (damage_type: string) => ({ damage_type, part_type: 'hood' });
  const one = {
    id: expect.any(String),
    item_id: damage,
    part_type: 'hood',
    made_by: user,
    made_by_name: 'Ada Handler',
    made_at: expect.any(String),
  };
  expect(await correctionsOf(id)).toEqual([
    { ...one, action: 'created', before: null, after: said('dent') },
    { ...one, action: 'changed', before: said('dent'), after: said('scratch') },
    { ...one, action: 'deleted', before: said('scratch'), after: null },
    { ...one, action: 'restored', before: null, after: said('scratch') },
  ]);
  const stranger = await client();
  expectProblem(await stranger.get(`/inspections/${id}/corrections`), 404, 'not_found');
});

test('a removed damage comes back as it was, with its views and severities, and only once', async () => {
  const { id, image, path } = await dented();
  const other = (
    await api.post(`/inspections/${id}/views`, { image_id: image, damage_id: path.split('/').at(-1) })
  ).body;
  await api.delete(`/inspections/${id}/views/${other.id}`);
  const before = await inspectionOf(api, id);
  await api.delete(path);
  expect((await inspectionOf(api, id)).damages).toEqual([]);
  const restored = await api.post(`${path}/restore`, {});
  expect(restored.status).toBe(200);
  expect(restored.body).toMatchObject({ deleted_at: null, deleted_by: null });
  const after = await inspectionOf(api, id);
  expect(after.damages).toEqual(before.damages);
  expect(after.images[0].views).toEqual(before.images[0].views);
  const levels = ({ severity_results, damage_severity_results }: Body) =>
    [...severity_results, ...damage_severity_results].map(({ related_item_id, value }: Body) => [
      related_item_id,
      value.custom_severity.level,
    ]);
  expect(levels(after).toSorted()).toEqual(levels(before).toSorted());
  expect((await api.post(`${path}/restore`, {})).body).toEqual(restored.body);
});

test('what cannot be changed is refused with the reason', async () => {
  const { id, path } = await dented();
  expectProblem(await api.patch(path, {}), 422, 'invalid_input');
  expectProblem(await api.patch(path, { damage_type: 'sadness' }), 422, 'invalid_input');
  const nowhere = `/inspections/${id}/damages/${randomUUID()}`;
  expectProblem(await api.patch(nowhere, { damage_type: 'dent' }), 404, 'not_found');
  expectProblem(await api.post(`${nowhere}/restore`, {}), 404, 'not_found');
  await api.delete(path);
  expectProblem(await api.patch(path, { damage_type: 'dent' }), 404, 'not_found');
  const reader = await client({ permissions: ['inspections:read_all'] });
  expectProblem(await reader.patch(path, { damage_type: 'dent' }), 403, 'forbidden');
  expectProblem(await reader.post(`${path}/restore`, {}), 403, 'forbidden');
});

test('an inspection is compared with any other that the caller may read', async () => {
  const id = await newInspection(api, { damage_detection: {} });
  const later = await newInspection(api, { damage_detection: {} });
  for (const one of [id, later]) {
    await addDamage(api, one, ['dent', 'hood']);
    await setStatus(api, one, 'damage_detection', 'DONE');
  }
  const compared = await api.get(`/inspections/${id}/comparison?related_inspection_id=${later}`);
  expect(compared.body).toMatchObject({ before: { inspection_id: id }, after: { inspection_id: later } });
  expect(compared.body.damages).toMatchObject([{ status: 'existing', damage_type: 'dent' }]);
  for (const other of [id, randomUUID(), 'nonsense', await newInspection(await client())])
    expectProblem(
      await api.get(`/inspections/${id}/comparison?related_inspection_id=${other}`),
      409,
      'nothing_to_compare',
    );
});
