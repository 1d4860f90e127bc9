import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { newSuspicion } from '@walkaround/harness/clients/suspicion.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { addDamage, estimated, inspectionOf } from '@walkaround/harness/pictures/damages.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
let user: string;
beforeAll(async () => {
  user = `handler-${randomUUID()}`;
  api = await client({ user, claims: { name: 'Ada Handler' } });
});

/** An estimated inspection with a dent on the hood, and a scratch on the roof that a model only suspects. */
const suspected = async (about: Parameters<typeof newSuspicion>[2] = {}) => {
  const id = await estimated(api, [['dent', 'hood']]);
  const image = (await api.upload(`/inspections/${id}/images`, {}, await photo(320, 240))).body.id as string;
  // The verdict on the photo changes the answer, too.
  await expect.poll(async () => (await inspectionOf(api, id)).images.every(isJudged)).toBe(true);
  const suspicion = await newSuspicion(id, image, { part_type: 'roof', ...about });
  return { id, image, suspicion, path: `/inspections/${id}/suspicions/${suspicion}` };
};

const withSuspicions = async (id: string): Promise<Body> =>
  (await api.get(`/inspections/${id}?show_suspicions=true`)).body;
const correctionsOf = async (id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}/corrections`)).body.data;

test('a suspicion is told to who asks for it, and counts for nothing', async () => {
  const { id, image, suspicion } = await suspected();
  const without = await inspectionOf(api, id);
  expect(without).not.toHaveProperty('suspicions');
  const { suspicions, ...rest } = await withSuspicions(id);
  expect(suspicions).toEqual([
    {
      id: suspicion,
      object_type: 'SUSPICION',
      inspection_id: id,
      damage_type: 'scratch',
      part_type: 'roof',
      score: 0.3,
      model: { name: 'damage', version: '1.2.0' },
      state: 'open',
      damage_id: null,
      views: [
        {
          image_id: image,
          bounding_box: { xmin: 10, ymin: 10, width: 30, height: 20 },
          polygons: [
            [
              [10, 10],
              [40, 10],
              [40, 30],
              [10, 30],
            ],
          ],
          score: 0.3,
        },
      ],
      created_at: expect.any(String),
      decided_at: null,
      decided_by: null,
    },
  ]);
  expect(rest.damages).toMatchObject([{ damage_type: 'dent' }]);
  expect(rest.condition_score).toBe(without.condition_score);
  expect(rest.pricing).toEqual(without.pricing);
  expect(rest.images.flatMap(({ views }: Body) => views)).toEqual(
    without.images.flatMap(({ views }: Body) => views),
  );
});

test('clients of earlier generations and lists do not get suspicions, the normalized form gets them when asked', async () => {
  const { id, suspicion } = await suspected();
  const headers = { accept: 'application/vnd.walkaround.normalized+json' };
  const [older, list] = await Promise.all([
    api.get(`/inspections/${id}`, { headers: { ...headers, 'x-monk-sdk-version': '5.4.2' } }),
    api.get('/inspections?limit=1&verbose=1'),
  ]);
  expect(JSON.stringify([older.body, list.body])).not.toMatch(/suspicion/i);
  const { body } = await api.get(`/inspections/${id}?showSuspicions=true`, { headers });
  expect(body.entities.inspections[id].suspicions).toMatchObject([
    { id: suspicion, damageType: 'scratch', partType: 'roof', views: [{ boundingBox: { xmin: 10 } }] },
  ]);
});

test('a confirmed suspicion is a damage of that person, with its views, rated and priced, and the trail says from what', async () => {
  const { id, image, suspicion, path } = await suspected();
  const before = await inspectionOf(api, id);
  const confirmed = await api.post(`${path}/confirm`, {});
  expect(confirmed.status).toBe(200);
  expect(confirmed.body).toMatchObject({ id: suspicion, state: 'confirmed', decided_by: user });
  const damage_id = confirmed.body.damage_id as string;
  const after = await inspectionOf(api, id);
  expect(after.damages.find((one: Body) => one.id === damage_id)).toMatchObject({
    damage_type: 'scratch',
    part_type: 'roof',
    created_by: user,
    score: null,
    model: null,
  });
  const seen = after.images.find((one: Body) => one.id === image).views;
  expect(seen).toMatchObject([{ damage_id, bounding_box: { xmin: 10, ymin: 10, width: 30, height: 20 } }]);
  expect(after.condition_score).toBeLessThan(before.condition_score);
  expect(Object.keys(after.pricing.labor_cost.details)).toContain('roof');
  expect(after.damage_severity_results.map((one: Body) => one.related_item_id)).toContain(damage_id);
  expect((await correctionsOf(id)).at(-1)).toMatchObject({
    item_id: damage_id,
    action: 'created',
    after: {
      damage_type: 'scratch',
      part_type: 'roof',
      suspicion_id: suspicion,
      score: 0.3,
      model: { name: 'damage', version: '1.2.0' },
    },
    made_by: user,
  });
});

test('a vehicle with nothing but a suspicion has no condition until a person has checked it', async () => {
  const id = await newInspection(api, { damage_detection: {} });
  const image = (await api.upload(`/inspections/${id}/images`, {}, await photo(640, 480))).body.id as string;
  await setStatus(api, id, 'damage_detection', 'TODO');
  expect(await ended(api, id, 'damage_detection')).toMatchObject({ status: 'DONE' });
  const path = `/inspections/${id}/suspicions/${await newSuspicion(id, image, { part_type: 'roof' })}`;
  const [before, { body: list }] = await Promise.all([
    inspectionOf(api, id),
    api.get('/inspections/summaries?limit=1'),
  ]);
  expect(before).toMatchObject({ damages: [], places_to_check: 1, condition_score: null });
  expect(before.vehicle_state).toMatchObject({
    state: null,
    reason: 'Nothing is certain: 1 place is to be checked by a person.',
  });
  expect(list.data[0]).toMatchObject({ id, places_to_check: 1 });
  await api.post(`${path}/dismiss`, {});
  expect(await inspectionOf(api, id)).toMatchObject({
    places_to_check: 0,
    condition_score: 100,
    vehicle_state: { state: 'intact' },
  });
});

test('who dismisses a suspicion of a headlight beside a torn bumper says that it is fine', async () => {
  const { id, path } = await suspected({ part_type: 'head_light_left' });
  await addDamage(api, id, ['missing_piece', 'bumper_front']);
  const said = async () =>
    (await inspectionOf(api, id)).pricing.labor_cost.not_priced.map(({ code }: Body) => code);
  expect(await said()).toEqual(['beside_torn_bumper']);
  await api.post(`${path}/dismiss`, {});
  expect(await said()).toEqual([]);
  await api.post(`${path}/reopen`, {});
  expect(await said()).toEqual(['beside_torn_bumper']);
});

test('a dismissed suspicion changes nothing but itself, and who dismissed it is told', async () => {
  const { id, suspicion, path } = await suspected();
  const before = await inspectionOf(api, id);
  const dismissed = await api.post(`${path}/dismiss`, {});
  expect(dismissed.body).toMatchObject({ state: 'dismissed', damage_id: null, decided_by: user });
  expect(await inspectionOf(api, id)).toEqual({ ...before, places_to_check: 0 });
  expect((await withSuspicions(id)).suspicions).toMatchObject([{ id: suspicion, state: 'dismissed' }]);
  expect((await correctionsOf(id)).at(-1)).toMatchObject({
    item_id: suspicion,
    action: 'changed',
    before: { state: 'open' },
    after: { state: 'dismissed', damage_type: 'scratch', part_type: 'roof' },
  });
});

test('a decision is taken back, and confirmed again it is the same damage', async () => {
  const { id, path } = await suspected();
  const { damage_id } = (await api.post(`${path}/confirm`, {})).body;
  const confirmed = await inspectionOf(api, id);
  const open = (await api.post(`${path}/reopen`, {})).body;
  expect(open).toMatchObject({ state: 'open', decided_at: null, decided_by: null });
  expect((await inspectionOf(api, id)).damages).toHaveLength(1);
  expect((await withSuspicions(id)).suspicions).toMatchObject([{ state: 'open' }]);
  expect((await api.post(`${path}/confirm`, {})).body.damage_id).toBe(damage_id);
  expect((await inspectionOf(api, id)).damages).toEqual(confirmed.damages);
  await api.post(`${path}/reopen`, {});
  await api.post(`${path}/dismiss`, {});
  expect((await api.post(`${path}/reopen`, {})).body.state).toBe('open');
  expect((await inspectionOf(api, id)).damages).toHaveLength(1);
});

test('a decision that comes twice is made once', async () => {
  const { id, path } = await suspected();
  const first = await api.post(`${path}/confirm`, {});
  expect((await api.post(`${path}/confirm`, {})).body).toEqual(first.body);
  const key = { headers: { 'idempotency-key': randomUUID() } };
  const [one, two] = [await api.post(`${path}/reopen`, {}, key), await api.post(`${path}/reopen`, {}, key)];
  expect(two.body).toEqual(one.body);
  expect((await inspectionOf(api, id)).damages).toHaveLength(1);
});

test('what cannot be decided is refused with the reason', async () => {
  const { id, path } = await suspected();
  await api.post(`${path}/confirm`, {});
  expectProblem(await api.post(`${path}/dismiss`, {}), 409, 'suspicion_confirmed');
  for (const way of ['confirm', 'dismiss', 'reopen']) {
    expectProblem(
      await api.post(`/inspections/${id}/suspicions/${randomUUID()}/${way}`, {}),
      404,
      'not_found',
    );
    expectProblem(await api.post(`/inspections/${id}/suspicions/x/${way}`, {}), 404, 'not_found');
  }
  const reader = await client({ permissions: ['inspections:read_all'] });
  expectProblem(await reader.post(`${path}/reopen`, {}), 403, 'forbidden');
  const stranger = await client();
  expectProblem(await stranger.post(`${path}/reopen`, {}), 404, 'not_found');
});

test('a suspicion at the place of a damage that was added since is not listed, nor one whose photo is gone', async () => {
  const { id, image } = await suspected();
  const damage = (await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'roof' }))
    .body;
  const bounding_box = { xmin: 8, ymin: 8, width: 36, height: 24 };
  await api.post(`/inspections/${id}/views`, { image_id: image, damage_id: damage.id, bounding_box });
  expect((await withSuspicions(id)).suspicions).toEqual([]);
  await api.delete(`/inspections/${id}/damages/${damage.id}`);
  expect((await withSuspicions(id)).suspicions).toHaveLength(1);
  await api.delete(`/inspections/${id}/images/${image}`);
  expect((await withSuspicions(id)).suspicions).toEqual([]);
});
