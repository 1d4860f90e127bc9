import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { operations } from '@walkaround/harness/clients/operations.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * The many ways to write a private address are in files/safe-fetch.test.ts and test/photos/image-forbidden-addresses.test.ts,
 * names that change between check and use in files/blobs/changing-names.test.ts. Here: that no door was forgotten.
 */
let internal: Server;
let port: number;
let api: Client;
const called: string[] = [];

beforeAll(async () => {
  internal = createServer((request, response) => {
    called.push(request.url!);
    response.end('secret of the network');
  });
  await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve));
  port = (internal.address() as AddressInfo).port;
  api = await client({ organization: randomUUID(), permissions: ['webhooks:manage'] });
});
afterAll(() => internal.close());

const linked = (url: string) => ({ acquisition: { strategy: 'download_from_url', url } });
const inside = (path: string) => `http://127.0.0.1:${port}/${path}`;

/** Where a schema takes an address; tasks are all the same. */
const addresses = (schema: Body, path: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries<Body>(schema.properties ?? {}).flatMap(([name, one]) =>
    addresses(one, `${path}.${path.endsWith('.tasks') ? '*' : name}`),
  );
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => addresses(one, path));
  const here = schema.format === 'uri' ? [path] : [];
  return [...here, ...inner, ...variants, ...addresses(schema.items, `${path}[]`)];
};

test('these are all the places where a request can give an address', async () => {
  const found = (await operations()).flatMap(({ name, details }) =>
    Object.values<Body>(details.requestBody?.content ?? {}).flatMap(({ schema }) =>
      addresses(schema.properties?.json ?? schema, name),
    ),
  );
  expect([...new Set(found)].sort()).toEqual([
    'PATCH /webhooks/{webhook_id}.url',
    'POST /inspections.images[].acquisition.url',
    'POST /inspections.tasks.*.callbacks[].url',
    'POST /inspections/{inspection_id}/images.acquisition.url',
    'POST /inspections/{inspection_id}/views.new_image.acquisition.url',
    'POST /webhooks.url',
  ]);
});

test('no address leads into the network of the service, and the answer does not reveal what is there', async () => {
  const id = await newInspection(api);
  const refusals = [
    await api.post('/inspections', { tasks: { images_ocr: {} }, images: [linked(inside('created'))] }),
    await api.post(`/inspections/${id}/images`, linked(inside('image'))),
    await api.post(`/inspections/${id}/views`, { new_image: linked(inside('view')) }),
  ];
  for (const { status, body } of refusals) {
    expect([status, body.code]).toEqual([422, 'forbidden_address']);
    expect(JSON.stringify(body)).not.toContain('secret of the network');
  }
  const hook = await api.post('/webhooks', { url: 'https://example.com/', active: false });
  for (const { status, body } of [
    await api.post('/webhooks', { url: inside('webhook') }),
    await api.patch(`/webhooks/${hook.body.id}`, { url: inside('webhook') }),
  ]) {
    expect([status, body.code]).toEqual([422, 'invalid_input']);
    expect(JSON.stringify(body)).toContain('private network');
  }
  const callbacks = [{ url: inside('callback') }];
  const called_back = await newInspection(api, { pricing: { status: 'DONE', callbacks } });
  const [delivery] = await until(
    async () => (await api.get(`/inspections/${called_back}/deliveries`)).body.data,
    (list) => list[0] !== undefined && list[0].status !== 'pending',
  );
  expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: null }] });
  expect(JSON.stringify(delivery)).not.toContain('secret of the network');
  expect(called).toEqual([]);
});

test('an upload that also names an address is the file alone', async () => {
  const id = await newInspection(api);
  const sent = await api.upload(
    `/inspections/${id}/images`,
    linked(inside('with-file')),
    await photo(120, 90),
  );
  expect([201, 422]).toContain(sent.status);
  expect(called).toEqual([]);
});

test('smaller pictures are made of one’s own photos only, whatever address is given for them', async () => {
  for (const address of [
    inside('resize'),
    `${inside('files/a.jpg')}?expires=9999999999&signature=${'A'.repeat(43)}`,
  ]) {
    const url = `${new URL(api.baseUrl).origin}/image_resize?width=100&image_url=${encodeURIComponent(address)}`;
    expect([403, 422]).toContain((await fetch(url)).status);
  }
  expect(called).toEqual([]);
});

test('where an issuer says that its keys are is the operator’s business: a token cannot name another place', async () => {
  const [, payload] = api.token!.split('.') as [string, string];
  const header = { alg: 'ES256', kid: 'one', jku: inside('jku'), x5u: inside('x5u') };
  const token = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${'A'.repeat(86)}`;
  const { status } = await fetch(`${api.baseUrl}/inspections`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(status).toBe(401);
  expect(called).toEqual([]);
});
