import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, test } from 'vitest';
import { type Body, type Client, client, clientOf, until } from './harness/client.ts';
import { newInspection } from './harness/inspection.ts';
import { photo } from './harness/pictures.ts';

type Ids = Record<string, string>;
type Rule = {
  who: 'reads' | 'writes' | 'everybody' | 'manages';
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
  'GET /inspections/{inspection_id}': reads(),
  'PATCH /inspections/{inspection_id}': writes({ body: () => ({ additional_data: {} }) }),
  'DELETE /inspections/{inspection_id}': deletes,
  // This one has no inspection to be compared with: whoever may read it is told so.
  'GET /inspections/{inspection_id}/comparison': reads({ allowed: [409] }),
  'PATCH /inspections/{inspection_id}/pdf_data': writes(),
  'PATCH /inspections/{inspection_id}/vehicle': writes(),
  'GET /inspections/{inspection_id}/tasks': reads(),
  'GET /inspections/{inspection_id}/tasks/{task_name}': reads(),
  'PATCH /inspections/{inspection_id}/tasks/{task_name}': writes(),
  'POST /inspections/{inspection_id}/images': writes({ allowed: [201], upload: true }),
  'GET /inspections/{inspection_id}/images': reads(),
  'GET /inspections/{inspection_id}/images/{image_id}': reads(),
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
  'DELETE /inspections/{inspection_id}/damages/{damage_id}': deletes,
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
  // Not asked for yet, being made, or made: all of them are answers to somebody who may ask.
  'GET /inspections/{inspection_id}/pdf': reads({ allowed: [200, 422, 501] }),
  'GET /inspections/{inspection_id}/events': reads({ stream: true }),
  'GET /inspections/{inspection_id}/deliveries': reads(),
  'GET /deliveries/{delivery_id}': reads(),
  'GET /sights': { who: 'everybody', allowed: [200] },
  // 409: the one before has sent it again just now.
  'POST /deliveries/{delivery_id}/replay': { who: 'writes', allowed: [202, 409] },
  'POST /webhooks': manages({ allowed: [201], body: () => ({ url: 'https://example.com/hook' }) }),
  'GET /webhooks': manages(),
  'GET /webhooks/{webhook_id}': manages(),
  'PATCH /webhooks/{webhook_id}': manages({ body: () => ({}) }),
  'DELETE /webhooks/{webhook_id}': manages({ once: true }),
  'GET /webhooks/{webhook_id}/deliveries': manages(),
};

const organization = `org-${randomUUID()}`;
const elsewhere = `org-${randomUUID()}`;
const ofOrganization = ['read', 'update', 'write'].map((verb) => `inspections:${verb}_organization`);
const manager = ['webhooks:manage', 'pricing_matrix:manage'];
const callers: Record<string, Client> = {};
let shared: Ids;
let matrix: Body;

const operations = async (isPublic: boolean) => {
  const document = (await (await fetch(`${inject('serviceUrl')}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: unknown[] }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => (operation.security?.length === 0) === isPublic)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
};

/** An inspection of the owner with one of everything. */
const makeThings = async (owner: Client): Promise<Ids> => {
  const callbacks = [{ url: 'http://127.0.0.1:9/', event: 'STATUS_SET_TO_DONE' }];
  const id = await newInspection(owner, { images_ocr: {}, pricing: { status: 'DONE', callbacks } });
  const path = `/inspections/${id}`;
  const image = await owner.upload(`${path}/images`, { tasks: ['images_ocr'] }, await photo(120, 90));
  const damage = await owner.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' });
  const view = await owner.post(`${path}/views`, { image_id: image.body.id, damage_id: damage.body.id });
  const severity = await owner.post(`${path}/severity_pricing`, { label: 'hood', level: 2 });
  const wish = { pricing: 9, related_item_type: 'part', part_type: 'roof' };
  const price = await owner.post(`${path}/pricing`, wish);
  const deliveries = await owner.get(`${path}/deliveries`);
  return {
    inspection_id: id,
    task_name: 'images_ocr',
    image_id: image.body.id,
    damage_id: damage.body.id,
    view_id: view.body.id,
    severity_id: severity.body.id,
    pricing_id: price.body.id,
    version: '0',
    delivery_id: deliveries.body.data[0].id,
  };
};

const makeWebhook = async (): Promise<Ids> => {
  const settings = { url: 'https://example.com/', active: false };
  const { body } = await callers['the manager']!.post('/webhooks', settings);
  return { webhook_id: body.id };
};

const freshFor = (operation: string) =>
  operation.includes('webhook') ? makeWebhook() : makeThings(callers['the owner']!);

const addressOf = (operation: string, ids: Ids) =>
  operation.split(' ')[1]!.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(ids[name]!));

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
  shared = { ...(await makeThings(callers['the owner']!)), ...(await makeWebhook()) };
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
  if (rule.who === 'manages') {
    if (who === 'the manager') return rule.allowed;
    if (who !== 'somebody of another organization') return [403];
    return operation.includes('{') ? [404] : rule.allowed;
  }
  if (!ROLES.reads.includes(who)) return [404];
  return ROLES[rule.who].includes(who) ? rule.allowed : [403];
};

test('every operation of the reference has its rule here, and none is left from before', async () => {
  expect((await operations(false)).sort()).toEqual(Object.keys(RULES).sort());
});

test('nothing else can be done without a token but asking after the health and following a signed link', async () => {
  expect((await operations(true)).sort()).toEqual([
    'GET /files/{*}',
    'GET /health',
    'GET /health/live',
    'GET /health/ready',
  ]);
});

test.each(Object.keys(RULES))('%s answers each caller as its rights say', async (operation) => {
  for (const [who, caller] of Object.entries(callers)) {
    const wanted = expected(who, operation);
    const ids = RULES[operation]!.once && wanted.includes(200) ? await freshFor(operation) : shared;
    const got = await statusOf(caller, operation, ids);
    expect(wanted, `${who}: ${got}`).toContain(got);
  }
});

const namesIn = (operation: string) => [...operation.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);

test.each(Object.keys(RULES).filter((operation) => namesIn(operation).length > 0))(
  '%s does not know ids that are none',
  async (operation) => {
    const caller = callers[operation.includes('webhook') ? 'the manager' : 'the owner']!;
    for (const name of namesIn(operation))
      for (const wrong of [randomUUID(), 'x', "1' or '1'='1", '../inspections', '%00', 'ü'.repeat(200)])
        expect(await statusOf(caller, operation, { ...shared, [name]: wrong }), `${name} ${wrong}`).toBe(404);
  },
);

const ofInspections = /^\{(image|view|damage|severity|pricing)_id\}$/;
const isNested = (operation: string) => operation.split('/').some((part) => ofInspections.test(part));

test.each(Object.keys(RULES).filter(isNested))(
  '%s does not mix what belongs to different inspections',
  async (operation) => {
    const owner = callers['the owner']!;
    const mine = await makeThings(owner);
    const theirs = await makeThings(await client({ organization: elsewhere }));
    for (const name of namesIn(operation).filter((param) => param !== 'inspection_id')) {
      expect(await statusOf(owner, operation, { ...mine, [name]: shared[name]! })).toBe(404);
      expect(await statusOf(owner, operation, { ...mine, [name]: theirs[name]! })).toBe(404);
      expect(await statusOf(owner, operation, { ...theirs, [name]: mine[name]! })).toBe(404);
    }
  },
);
