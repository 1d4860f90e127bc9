import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type Client, until } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/**
 * Servers that the service calls: whoever gave their address may own them. Endless and broken answers have tests in
 * test/photos/image-by-url.test.ts and actions/events/deliver.service.test.ts, the keys of an issuer in identity/key-source.test.ts.
 */
let service: Awaited<ReturnType<typeof ownService>>;
let outside: Server;
let url: string;
let api: Client;
let picture: Buffer;
const called: string[] = [];

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/true.jpg': (response) => response.end(picture),
  '/folded.jpg': (response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000))),
  '/page.jpg': (response) =>
    response.setHeader('content-type', 'image/jpeg').end('<html><script>alert(1)</script></html>'),
  '/drawing.jpg': (response) =>
    response
      .setHeader('content-type', 'image/jpeg')
      .end('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  '/lies.jpg': (response) => response.writeHead(200, { 'content-length': '10' }).end(picture.subarray(0, 10)),
  '/headers.jpg': (response) =>
    response
      .writeHead(200, {
        'set-cookie': 'session=1',
        'content-disposition': 'attachment; filename="../../etc/passwd"',
        'content-type': 'text/html',
        'x-request-id': 'theirs',
      })
      .end(picture),
  '/away': (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  '/talks': (response) => response.writeHead(500).end('<script>alert("in the console")</script>'.repeat(100)),
};

beforeAll(async () => {
  picture = await photo(120, 90);
  outside = createServer((request, response) => {
    called.push(request.url!);
    (ANSWERS[request.url!] ?? (() => response.end()))(response);
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  service = await ownService({
    ALLOW_PRIVATE_ADDRESSES: 'true',
    CALLBACK_MAX_ATTEMPTS: '1',
    MODELS_DIR: '/nowhere',
  });
  api = await service.client();
});
afterAll(async () => {
  await service.stop();
  outside.close();
});

const fetched = (id: string, path: string) =>
  api.post(`/inspections/${id}/images`, { acquisition: { strategy: 'download_from_url', url: url + path } });

test.each([
  ['/folded.jpg', 'compressed zeros: what was not asked for compressed is not unfolded'],
  ['/page.jpg', 'a web page that calls itself a photo'],
  ['/drawing.jpg', 'a drawing that would load a file'],
  ['/lies.jpg', 'a photo that ends too early'],
])('%s is refused: %s', async (path) => {
  const id = await newInspection(api);
  const { status, body } = await fetched(id, path);
  expect([status, body.code]).toEqual([422, expect.stringMatching(/^invalid_image|image_unreachable$/)]);
  expect(JSON.stringify(body)).not.toContain('script');
  expect(await imagesOf(api, id)).toEqual([]);
  expect(await photoFilesOf(service)).toEqual([]);
});

test('of the headers that come with a photo none is handed on', async () => {
  const id = await newInspection(api);
  const { status, body } = await fetched(id, '/headers.jpg');
  expect([status, body.mimetype]).toEqual([201, 'image/jpeg']);
  expect(JSON.stringify(body)).not.toMatch(/passwd|theirs/);
  const { headers } = await fetch(body.path);
  expect(headers.get('content-type')).toBe('image/jpeg');
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('content-disposition') ?? '').not.toContain('passwd');
});

const deliveryTo = async (path: string, rest: object = {}) => {
  const callbacks = [{ url: url + path, headers: { authorization: 'Bearer of-the-receiver' }, ...rest }];
  const id = await newInspection(api, { pricing: { status: 'DONE', callbacks } });
  const list = await until(
    async () => (await api.get(`/inspections/${id}/deliveries`)).body.data,
    ([first]) => first !== undefined && first.status !== 'pending',
  );
  return list[0];
};

test('the parameters of a callback stay in its address, whatever characters they have', async () => {
  const params = { 'a\r\nX-Evil: 1': 'b\r\n\r\nGET /hidden HTTP/1.1', '#': '&c=d', '/../': '?' };
  expect(await deliveryTo('/in?x=1', { params })).toMatchObject({ status: 'delivered' });
  const address = new URL(called.find((one) => one.startsWith('/in'))!, url);
  expect(address.pathname).toBe('/in');
  expect(Object.fromEntries(address.searchParams)).toEqual({ x: '1', ...params });
  expect(called).not.toContain('/hidden');
});

test('a receiver cannot send a callback on to another address', async () => {
  expect(await deliveryTo('/away')).toMatchObject({ status: 'failed', attempts: [{ status: 307 }] });
  expect(called).toContain('/away');
  expect(called).not.toContain('/elsewhere');
});

test('what a receiver answers is told to nobody but by its status', async () => {
  const delivery = await deliveryTo('/talks');
  expect(delivery.attempts).toMatchObject([{ status: 500, error: 'The receiver answered with status 500.' }]);
  expect(JSON.stringify(delivery)).not.toMatch(/script|of-the-receiver/);
});
