import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Body, Client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { apiBeside } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let proxy: Server;
let publicUrl: string;
let service: Awaited<ReturnType<typeof apiBeside>>;
let api: Client;

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const freePort = async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
};

beforeAll(async () => {
  const port = await freePort();
  // Keeps a folder of a website for the service, and hands on what comes to it.
  proxy = createServer((incoming, outgoing) => {
    const path = incoming.url!.replace(/^\/walkaround/, '');
    const forward = { port, path, method: incoming.method, headers: incoming.headers };
    const inner = request(forward, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(inner);
  });
  publicUrl = `http://127.0.0.1:${await listen(proxy)}/walkaround`;
  service = await apiBeside({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    CORS_ORIGINS: 'https://app.example.com,https://other.example.com',
  });
  api = await service.client();
});

afterAll(async () => {
  await service?.stop();
  proxy?.closeAllConnections();
  proxy?.close();
});

test('the addresses in answers lead back through the proxy', async () => {
  expect(service.url).toBe(publicUrl);
  const [first, last] = [await newInspection(api), await newInspection(api)];
  const image = await api.upload(`/inspections/${last}/images`, {}, await photo(40, 40));
  expect(image.body.path.startsWith(`${publicUrl}/files/`), image.body.path).toBe(true);
  expect((await fetch(image.body.path)).headers.get('content-type')).toBe('image/jpeg');

  const { paging } = (await api.get('/inspections?limit=1&verbose=1')).body;
  expect(paging.next.startsWith(`${publicUrl}/v1/inspections?`), paging.next).toBe(true);
  const { data } = (await api.get(paging.next)).body;
  expect(data.map((item: Body) => item.id)).toEqual([first]);
});

test('a cache is told that answers differ by origin and by form', async () => {
  const origin = 'https://other.example.com';
  const { headers } = await api.get('/inspections', { headers: { origin } });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  const vary = headers.get('vary')!.split(/,\s*/);
  expect(vary).toEqual(expect.arrayContaining(['Origin', 'Accept']));
});

test('an origin that is not allowed gets no permission', async () => {
  const { headers } = await api.get('/inspections', { headers: { origin: 'https://evil.example.com' } });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});
