import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { oneOfEverything, oneWebhook } from '@walkaround/harness/clients/one-of-everything.ts';
import { addressOf, type Ids, namesIn, operations } from '@walkaround/harness/clients/operations.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, inject, test } from 'vitest';

type Rule = {
  who: 'reads' | 'writes' | 'everybody' | 'manages' | 'the owner';
  allowed: number[];
  body?: (ids: Ids) => unknown;
  /** What it does can be done once; everybody who may gets a thing of their own. */
  once?: true;
  upload?: true;
  stream?: true;
};

const reads = (rest: Partial<Rule> = {}): Rule => ({ who: 'reads', allowed: [200], ...rest });
const writes = (rest: Partial<Rule> = {}): Rule => ({
  who: 'writes',
  allowed: [200],
  body: () => ({}),
  ...rest,
});
const deletes: Rule = { who: 'writes', allowed: [200], once: true };
const manages = (rest: Partial<Rule> = {}): Rule => ({ who: 'manages', allowed: [200], ...rest });

/** Every operation of the reference. One that is not in here fails the first test below. */
const RULES: Record<string, Rule> = {
  'POST /inspections': {
    who: 'everybody',
    allowed: [201],
    body: () => ({ tasks: { images_ocr: {} } }),
  },
  'GET /inspections': { who: 'everybody', allowed: [200] },
  'GET /inspections/count': { who: 'everybody', allowed: [200] },
  'GET /inspections/worth_reviewing': { who: 'everybody', allowed: [200] },
  'GET /inspections/summaries': { who: 'everybody', allowed: [200] },
  'GET /inspections/{inspection_id}': reads(),
  'PATCH /inspections/{inspection_id}': writes({ body: () => ({ additional_data: {} }) }),
  'DELETE /inspections/{inspection_id}': deletes,
  'POST /inspections/{inspection_id}/restore': writes(),
  'GET /inspections/{inspection_id}/comments': reads(),
  'POST /inspections/{inspection_id}/comments': writes({
    allowed: [201],
    body: () => ({ text: 'Hello' }),
  }),
  // 403: only the author deletes a comment; this one is the owner's.
  'DELETE /inspections/{inspection_id}/comments/{comment_id}': { ...deletes, allowed: [200, 403] },
  // This one has no inspection to be compared with: whoever may read it is told so.
  'GET /inspections/{inspection_id}/comparison': reads({ allowed: [409] }),
  'POST /inspections/{inspection_id}/comparison/decisions': writes({
    allowed: [409],
    body: ({ damage_id }) => ({ damage_id, status: 'new' }),
  }),
  'PATCH /inspections/{inspection_id}/pdf_data': writes(),
  'PATCH /inspections/{inspection_id}/vehicle': writes(),
  'GET /vehicles': { who: 'everybody', allowed: [200] },
  'GET /vehicles/{vehicle_id}': reads(),
  'GET /vehicles/{vehicle_id}/damages': reads(),
  // With itself it cannot be merged: whoever may change it is told so.
  'POST /vehicles/{vehicle_id}/merge': writes({
    allowed: [422],
    body: ({ vehicle_id }) => ({ other_vehicle_id: vehicle_id }),
  }),
  'PUT /inspections/{inspection_id}/known_vehicle': writes({ body: ({ vehicle_id }) => ({ vehicle_id }) }),
  'DELETE /inspections/{inspection_id}/known_vehicle': writes(),
  'GET /inspections/{inspection_id}/tasks': reads(),
  'GET /inspections/{inspection_id}/tasks/{task_name}': reads(),
  'PATCH /inspections/{inspection_id}/tasks/{task_name}': writes(),
  'POST /inspections/{inspection_id}/images': writes({ allowed: [201], upload: true }),
  'GET /inspections/{inspection_id}/images': reads(),
  'GET /inspections/{inspection_id}/images/{image_id}': reads(),
  'PATCH /inspections/{inspection_id}/images/{image_id}': writes({ body: () => ({ additional_data: {} }) }),
  'DELETE /inspections/{inspection_id}/images/{image_id}': deletes,
  'POST /inspections/{inspection_id}/images/delete': writes({ body: () => ({ image_ids: [] }) }),
  'PATCH /inspections/{inspection_id}/images/{image_id}/damage_areas': writes({
    body: () => ({ relevant_elements: ['hood'] }),
  }),
  'POST /inspections/{inspection_id}/views': writes({
    allowed: [201],
    body: ({ image_id }) => ({ image_id }),
  }),
  'DELETE /inspections/{inspection_id}/views/{view_id}': deletes,
  'POST /inspections/{inspection_id}/damages': writes({
    allowed: [201],
    body: () => ({ damage_type: 'dent', part_type: 'hood' }),
  }),
  'PATCH /inspections/{inspection_id}/damages/{damage_id}': writes({ body: () => ({ part_type: 'roof' }) }),
  'DELETE /inspections/{inspection_id}/damages/{damage_id}': deletes,
  'POST /inspections/{inspection_id}/damages/{damage_id}/restore': writes(),
  'PATCH /inspections/{inspection_id}/readings': writes({ body: () => ({ subject: 'PLATE', values: [] }) }),
  'GET /inspections/{inspection_id}/corrections': reads(),
  'POST /inspections/{inspection_id}/suspicions/{suspicion_id}/confirm': writes(),
  // 409: it was confirmed before.
  'POST /inspections/{inspection_id}/suspicions/{suspicion_id}/dismiss': writes({ allowed: [200, 409] }),
  'POST /inspections/{inspection_id}/suspicions/{suspicion_id}/reopen': writes(),
  'POST /inspections/{inspection_id}/severity_pricing': writes({
    allowed: [201],
    body: () => ({ label: 'hood', level: 1 }),
  }),
  'GET /inspections/{inspection_id}/severity_pricing': reads(),
  'GET /inspections/{inspection_id}/severity_pricing/{severity_id}': reads(),
  'PATCH /inspections/{inspection_id}/severity_pricing/{severity_id}': writes(),
  'DELETE /inspections/{inspection_id}/severity_pricing/{severity_id}': deletes,
  'GET /inspections/{inspection_id}/severity_pricing/{severity_id}/history': reads(),
  'POST /inspections/{inspection_id}/pricing': writes({
    allowed: [201],
    body: () => ({ pricing: 5, related_item_type: 'part', part_type: 'hood' }),
  }),
  'PATCH /inspections/{inspection_id}/pricing/{pricing_id}': writes({ body: () => ({ pricing: 6 }) }),
  'DELETE /inspections/{inspection_id}/pricing/{pricing_id}': deletes,
  'GET /inspections/{inspection_id}/pricing/{pricing_id}/history': reads(),
  'GET /pricing_matrix': { who: 'everybody', allowed: [200] },
  'PUT /pricing_matrix': manages({ body: () => matrix }),
  'GET /pricing_matrix/versions': { who: 'everybody', allowed: [200] },
  'GET /pricing_matrix/versions/{version}': { who: 'everybody', allowed: [200] },
  'POST /inspections/{inspection_id}/pdf': writes({ allowed: [202] }),
  'POST /inspections/{inspection_id}/evidence': writes({ allowed: [202] }),
  // Not asked for yet, being made, or made: all of them are answers to somebody who may ask.
  'GET /inspections/{inspection_id}/evidence': reads({ allowed: [200, 409] }),
  'GET /inspections/{inspection_id}/pdf': reads({ allowed: [200, 422, 501] }),
  'POST /inspections/{inspection_id}/share_links': writes({ allowed: [201] }),
  'GET /inspections/{inspection_id}/share_links': reads(),
  'DELETE /inspections/{inspection_id}/share_links/{share_link_id}': deletes,
  'GET /inspections/{inspection_id}/contests': reads(),
  'GET /inspections/{inspection_id}/contests/{contest_id}': reads(),
  // 409: the one before has decided it.
  'POST /inspections/{inspection_id}/contests/{contest_id}/decision': writes({
    allowed: [200, 409],
    body: () => ({ state: 'rejected', reason: 'x' }),
  }),
  'GET /organization/settings': { who: 'everybody', allowed: [200] },
  'PATCH /organization/settings': manages({ body: () => ({}) }),
  // No file is sent: whoever may send one is told so.
  'PUT /organization/logo': manages({ allowed: [400] }),
  'DELETE /organization/logo': manages(),
  'GET /organization/members': { who: 'everybody', allowed: [200] },
  'PUT /organization/members/me': { who: 'everybody', allowed: [200] },
  'GET /saved_filters': { who: 'everybody', allowed: [200] },
  'POST /saved_filters': {
    who: 'everybody',
    allowed: [201],
    body: () => ({ name: 'Mine', filter: { search: 'x' } }),
  },
  // Of the owner: nobody else knows it, whatever they may do with inspections.
  'PATCH /saved_filters/{saved_filter_id}': {
    who: 'the owner',
    allowed: [200],
    body: () => ({ name: 'Mine' }),
  },
  'DELETE /saved_filters/{saved_filter_id}': { who: 'the owner', allowed: [200], once: true },
  'GET /usage': manages(),
  'GET /organization/model_quality': manages(),
  'GET /organization/side_by_side': manages(),
  'GET /organization/side_by_side/photos': manages(),
  'GET /organization/training_data': manages(),
  'GET /organization/training_data/inspections': manages(),
  'GET /audit_log': manages(),
  'GET /inspections/{inspection_id}/events': reads({ stream: true }),
  'GET /inspections/{inspection_id}/deliveries': reads(),
  'GET /deliveries/{delivery_id}': reads(),
  'GET /sights': { who: 'everybody', allowed: [200] },
  'GET /models': { who: 'everybody', allowed: [200] },
  // 409: the one before has sent it again just now.
  'POST /deliveries/{delivery_id}/replay': { who: 'writes', allowed: [202, 409] },
  'POST /webhooks': manages({ allowed: [201], body: () => ({ url: 'https://example.com/hook' }) }),
  'GET /webhooks': manages(),
  'POST /webhooks/{webhook_id}/secret': manages(),
  'GET /webhooks/{webhook_id}': manages(),
  'PATCH /webhooks/{webhook_id}': manages({ body: () => ({}) }),
  'DELETE /webhooks/{webhook_id}': manages({ once: true }),
  'GET /webhooks/{webhook_id}/deliveries': manages(),
};

