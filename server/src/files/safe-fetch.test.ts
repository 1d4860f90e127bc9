import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchWhere, isOutside, safeFetch } from './safe-fetch.ts';

let server: Server;
let port: number;
let address: string;
let requests: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await text(request),
    });
    const url = new URL(request.url ?? '/', address);
    const to = url.searchParams.get('to');
    if (to !== null)
      response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: to }).end();
    else if (url.pathname === '/slow') response.write('a');
    else if (url.pathname === '/silent') return;
    else if (url.pathname === '/break') response.write('a', () => response.destroy());
    else response.writeHead(201, { 'x-answer': '42' }).end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  address = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** As if 127.0.0.1, where the test's server is, were the public internet, and nothing else. */
const onlyServer = (candidate: string) => candidate === '127.0.0.1';
const fetch = (url: string, request: Partial<Parameters<typeof safeFetch>[1]> = {}) =>
  fetchWhere(onlyServer, url, { timeoutMs: 3000, maxRedirects: 3, ...request });
const redirectTo = (to: string) => `${address}/?to=${encodeURIComponent(to)}`;
const forbidden = { kind: 'input', code: 'forbidden_address' };
const unreachable = (sentence: RegExp) => ({
  kind: 'input',
  code: 'image_unreachable',
  message: expect.stringMatching(sentence),
});

describe('addresses that lead into the private network are refused without a connection', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'https://172.16.0.1/',
  ])('%s', async (url) => {
    requests = [];
    await expect(safeFetch(url.replace('PORT', `${port}`), { timeoutMs: 3000 })).rejects.toMatchObject(
      forbidden,
    );
    expect(requests).toEqual([]);
  });

  test('an open and a closed private port look the same from outside', async () => {
    const refusal = (url: string) =>
      safeFetch(url, { timeoutMs: 3000 }).catch((error: Error) => error.message);
    expect(await refusal(`http://127.0.0.1:${port}/`)).toBe(await refusal('http://127.0.0.1:1/'));
  });

  test('unless private addresses are allowed', async () => {
    const answer = await safeFetch(`http://localhost:${port}/`, {
      timeoutMs: 3000,
      allowPrivateAddresses: true,
    });
    expect(await text(answer.body)).toBe('hello');
  });
});

test.each([
  ['file:///etc/passwd', forbidden],
  ['ftp://example.com/a.jpg', forbidden],
  ['data:image/png;base64,AAAA', forbidden],
  ['http://user:secret@example.com/', forbidden],
  ['/etc/passwd', forbidden],
  ['', forbidden],
  ['http://no-such-host.invalid/', unreachable(/host of the address is not known/)],
])('%s is refused', async (url, problem) => {
  await expect(safeFetch(url, { timeoutMs: 3000 })).rejects.toMatchObject(problem);
});

