import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { addDamage, estimated, inspectionOf } from '@walkaround/harness/pictures/damages.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
let user: string;
beforeAll(async () => {
  user = `handler-${randomUUID()}`;
  api = await client({ user });
});

const pathOf = (id: string) => `/inspections/${id}/severity_pricing`;
const levelOf = (severity: Body) => severity.value.custom_severity.level;
const severitiesOf = async (id: string): Promise<Body[]> => {
  const { severity_results, damage_severity_results } = await inspectionOf(api, id);
  return [...severity_results, ...damage_severity_results];
};
const ofPart = async (id: string): Promise<Body> =>
  (await severitiesOf(id)).find((one) => one.related_item_type === 'part');

/** damage_detection without photos, so that all damages are those that people said. */
const graded = async (options: object, rest: object = {}) => {
  const id = await newInspection(api, { damage_detection: options }, rest as Record<string, unknown>);
  await addDamage(api, id, ['dent', 'hood']);
  await setStatus(api, id, 'damage_detection', 'TODO');
  await ended(api, id, 'damage_detection');
  return id;
};

test.each<[string, object, object]>([
  ['in the task', { damage_severity: { output_format: 'default' } }, {}],
  ['with the inspection', {}, { damage_severity: { output_format: 'toyota' } }],
])(
  'severities asked for %s are there for each part and each damage, with the reason',
  async (_, task, rest) => {
    const severities = await severitiesOf(await graded(task, rest));
    expect(severities).toMatchObject([
      { related_item_type: 'part', label: 'hood', is_user_modified: false, created_by: 'algo' },
      { related_item_type: 'damage', label: 'hood', is_user_modified: false, created_by: 'algo' },
    ]);
    for (const severity of severities) {
      expect(levelOf(severity)).toBe(2);
      expect(severity.reason).toBe('Dent on the hood: size unknown. Level 2 is assumed by its type alone.');
    }
  },
);

test('nobody asked: there are none', async () => {
  expect(await severitiesOf(await graded({}))).toEqual([]);
});

test('they follow what people add and delete, and keep their ids where nothing changed', async () => {
  const id = await graded({ damage_severity: {} });
  const before = await severitiesOf(id);
  const smash = await addDamage(api, id, ['smash', 'hood']);
  const during = await severitiesOf(id);
  expect(during.map((one) => [one.related_item_type, levelOf(one)])).toEqual([
    ['part', 3],
    ['damage', 2],
    ['damage', 3],
  ]);
  expect(during[0].id).toBe(before[0].id);
  expect(during[0].reason).toBe('The worst of 2 damages: Smash on the hood: always level 3.');
  await api.delete(`/inspections/${id}/damages/${smash}`);
  expect(await severitiesOf(id)).toEqual(before);
});

test('what a person changed is theirs and stays, whatever is found later', async () => {
  const id = await graded({ damage_severity: {} });
  const part = await ofPart(id);
  const changed = await api.patch(`${pathOf(id)}/${part.id}`, { level: 1, comment: 'polish' });
  expect(changed.body).toMatchObject({ id: part.id, is_user_modified: true, reason: null });
  await addDamage(api, id, ['smash', 'hood']);
  // Only what nobody said follows what was found: the price, and whether the part is replaced.
  const { level, comment } = changed.body.value.custom_severity;
  expect([level, comment]).toEqual([1, 'polish']);
  expect(await ofPart(id)).toEqual({
    ...changed.body,
    repair_operation: { REPLACE: true },
    value: {
      custom_severity: {
        level,
        comment,
        pricing: expect.any(Number),
        example_prices: true,
        repair_operation: { REPLACE: true },
      },
    },
  });
});

test('what a person deleted does not come back', async () => {
  const id = await graded({ damage_severity: {} });
  const part = await ofPart(id);
  await api.delete(`${pathOf(id)}/${part.id}`);
  await addDamage(api, id, ['smash', 'hood']);
  expect(await ofPart(id)).toBeUndefined();
  const { body } = await api.get(`/inspections/${id}?show_deleted_objects=true`);
  expect(body.severity_results.find((one: Body) => one.id === part.id)).toMatchObject({
    deleted_by: user,
    deleted_at: expect.any(String),
  });
});

test("a person's own severity takes the place of the service's, and makes way for it again when deleted", async () => {
  const id = await graded({ damage_severity: {} });
  const own = await api.post(pathOf(id), { label: 'hood', level: 3 });
  const parts = (await severitiesOf(id)).filter((one) => one.related_item_type === 'part');
  expect(parts).toEqual([own.body]);
  await api.delete(`${pathOf(id)}/${own.body.id}`);
  expect(await ofPart(id)).toMatchObject({ is_user_modified: false, label: 'hood' });
});