const organization = `org-${randomUUID()}`;
const elsewhere = `org-${randomUUID()}`;
const ofOrganization = ['read', 'update', 'write'].map((verb) => `inspections:${verb}_organization`);
const manager = ['webhooks:manage', 'pricing_matrix:manage', 'organization:manage'];
const callers: Record<string, Client> = {};
let shared: Ids;
let another: Ids;
let theirs: Ids;
let matrix: Body;

/** What else goes with what they delete, so each takes an inspection of its own. */
const TAKES_MORE = [
  'DELETE /inspections/{inspection_id}',
  'DELETE /inspections/{inspection_id}/images/{image_id}',
];
/** One of everything takes 17 requests to make: of one each caller deletes one thing after the other. */
const ofCaller: Record<string, Promise<Ids>> = {};

const everything = () => oneOfEverything(callers['the owner']!);
const webhook = () => oneWebhook(callers['the manager']!);

const toDelete = (who: string, operation: string): Promise<Ids> => {
  if (operation.includes('webhook')) return webhook();
  if (TAKES_MORE.includes(operation)) return everything();
  ofCaller[who] ??= everything();
  return ofCaller[who];
};

const statusOf = async (caller: Client, operation: string, ids: Ids): Promise<number> => {
  const { body, upload, stream } = RULES[operation]!;
  const [method] = operation.split(' ') as [string];
  const address = addressOf(operation, ids);
  if (upload) return (await caller.upload(address, { tasks: ['images_ocr'] }, await photo(120, 90))).status;
  if (!stream) return (await caller.send(method, address, { json: body?.(ids) })).status;
  const stop = new AbortController();
  const headers: Record<string, string> = caller.token ? { authorization: `Bearer ${caller.token}` } : {};
  const { status } = await fetch(caller.baseUrl + address, { headers, signal: stop.signal });
  stop.abort();
  return status;
};

