import { type Body, client } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { expect, test } from 'vitest';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const inspected = async () => {
  const api = await client();
  const id = await newInspection(api);
  return {
    api,
    id,
    damage: (damage_type: string, part_type: string) =>
      api.post(`/inspections/${id}/damages`, { damage_type, part_type }),
    read: async (query = ''): Promise<Body> => (await api.get(`/inspections/${id}${query}`)).body,
    photo: async (): Promise<Body> =>
      (await api.upload(`/inspections/${id}/images`, {}, await photo(320, 240))).body,
    view: async (body: object): Promise<Body> => (await api.post(`/inspections/${id}/views`, body)).body,
  };
};

test('a damage is answered whole and makes the part it lies on', async () => {
  const { id, damage, read } = await inspected();
  const created = await damage('scratch', 'door_front_left');
  expect(created.status).toBe(201);
  const [part_id] = created.body.part_ids;
  expect(created.body).toEqual({
    id: expect.stringMatching(UUID),
    object_type: 'DAMAGE',
    inspection_id: id,
    damage_type: 'scratch',
    other_damage_types: [],
    part_type: 'door_front_left',
    part_family: null,
    part_candidates: [],
    part_matched_on: null,
    stated_size_cm: null,
    vehicle_group: null,
    part_ids: [expect.stringMatching(UUID)],
    parts: [{ id: part_id, part_type: 'door_front_left' }],
    related_images: [],
    damage_size_cm: null,
    damage_size_range_cm: null,
    score: null,
    model: null,
    evidence: null,
    confirmed_by: null,
    created_at: expect.any(String),
    created_by: expect.stringMatching(/^user-/),
    deleted_at: null,
    deleted_by: null,
  });
  const inspection = await read();
  expect(inspection.damages).toEqual([created.body]);
  expect(inspection.parts).toEqual([
    {
      id: part_id,
      object_type: 'PART',
      inspection_id: id,
      part_type: 'door_front_left',
      damage_ids: [created.body.id],
      related_images: [],
      part_operation: null,
      created_at: expect.any(String),
      created_by: created.body.created_by,
    },
  ]);
});

test('damages on one part share it, damages on another part do not', async () => {
  const { damage, read } = await inspected();
  const [first, second, other] = await Promise.all([
    damage('scratch', 'hood'),
    damage('dent', 'hood'),
    damage('dent', 'roof'),
  ]);
  expect(second.body.part_ids).toEqual(first.body.part_ids);
  expect(other.body.part_ids).not.toEqual(first.body.part_ids);
  const { parts } = await read();
  const damagesOf = Object.fromEntries(
    parts.map((part: Body) => [part.part_type, part.damage_ids.toSorted()]),
  );
  expect(damagesOf).toEqual({
    hood: [first.body.id, second.body.id].toSorted(),
    roof: [other.body.id],
  });
});

test('a damage on no part in particular makes no part', async () => {
  const { damage, read } = await inspected();
  const created = await damage('dirt', 'ignore');
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ part_type: 'ignore', part_ids: [], parts: [] });
  expect((await read()).parts).toEqual([]);
});

test('a damage may be written in camelCase and read in the normalized form', async () => {
  const { api, id } = await inspected();
  const body = { damageType: 'rustiness', partType: 'trunk' };
  const created = await api.post(`/inspections/${id}/damages`, body, { normalized: true });
  expect(created.status).toBe(201);
  const { result, entities } = created.body;
  expect(entities.damages[result]).toMatchObject({ id: result, ...body, parts: [{ partType: 'trunk' }] });
  const deleted = await api.delete(`/inspections/${id}/damages/${result}`, { normalized: true });
  expect(deleted.body.result).toBe(result);
  expect(deleted.body.entities.damages).toEqual({ [result]: { id: result, deleted: true, parts: [] } });
});

