import { randomUUID } from 'node:crypto';
import { type Client, client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { oneOfEverything, oneWebhook } from '@walkaround/harness/clients/one-of-everything.ts';
import { addressOf, type Ids, operations } from '@walkaround/harness/clients/operations.ts';
import { signToken } from '@walkaround/harness/services/issuer.ts';
import { beforeAll, expect, inject, test } from 'vitest';

/** What kinds of tokens are refused, and why, is in test/security/authentication.test.ts; here: that no address forgot to ask. */
const base = `${inject('serviceUrl')}/v1`;
const organization = randomUUID();
let owner: Client;
let ids: Ids;
let credentials: Record<string, Record<string, string>>;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

beforeAll(async () => {
  const user = `user-${randomUUID()}`;
  const permissions = ['webhooks:manage', 'pricing_matrix:manage', 'organization:manage'];
  owner = await client({ user, organization, permissions });
  ids = { ...(await oneOfEverything(owner)), ...(await oneWebhook(owner)) };
  await until(
    () => owner.get(`/inspections/${ids.inspection_id}`),
    ({ body }) => isJudged(body.images[0]),
  );
  const key = inject('issuerKey');
  const [, payload, signature] = owner.token!.split('.') as [string, string, string];
  const all = encode({ ...JSON.parse(atob(payload)), permissions: ['inspections:write_all'] });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  credentials = {
    none: {},
    'a password': { authorization: `Basic ${btoa('demo:demo')}` },
    'a token that has expired': bearer(await signToken(key, { user, expiresIn: '-1h' })),
    'a token for another service': bearer(await signToken(key, { user, audience: 'another' })),
    'a token that nobody signed': bearer(`${encode({ alg: 'none' })}.${payload}.`),
    'a token with rights written into it': bearer(`${owner.token!.split('.')[0]}.${all}.${signature}`),
    'a cookie': { cookie: `access_token=${owner.token}; authorization=Bearer ${owner.token}` },
    'a header of a proxy': { 'x-forwarded-user': user, 'x-user-id': user, 'x-forwarded-access-token': 'x' },
  };
});

/** Links are signed anew from time to time. */
const inspection = async () =>
  JSON.stringify((await owner.get(`/inspections/${ids.inspection_id}`)).body).replaceAll(
    /\?expires=\d+&signature=[\w-]+/g,
    '',
  );

test('every operation that is not public refuses every caller without a valid token, and does nothing', async () => {
  const before = await inspection();
  const asked = (await operations()).filter(({ isPublic }) => !isPublic);
  expect(asked.length).toBeGreaterThan(50);
  for (const { name, method } of asked)
    for (const [what, headers] of Object.entries(credentials)) {
      const { status, headers: answered } = await fetch(base + addressOf(name, ids), { method, headers });
      expect([status, answered.get('www-authenticate')], `${name} with ${what}`).toEqual([401, 'Bearer']);
    }
  expect(await inspection()).toEqual(before);
  expect((await owner.get('/webhooks')).body.data).toHaveLength(1);
});

test('a token in the address is no token: addresses end up in logs and histories', async () => {
  for (const name of ['access_token', 'token', 'authorization', 'bearer'])
    expect((await fetch(`${base}/inspections?${name}=${owner.token}`)).status, name).toBe(401);
});

test('neither the secret of a share link nor the signature of a photo opens anything else', async () => {
  const id = await newInspection(owner);
  const shared = await owner.post(`/inspections/${id}/share_links`, {});
  const secret = shared.body.url.split('/').at(-1);
  expect((await fetch(`${base}/shared_inspections/${secret}`)).status).toBe(200);
  const image = await owner.get(`/inspections/${ids.inspection_id}/images/${ids.image_id}`);
  const signature = new URL(image.body.path).searchParams.get('signature')!;
  for (const token of [secret, signature]) {
    const stranger = clientOf(base, token);
    expect((await stranger.get(`/inspections/${id}`)).status).toBe(401);
    expect((await stranger.get(`/shared_inspections/${ids.inspection_id}`)).status).toBe(404);
  }
  expect((await fetch(`${base}/inspections/${id}?share=${secret}`)).status).toBe(401);
});

test('a refusal does not tell whether a thing exists', async () => {
  const nobody = clientOf(base, null);
  const stranger = await client({ organization: randomUUID() });
  for (const caller of [nobody, stranger]) {
    const [there, not] = [
      await caller.get(`/inspections/${ids.inspection_id}`),
      await caller.get(`/inspections/${randomUUID()}`),
    ];
    expect({ ...there.body, request_id: '' }).toEqual({ ...not.body, request_id: '' });
  }
});