beforeAll(async () => {
  const as = (who: string, organization: string | undefined, permissions: string[] = []) =>
    client({ organization, permissions }).then((made) => {
      callers[who] = made;
    });
  await as('the owner', organization);
  await as('a colleague', organization, ['inspections:read', 'inspections:write']);
  await as('a colleague who may read', organization, ['inspections:read_organization']);
  await as('a colleague who may change', organization, ['inspections:update_organization']);
  await as('somebody of another organization', elsewhere, [...ofOrganization, ...manager]);
  await as('somebody of no organization', undefined, [...ofOrganization, ...manager]);
  await as('an auditor', elsewhere, ['inspections:read_all']);
  await as('an operator', elsewhere, ['inspections:write_all']);
  await as('the manager', organization, manager);
  matrix = (await callers['the owner']!.get('/pricing_matrix')).body;
  callers.nobody = clientOf(`${inject('serviceUrl')}/v1`, null);
  shared = { ...(await everything()), ...(await webhook()) };
  another = await everything();
  theirs = await oneOfEverything(await client({ organization: elsewhere }));
  await until(
    () => callers['the owner']!.get(`/deliveries/${shared.delivery_id}`),
    ({ body }) => body.status !== 'pending',
  );
});

const ROLES = {
  reads: ['the owner', 'a colleague who may read', 'a colleague who may change', 'an auditor', 'an operator'],
  writes: ['the owner', 'a colleague who may change', 'an operator'],
};

