import { randomUUID } from 'node:crypto';
import { type Body, type Client, client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { oneWebhook } from '@walkaround/harness/clients/one-of-everything.ts';
import { addressOf, type Ids, operations } from '@walkaround/harness/clients/operations.ts';
import { beforeAll, expect, inject, test } from 'vitest';

const organization = randomUUID();
const MANAGING = ['webhooks:manage', 'pricing_matrix:manage', 'organization:manage'] as const;

/** What an organization's administrators do, and the one permission that each takes. */
const NEEDED: Record<string, (typeof MANAGING)[number]> = {
  'POST /webhooks': 'webhooks:manage',
  'GET /webhooks': 'webhooks:manage',
  'GET /webhooks/{webhook_id}': 'webhooks:manage',
  'PATCH /webhooks/{webhook_id}': 'webhooks:manage',
  'GET /webhooks/{webhook_id}/deliveries': 'webhooks:manage',
  'POST /webhooks/{webhook_id}/secret': 'webhooks:manage',
  'DELETE /webhooks/{webhook_id}': 'webhooks:manage',
  'PUT /pricing_matrix': 'pricing_matrix:manage',
  'PATCH /organization/settings': 'organization:manage',
  'PUT /organization/logo': 'organization:manage',
  'DELETE /organization/logo': 'organization:manage',
  'GET /usage': 'organization:manage',
  'GET /organization/model_quality': 'organization:manage',
  'GET /organization/side_by_side': 'organization:manage',
  'GET /organization/side_by_side/photos': 'organization:manage',
  'GET /organization/training_data': 'organization:manage',
  'GET /organization/training_data/inspections': 'organization:manage',
  'GET /audit_log': 'organization:manage',
};

let matrix: Body;
let ids: Ids;
let managers: Record<string, Client>;

const bodyOf = (operation: string) => {
  if (operation === 'PUT /pricing_matrix') return matrix;
  if (operation === 'POST /webhooks') return { url: 'https://example.com/', active: false };
  return /^(PATCH|PUT)/.test(operation) ? {} : undefined;
};

const send = (caller: Client, operation: string, headers: Record<string, string> = {}) =>
  caller.send(operation.split(' ')[0]!, addressOf(operation, ids), { json: bodyOf(operation), headers });

beforeAll(async () => {
  const made = MANAGING.map(async (permission) => [
    permission,
    await client({ organization, permissions: [permission] }),
  ]);
  managers = Object.fromEntries(await Promise.all(made));
  matrix = (await managers['pricing_matrix:manage']!.get('/pricing_matrix')).body;
  ids = await oneWebhook(managers['webhooks:manage']!);
});

/** What every member of an organization may read of it, and what is a person's own. */
const FOR_MEMBERS = [
  'GET /organization/settings',
  'GET /pricing_matrix',
  'GET /pricing_matrix/versions',
  'GET /pricing_matrix/versions/{version}',
  'GET /organization/members',
  'PUT /organization/members/me',
  'GET /saved_filters',
  'POST /saved_filters',
  'PATCH /saved_filters/{saved_filter_id}',
  'DELETE /saved_filters/{saved_filter_id}',
  'GET /sights',
  'GET /models',
];

test('whatever is not about inspections takes a permission that is named here', async () => {
  const others = (await operations()).filter(
    ({ isPublic, path }) => !isPublic && !/^\/(inspections|vehicles|deliveries)/.test(path),
  );
  expect(others.map(({ name }) => name).sort()).toEqual([...Object.keys(NEEDED), ...FOR_MEMBERS].sort());
});

test.each(Object.entries(NEEDED))(
  '%s takes %s, and no other permission will do',
  async (operation, needed) => {
    const every = ['inspections:write_all', 'inspections:update_all', 'inspections:read_all', '*', 'admin'];
    const callers = {
      ...managers,
      everybody: await client({ organization }),
      'who may change every inspection': await client({ organization, permissions: every }),
      'a manager of nothing': await client({ permissions: [...MANAGING] }),
    };
    for (const [who, caller] of Object.entries(callers)) {
      if (who === needed) continue;
      const refused = await send(caller, operation);
      expect([refused.status, refused.body.code], who).toEqual([403, 'forbidden']);
      expect(refused.body.message).toContain(needed);
    }
    // No file is sent where one belongs: whoever may send one is told so.
    expect([200, 201, 400]).toContain((await send(managers[needed]!, operation)).status);
  },
);

test('a permission comes from the token alone, whatever else a request says', async () => {
  const caller = await client({ organization });
  const claims = { 'x-permissions': 'webhooks:manage', 'x-role': 'admin', 'x-forwarded-groups': 'admin' };
  expect((await send(caller, 'GET /webhooks', claims)).status).toBe(403);
  expect((await caller.get('/webhooks?permissions=webhooks:manage&admin=true')).status).toBe(403);
});

test('no header or parameter makes one method of another', async () => {
  const owner = await client({ organization });
  const reader = await client({ organization, permissions: ['inspections:read_organization'] });
  const id = await newInspection(owner);
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    expect((await reader.get(`/inspections/${id}`, { headers: { [name]: 'DELETE' } })).status).toBe(200);
    await reader.post(`/inspections/${id}?_method=DELETE`, {}, { headers: { [name]: 'DELETE' } });
  }
  expect((await owner.get(`/inspections/${id}`)).body.deleted_at).toBeNull();
});

test.each(['/inspections', '/inspections/count', '/inspections/worth_reviewing', '/inspections/summaries'])(
  '%s shows more than one’s own only to who may see it',
  async (path) => {
    const caller = await client({ organization: randomUUID() });
    for (const filter of ['organization_resources', 'all_resources']) {
      const refused = await caller.get(`${path}?ownership_filter=${filter}`);
      expect([refused.status, refused.body.code], filter).toEqual([403, 'forbidden']);
    }
    expect((await caller.get(`${path}?ownership_filter=own_resources`)).status).toBe(200);
  },
);

test('HEAD is refused to whom GET is', async () => {
  const [owner, stranger] = [await client({ organization }), await client()];
  const address = `${inject('serviceUrl')}/v1/inspections/${await newInspection(owner)}`;
  const head = async ({ token }: Client) =>
    (await fetch(address, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })).status;
  expect([await head(owner), await head(stranger)]).toEqual([200, 404]);
});
