import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { oneOfEverything, oneWebhook } from '@walkaround/harness/clients/one-of-everything.ts';
import { addressOf, type Ids, operations, reference } from '@walkaround/harness/clients/operations.ts';
import { RIGHT_BODIES } from '@walkaround/harness/clients/right-bodies.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = randomUUID();
const MARK = `planted-${randomUUID()}`;
const TIME = '1999-01-02T03:04:05.678901+00:00';

/** What belongs to the service or to somebody else; none of it is a body's to set. */
const PLANTED: Record<string, unknown> = {
  id: MARK,
  object_type: MARK,
  organization_id: MARK,
  organization: MARK,
  owner_id: MARK,
  creator_id: MARK,
  inspector_id: MARK,
  user_id: MARK,
  created_by: MARK,
  made_by: MARK,
  updated_by: MARK,
  created_at: TIME,
  deleted_at: TIME,
  updated_at: TIME,
  done_at: TIME,
  delivered_at: TIME,
  file_key: `inspections/${MARK}.jpg`,
  shown_key: `inspections/${MARK}.jpg`,
  path: `https://example.com/${MARK}.jpg`,
  pdf_url: `https://example.com/${MARK}.pdf`,
  logo_key: MARK,
  secret: MARK,
  secret_hash: MARK,
  run_id: MARK,
  score: 0.987654321,
  confidence: 0.987654321,
  condition_score: 0.987654321,
  is_user_modified: MARK,
  model: { name: MARK },
  model_version: MARK,
  permissions: [MARK],
  progress: 0.987654321,
  version: 987654321,
};

const dent = { damage_type: 'dent', part_type: 'hood' };
let matrix: Body;

const BODIES: typeof RIGHT_BODIES = {
  ...RIGHT_BODIES,
  'POST /inspections': () => ({ tasks: { images_ocr: {} }, vehicle: { ...PLANTED, model: 'x' } }),
};

let owner: Client;
let ids: Ids;

beforeAll(async () => {
  const permissions = ['webhooks:manage', 'pricing_matrix:manage', 'organization:manage'];
  owner = await client({ organization, permissions });
  ids = { ...(await oneOfEverything(owner)), ...(await oneWebhook(owner)) };
  matrix = (await owner.get('/pricing_matrix')).body;
});

test('every operation that takes a body is tried here', async () => {
  const taking = (await operations()).filter(({ details }) => details.requestBody).map(({ name }) => name);
  expect(taking.sort()).toEqual(Object.keys(BODIES).sort());
});

const FILES: Record<string, string> = {
  '/inspections/{inspection_id}/images': 'image',
  '/organization/logo': 'logo',
};

const send = async (operation: string, json: object) => {
  const [method, path] = operation.split(' ') as [string, string];
  const file = FILES[path];
  if (!file || method === 'PATCH') return owner.send(method, addressOf(operation, ids), { json });
  const form = new FormData();
  form.append('json', JSON.stringify(json));
  form.append(file, new File([new Uint8Array(await photo(120, 90))], 'a.jpeg'));
  return owner.send(method, addressOf(operation, ids), { body: form });
};

/** Everything that an owner and manager can read. */
const everything = async () => {
  const { inspection_id } = ids;
  const paths = [
    `/inspections/${inspection_id}?show_deleted_objects=true`,
    `/inspections/${inspection_id}/corrections`,
    `/inspections/${inspection_id}/share_links`,
    `/inspections/${inspection_id}/contests`,
    '/inspections?verbose=1',
    '/inspections/summaries',
    '/organization/settings',
    '/audit_log',
    '/usage',
    '/organization/model_quality',
    '/organization/side_by_side',
    '/organization/side_by_side/photos',
    '/organization/training_data',
    '/organization/training_data/inspections',
    '/pricing_matrix',
    '/webhooks',
  ];
  return Promise.all(paths.map(async (path) => (await owner.get(path)).body));
};

/** What the reference does not name for this body: an area has an id that its client gave it, a vehicle a model. */
const plantedFor = async (operation: string) => {
  const { details } = (await operations()).find(({ name }) => name === operation)!;
  const [{ schema }] = Object.values<Body>(details.requestBody.content);
  return Object.fromEntries(Object.entries(PLANTED).filter(([name]) => !(name in schema.properties)));
};