test('a severity of one damage changes what its part is estimated at', async () => {
  const id = await estimated(api, [['dent', 'hood']]);
  const [damage] = (await inspectionOf(api, id)).damages;
  const made = await api.post(pathOf(id), { label: 'hood', damage_id: damage.id, level: 1 });
  expect(made.body).toMatchObject({ related_item_type: 'damage', related_item_id: damage.id });
  expect((await inspectionOf(api, id)).parts[0].part_operation.name).toBe('paintless_dent_repair');
  expect(await ofPart(id)).toMatchObject({ reason: 'Level 1 was set by a person.' });
  await api.delete(`/inspections/${id}/damages/${damage.id}`);
  expect(await severitiesOf(id)).toEqual([]);
});

test('a level that a person gave to what the service said costs nothing once its damages are deleted', async () => {
  const id = await estimated(api, [['dent', 'hood']]);
  const part = await ofPart(id);
  await api.patch(`${pathOf(id)}/${part.id}`, { level: 3 });
  const before = await inspectionOf(api, id);
  expect(before.vehicle.repair_estimate).toBeGreaterThan(0);
  await api.delete(`/inspections/${id}/damages/${before.damages[0].id}`);
  expect((await inspectionOf(api, id)).vehicle.repair_estimate).toBe(0);
});

test('a severity alone, as generation 3 adds a damage, is priced as a dent of that level', async () => {
  const id = await estimated(api, []);
  await api.post(pathOf(id), { label: 'hood', level: 2 });
  const whole = await inspectionOf(api, id);
  expect(whole.parts[0].part_operation).toMatchObject({ name: 'dent_repair', severity: 2 });
  await api.post(pathOf(id), { label: 'hood', repair_operation: 'replace' });
  expect((await inspectionOf(api, id)).parts[0].part_operation.name).toBe('replacing');
});

test.each<[string, (id: string) => object]>([
  ['damage_id', () => ({ label: 'hood', damage_id: randomUUID(), level: 1 })],
  ['damage_id', () => ({ label: 'hood', damage_id: 'x', level: 1 })],
  ['label', (damage_id) => ({ label: 'roof', damage_id, level: 1 })],
  ['pricing', () => ({ label: 'hood', pricing: 0.005 })],
  ['pricing', () => ({ label: 'hood', pricing: 2_000_000 })],
])('a severity with a wrong %s is refused by that path', async (field, body) => {
  const id = await newInspection(api);
  const damage = await addDamage(api, id, ['dent', 'hood']);
  expectProblem(await api.post(pathOf(id), body(damage)), 422, 'invalid_input', [field]);
  expect(await severitiesOf(id)).toEqual([]);
});

test('who changed a severity, from what to what, can be read, also after it was deleted', async () => {
  const id = await graded({ damage_severity: {} });
  const part = await ofPart(id);
  const history = `${pathOf(id)}/${part.id}/history`;
  expect((await api.get(history)).body).toEqual({ data: [] });
  await api.patch(`${pathOf(id)}/${part.id}`, { level: 3, pricing: 80.5 });
  await api.patch(`${pathOf(id)}/${part.id}`, { pricing: null, repair_operation: 'replace' });
  await api.delete(`${pathOf(id)}/${part.id}`);
  const { data } = (await api.get(history)).body;
  const [bare, priced, replaced] = [
    { level: 2, pricing: null, repair_operation: null, comment: null },
    { level: 3, pricing: 80.5, repair_operation: null, comment: null },
    { level: 3, pricing: null, repair_operation: 'replace', comment: null },
  ];
  expect(data).toMatchObject([
    { action: 'changed', before: bare, after: priced, made_by: user },
    { action: 'changed', before: priced, after: replaced, made_by: user },
    { action: 'deleted', before: replaced, after: null, made_by: user },
  ]);
  const { result, entities } = (await api.get(history, { normalized: true })).body;
  expect(entities.corrections[result[2]]).toMatchObject({ action: 'deleted', madeBy: user });
  expectProblem(await api.get(`${pathOf(id)}/${randomUUID()}/history`), 404, 'not_found');
});

test('people who change a severity are told of by an event', async () => {
  const id = await newInspection(api);
  await api.post(pathOf(id), { label: 'hood', level: 1 });
  const response = await fetch(`${api.baseUrl}/inspections/${id}/events?last_event_id=0`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  await api.delete(`/inspections/${id}`);
  const events = (await response.text()).matchAll(/^event: inspection.updated\n(?:.*\n)*?data: (.+)$/gm);
  const changes = [...events].map(([, data]) => JSON.parse(data!));
  expect(JSON.stringify(changes)).toContain('"changed":"severity_pricing"');
});