describe('redirects', () => {
  test('are followed and checked again', async () => {
    const answer = await fetch(redirectTo(redirectTo('/end')));
    expect({ status: answer.status, text: await text(answer.body) }).toEqual({ status: 201, text: 'hello' });
    for (const to of [
      `http://127.0.0.2:${port}/`,
      `http://[::1]:${port}/`,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      '//10.0.0.1/',
    ]) {
      await expect(fetch(redirectTo(to)), to).rejects.toMatchObject(forbidden);
    }
  });

  test('end after three', async () => {
    const loop = `${address}/?to=${encodeURIComponent('?to=%3Fto=x')}`;
    expect((await fetch(loop)).status).toBe(201);
    await expect(fetch(redirectTo(redirectTo(redirectTo(redirectTo('/end')))))).rejects.toMatchObject(
      unreachable(/redirects more than 3 times/),
    );
  });

  test('are handed back when none is to be followed', async () => {
    const answer = await fetch(redirectTo('/end'), { maxRedirects: 0 });
    answer.body.destroy();
    expect(answer).toMatchObject({ status: 302, headers: { location: '/end' } });
  });

  test('repeat a body only where the status says so, and never show the headers to another host', async () => {
    const post = { method: 'POST', headers: { 'x-secret': 's' }, body: '{"a":1}' };
    requests = [];
    await fetch(`${address}/?status=307&to=/same`, post);
    await fetch(`${address}/?status=303&to=/same`, post);
    await fetch(`${address}/?status=307&to=${encodeURIComponent(`http://localhost:${port}/other`)}`, post);
    const ends = requests
      .filter((request) => !request.url?.includes('to='))
      .map((request) => [request.method, request.body, request.headers['x-secret']]);
    expect(ends).toEqual([
      ['POST', '{"a":1}', 's'],
      ['GET', '', undefined],
      ['POST', '{"a":1}', undefined],
    ]);
  });
});

test('method, headers and body arrive, and the answer comes back', async () => {
  requests = [];
  const answer = await fetch(`${address}/hook?x=1`, {
    method: 'POST',
    headers: { 'x-event': 'done' },
    body: 'ü',
  });
  expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': '42' } });
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/hook?x=1',
    headers: { 'x-event': 'done', 'content-length': '2' },
    body: 'ü',
  });
});

test('headers that steer the connection are not the caller’s to set', async () => {
  requests = [];
  const headers = {
    Host: 'internal',
    'Content-Length': '1',
    'transfer-encoding': 'chunked',
    'x-kept': 'yes',
  };
  expect((await fetch(`${address}/hook`, { method: 'POST', headers, body: 'hello' })).status).toBe(201);
  expect(requests).toMatchObject([
    { headers: { host: `127.0.0.1:${port}`, 'content-length': '5', 'x-kept': 'yes' }, body: 'hello' },
  ]);
  await expect(fetch(address, { headers: { 'x-split': 'a\r\nb: c' } })).rejects.toMatchObject({
    kind: 'input',
  });
});

test('a name is connected to an address that was checked, never to another one it also has', async () => {
  // localhost may have ::1 as well, which is not allowed here.
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(201);
  await expect(
    fetchWhere(() => false, `http://localhost:${port}/`, { timeoutMs: 3000 }),
  ).rejects.toMatchObject(forbidden);
});

describe('what takes too long or breaks ends with a plain sentence', () => {
  test('no answer at all', async () => {
    await expect(fetch(`${address}/silent`, { timeoutMs: 200 })).rejects.toMatchObject(
      unreachable(/within 0.2 s/),
    );
  });

  test('a body that never ends', async () => {
    const answer = await fetch(`${address}/slow`, { timeoutMs: 300 });
    await expect(text(answer.body)).rejects.toMatchObject(
      unreachable(/did not deliver everything within 0.3 s/),
    );
  });

  test('a body that breaks off', async () => {
    const answer = await fetch(`${address}/break`);
    await expect(text(answer.body)).rejects.toMatchObject(unreachable(/breaks off/));
  });

  test('a closed port', async () => {
    await expect(fetch('http://127.0.0.1:1/')).rejects.toMatchObject(unreachable(/does not answer/));
  });

  test('a caller that gives up', async () => {
    const signal = AbortSignal.timeout(100);
    await expect(fetch(`${address}/silent`, { signal })).rejects.toMatchObject(unreachable(/given up/));
  });

  test('https where there is none', async () => {
    await expect(fetch(address.replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'image_unreachable',
    });
  });
});

test('a body that nobody reads frees its connection when it is destroyed', async () => {
  const answer = await fetch(`${address}/slow`);
  answer.body.destroy();
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(0);
});

test.each([
  ['http://127.0.0.1:8080/', false],
  ['http://[::1]/', false],
  ['http://localhost/', false],
  ['https://192.0.2.1.nowhere.invalid/', true],
  ['https://8.8.8.8/', true],
])('%s leads outside, as far as is known: %s', async (url, expected) => {
  expect(await isOutside(url)).toBe(expected);
});