/** There is nothing to compare this inspection with. */
const REFUSED: Record<string, [status: number, code: string]> = {
  'POST /inspections/{inspection_id}/comparison/decisions': [409, 'nothing_to_compare'],
};

test.each(Object.keys(BODIES))('%s takes nothing that is not its to take', async (operation) => {
  const wanted = BODIES[operation]!(ids, matrix);
  const answer = await send(operation, { ...(await plantedFor(operation)), ...wanted });
  // Either the rest counts as if it were alone, or all of it is refused by its path.
  if (answer.status >= 300)
    expect([answer.status, answer.body.code]).toEqual(REFUSED[operation] ?? [422, 'invalid_input']);
  const kept = JSON.stringify([answer.status < 300 ? answer.body : null, await everything()]);
  expect([MARK, TIME, '987654321'].filter((planted) => kept.includes(planted))).toEqual([]);
});

test('what a client adds to the options of a task is kept with its arguments, and counts nowhere else', async () => {
  // Not the owner, whose answers are searched for these words below.
  const somebody = await client();
  const made = await somebody.post('/inspections', { tasks: { images_ocr: { ...PLANTED } } });
  const { body } = await somebody.get(`/inspections/${made.body.id}`);
  const [task] = body.tasks;
  expect(task.arguments).toMatchObject(PLANTED);
  const elsewhere = JSON.stringify({ ...body, tasks: [{ ...task, arguments: {} }] });
  expect([MARK, TIME, '987654321'].filter((planted) => elsewhere.includes(planted))).toEqual([]);
});

test('a status is set by the rules of its task only, never by the body of its inspection', async () => {
  const created = await owner.post('/inspections', {
    tasks: { images_ocr: {} },
    status: 'DONE',
    deleted_at: TIME,
    images: [],
    damages: [dent],
    parts: [{ part_type: 'hood' }],
  });
  const { body } = await owner.get(`/inspections/${created.body.id}`);
  expect(body).toMatchObject({ status: 'NOT_STARTED', deleted_at: null, damages: [], parts: [] });
  const path = `/inspections/${created.body.id}/tasks/images_ocr`;
  const forced = await owner.patch(path, { status: 'IN_PROGRESS', done_at: TIME, error_messages: [MARK] });
  expect(forced.status).toBe(422);
  expect((await owner.get(path)).body).toMatchObject({ status: 'NOT_STARTED', error_messages: [] });
});

test('a member of one organization cannot create for another', async () => {
  const [user, elsewhere] = [randomUUID(), randomUUID()];
  const anna = await client({ user, organization });
  const made = await anna.post('/inspections', {
    tasks: { images_ocr: {} },
    organization_id: elsewhere,
    owner_id: 'ben',
  });
  const { body } = await anna.get(`/inspections/${made.body.id}`);
  expect([body.organization_id, body.owner_id, body.creator_id]).toEqual([organization, user, user]);
  const manager = await client({ organization: elsewhere, permissions: ['inspections:write_organization'] });
  expect((await manager.get(`/inspections/${made.body.id}`)).status).toBe(404);
});

test('answers have no field that the reference does not name, so none comes out by accident', async () => {
  const { components } = await reference();
  const open = Object.entries<Body>(components.schemas)
    .filter(
      ([, { type, properties, additionalProperties }]) =>
        type === 'object' && properties && additionalProperties !== false,
    )
    .map(([name]) => name)
    // What requests may hold of them is another schema; those of answers are closed.
    .filter((name) => !name.endsWith('Input'));
  // The harness checks every answer of every test against these schemas.
  expect(open).toEqual([]);
});

test('what the service keeps for itself is in no answer', async () => {
  await newInspection(owner);
  const seen = JSON.stringify(await everything());
  for (const name of [
    'file_key',
    'shown_key',
    'logo_key',
    'run_id',
    'secret',
    'sha256',
    'request_hash',
    'headers',
  ])
    expect(seen).not.toContain(`"${name}"`);
});