test('images on which a damage is seen are listed once each, the largest view first', async () => {
  const { damage, photo, view, read } = await inspected();
  const created = (await damage('dent', 'hood')).body;
  const [near, far] = [await photo(), await photo()];
  const box = (width: number) => ({ xmin: 0, ymin: 0, width, height: 10 });
  await view({ image_id: far.id, damage_id: created.id, bounding_box: box(20) });
  await view({ image_id: near.id, damage_id: created.id, bounding_box: box(30) });
  await view({ image_id: near.id, damage_id: created.id, bounding_box: box(200) });
  await view({ image_id: far.id, bounding_box: box(300) });
  const { damages, parts } = await read();
  const seen = [
    { base_image_id: near.id, order: 0, item_area: 2000 },
    { base_image_id: far.id, order: 1, item_area: 200 },
  ];
  expect(damages[0].related_images).toMatchObject(seen);
  expect(parts[0].related_images).toMatchObject(seen);
});

test('deleting a damage takes its views along; show_deleted_objects shows both again', async () => {
  const { api, id, damage, photo, view, read } = await inspected();
  const image = await photo();
  const [gone, stays] = [(await damage('dent', 'hood')).body, (await damage('scratch', 'hood')).body];
  const goneView = await view({ image_id: image.id, damage_id: gone.id });
  const staysView = await view({ image_id: image.id, damage_id: stays.id });

  const deleted = await api.delete(`/inspections/${id}/damages/${gone.id}`);
  expect([deleted.status, deleted.body]).toEqual([200, { id: gone.id, deleted: true, parts: [] }]);

  const now = await read();
  expect(now.damages.map((d: Body) => d.id)).toEqual([stays.id]);
  expect(now.images[0].views.map((v: Body) => v.id)).toEqual([staysView.id]);
  expect(now.parts).toMatchObject([{ part_type: 'hood', damage_ids: [stays.id] }]);

  const all = await read('?show_deleted_objects=true');
  expect(all.damages).toMatchObject([
    { id: gone.id, deleted_at: expect.any(String) },
    { id: stays.id, deleted_at: null },
  ]);
  expect(all.images[0].views).toMatchObject([
    { id: goneView.id, deleted_at: expect.any(String) },
    { id: staysView.id, deleted_at: null },
  ]);

  const again = await api.delete(`/inspections/${id}/damages/${gone.id}`);
  expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  expect((await api.delete(`/inspections/${id}/views/${goneView.id}`)).status).toBe(404);
  const late = await api.post(`/inspections/${id}/views`, { image_id: image.id, damage_id: gone.id });
  expect([late.status, late.body.errors[0].path]).toEqual([422, 'damage_id']);
});

test('making and deleting a damage can be watched', async () => {
  const { api, id, damage } = await inspected();
  const created = await damage('dent', 'hood');
  await api.delete(`/inspections/${id}/damages/${created.body.id}`);
  expect(await eventTypesUntilDeleted(api, id)).toEqual([
    'inspection.created',
    'damage.created',
    'damage.deleted',
    'inspection.deleted',
  ]);
});

test('an unknown damage or part is refused with the allowed ones, and nothing is made', async () => {
  const { api, id, damage, read } = await inspected();
  const wrong = await damage('explosion', 'engine');
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors).toEqual([
    { path: 'damage_type', message: expect.stringMatching(/^Use one of: body_crack, .*paint_damage\.$/) },
    { path: 'part_type', message: expect.stringMatching(/^Use one of: ignore, .*interior\.$/) },
  ]);
  const missing = await api.post(`/inspections/${id}/damages`, {});
  expect(missing.body.errors.map((error: Body) => error.path)).toEqual(['damage_type', 'part_type']);
  const { damages, parts } = await read();
  expect([damages, parts]).toEqual([[], []]);
});

test('a damage of another inspection cannot be deleted through this one', async () => {
  const { api, id, damage } = await inspected();
  const created = (await damage('dent', 'hood')).body;
  const other = await newInspection(api);
  expect((await api.delete(`/inspections/${other}/damages/${created.id}`)).status).toBe(404);
  expect((await api.delete(`/inspections/${id}/damages/nonsense`)).status).toBe(404);
  expect((await api.get(`/inspections/${id}`)).body.damages).toHaveLength(1);
});

test('a damage asked for twice with one Idempotency-Key is made once', async () => {
  const { api, id, read } = await inspected();
  const headers = { 'idempotency-key': `damage-${id}` };
  const body = { damage_type: 'dent', part_type: 'hood' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => api.post(`/inspections/${id}/damages`, body, { headers })),
  );
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect((await read()).damages).toHaveLength(1);
});
