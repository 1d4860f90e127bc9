import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

/** Only the hood was photographed, so of the hood the photos tell, and of nothing else. */
const inspected = async (api: Client, damages: [string, string][], related?: string) => {
  const rest = related === undefined ? {} : { related_inspection_id: related };
  const tasks = { damage_detection: {}, repair_estimate: {} };
  const id = await newInspection(api, tasks, { vehicle: { plate: 'AB-12' }, ...rest });
  const said = { detailed_viewpoint: { centers_on: ['hood'] } };
  await api.upload(`/inspections/${id}/images`, said, await photo(1000, 800));
  for (const [damage_type, part_type] of damages)
    await api.post(`/inspections/${id}/damages`, { damage_type, part_type });
  await setStatus(api, id, 'damage_detection', 'DONE');
  await setStatus(api, id, 'repair_estimate', 'TODO');
  await ended(api, id, 'repair_estimate');
  return id;
};

let api: Client;
let before: string;
let after: string;
const compared = async (id = after): Promise<Body> => (await api.get(`/inspections/${id}/comparison`)).body;
const decide = (body: Body, by = api) => by.post(`/inspections/${after}/comparison/decisions`, body);
const on = ({ damages }: Body, part: string) =>
  damages.find(({ part_type }: Body) => part_type === part) as Body;
const idOn = async (part: string) => {
  const { after: now, before: then } = on(await compared(), part);
  return now.damage_id ?? then.damage_id;
};
const costOf = async (id: string, part: string) => {
  const { body } = await api.get(`/inspections/${id}`);
  return body.parts.find(({ part_type }: Body) => part_type === part).part_operation.total_cost as number;
};

beforeAll(async () => {
  api = await client();
  before = await inspected(api, [['rustiness', 'roof']]);
  const damages: [string, string][] = [
    ['dent', 'hood'],
    ['scratch', 'door_front_left'],
  ];
  after = await inspected(api, damages, before);
});

test('what is new has a cost by itself, and both sides say which vehicle they name', async () => {
  const body = await compared();
  expect(body.counts).toEqual({ new: 1, unknown: 2, existing: 0, gone: 0 });
  expect(body.cost_of_new).toMatchObject({ currency: 'EUR', example_prices: true });
  expect(body.cost_of_new.total).toBe(await costOf(after, 'hood'));
  expect(body.cost_of_new.range.low).toBeLessThanOrEqual(body.cost_of_new.total);
  expect([body.before.plate, body.after.plate]).toEqual(['AB-12', 'AB-12']);
  expect(on(body, 'hood').decision).toBeNull();
});

test('a person decides what the photos leave open: it counts, it costs, and it is told who said so', async () => {
  const damage_id = await idOn('door_front_left');
  const { status, body } = await decide({ damage_id, status: 'new' });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.counts).toEqual({ new: 2, unknown: 1, existing: 0, gone: 0 });
  expect(on(body, 'door_front_left')).toMatchObject({
    status: 'new',
    reason: null,
    decision: {
      decided_by: expect.any(String),
      decided_at: expect.any(String),
      reason: { code: 'part_not_photographed' },
    },
  });
  expect(body.cost_of_new.total).toBeGreaterThan(await costOf(after, 'hood'));
  expect(await compared()).toEqual({ ...body, damages: expect.any(Array) });
  const history = (await api.get(`/inspections/${after}/corrections`)).body.data as Body[];
  expect(history.at(-1)).toMatchObject({
    item_id: before,
    part_type: 'door_front_left',
    before: { change: null },
    after: { compared_damage_id: damage_id, compared_damage_type: 'scratch', change: 'new' },
  });
});

test('the same decision twice is one, and it can be taken back', async () => {
  const damage_id = await idOn('door_front_left');
  const count = async () => ((await api.get(`/inspections/${after}/corrections`)).body.data as Body[]).length;
  await decide({ damage_id, status: 'new' });
  const once = await count();
  await decide({ damage_id, status: 'new' });
  expect(await count()).toBe(once);
  const { body } = await decide({ damage_id, status: null });
  expect(on(body, 'door_front_left')).toMatchObject({ status: 'unknown', decision: null });
  expect(body.cost_of_new.total).toBe(await costOf(after, 'hood'));
});

test('a damage of the earlier inspection is gone or still there, whichever of the two is asked about', async () => {
  const damage_id = await idOn('roof');
  const decision = { damage_id, status: 'gone', related_inspection_id: after };
  const { body } = await api.post(`/inspections/${before}/comparison/decisions`, decision);
  expect(on(body, 'roof').status).toBe('gone');
  expect(on(await compared(), 'roof').status).toBe('gone');
});

test('what cannot be decided is refused with the reason', async () => {
  const damage_id = await idOn('door_front_left');
  const refused = await decide({ damage_id, status: 'gone' });
  expectProblem(refused, 422, 'invalid_input');
  expect(refused.body.message).toContain('new or existing');
  expectProblem(await decide({ damage_id: await idOn('hood'), status: 'existing' }), 409, 'conflict');
  expectProblem(await decide({ damage_id: 'no-such', status: 'new' }), 422, 'invalid_input');
  expectProblem(await decide({ damage_id, status: 'perhaps' }), 422, 'invalid_input');
});

test('who may only read an inspection decides nothing', async () => {
  const organization = 'org-of-deciders';
  const owner = await client({ organization });
  const reader = await client({
    user: 'reader',
    organization,
    permissions: ['inspections:read_organization'],
  });
  const old = await inspected(owner, []);
  const now = await inspected(owner, [['scratch', 'roof']], old);
  const { body } = await reader.get(`/inspections/${now}/comparison`);
  const decision = { damage_id: body.damages[0].after.damage_id, status: 'new' };
  expectProblem(await reader.post(`/inspections/${now}/comparison/decisions`, decision), 403, 'forbidden');
});