const expected = (who: string, operation: string): number[] => {
  const rule = RULES[operation]!;
  if (who === 'nobody') return [401];
  if (rule.who === 'everybody') return rule.allowed;
  if (rule.who === 'the owner') return who === 'the owner' ? rule.allowed : [404];
  if (rule.who === 'manages') {
    if (who === 'the manager') return rule.allowed;
    if (who !== 'somebody of another organization') return [403];
    return operation.includes('{') ? [404] : rule.allowed;
  }
  if (!ROLES.reads.includes(who)) return [404];
  return ROLES[rule.who].includes(who) ? rule.allowed : [403];
};

const named = async (isPublic: boolean) =>
  (await operations()).filter((operation) => operation.isPublic === isPublic).map(({ name }) => name);

test('every operation of the reference has its rule here, and none is left from before', async () => {
  expect((await named(false)).sort()).toEqual(Object.keys(RULES).sort());
});

test('without a token there are the health, signed and shared links, and what the operator shows to everybody', async () => {
  expect((await named(true)).sort()).toEqual([
    'GET /.well-known/walkaround-evidence-keys.json',
    'GET /console.json',
    'GET /files/{*}',
    'GET /health',
    'GET /health/live',
    'GET /health/ready',
    'GET /image_resize',
    'GET /live-configurations/{file}',
    'GET /shared_inspections/{secret}',
    'POST /shared_inspections/{secret}/contests',
    'POST /shared_inspections/{secret}/contests/{contest_id}/withdrawal',
  ]);
});

test.each(Object.keys(RULES))('%s answers each caller as its rights say', async (operation) => {
  for (const [who, caller] of Object.entries(callers)) {
    const wanted = expected(who, operation);
    const ids = RULES[operation]!.once && wanted.includes(200) ? await toDelete(who, operation) : shared;
    const got = await statusOf(caller, operation, ids);
    expect(wanted, `${who}: ${got}`).toContain(got);
  }
});

test.each(Object.keys(RULES).filter((operation) => namesIn(operation).length > 0))(
  '%s does not know ids that are none',
  async (operation) => {
    const caller = callers[operation.includes('webhook') ? 'the manager' : 'the owner']!;
    for (const name of namesIn(operation))
      for (const wrong of [randomUUID(), 'x', "1' or '1'='1", '../inspections', '%00', 'ü'.repeat(200)])
        expect(await statusOf(caller, operation, { ...shared, [name]: wrong }), `${name} ${wrong}`).toBe(404);
  },
);

const ofInspections = /^\{(image|view|damage|severity|pricing|share_link|comment|contest)_id\}$/;
const isNested = (operation: string) => operation.split('/').some((part) => ofInspections.test(part));

test.each(Object.keys(RULES).filter(isNested))(
  '%s does not mix what belongs to different inspections',
  async (operation) => {
    const owner = callers['the owner']!;
    for (const name of namesIn(operation).filter((param) => param !== 'inspection_id')) {
      expect(await statusOf(owner, operation, { ...shared, [name]: another[name]! })).toBe(404);
      expect(await statusOf(owner, operation, { ...shared, [name]: theirs[name]! })).toBe(404);
      expect(await statusOf(owner, operation, { ...theirs, [name]: shared[name]! })).toBe(404);
    }
  },
);
