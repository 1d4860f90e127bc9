import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Body, type Client, client, clientOf } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { apiBeside } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const ORIGIN = 'https://app.example.com';
/** What browsers announce for calls of the client libraries. */
const CLIENT_HEADERS = ['access-control-allow-origin', 'authorization', 'content-type', 'x-monk-sdk-version'];

const words = (headers: Headers, name: string) => headers.get(name)?.toLowerCase().split(/, */) ?? [];

const preflight = (url: string, method: string, origin = ORIGIN) =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': CLIENT_HEADERS.join(','),
    },
  });

describe('a web page of any origin', () => {
  test('may make every call of the reference, with the headers that client libraries send', async () => {
    const serviceUrl = inject('serviceUrl');
    const { paths } = (await (await fetch(`${serviceUrl}/openapi.json`)).json()) as Body;
    for (const [path, operations] of Object.entries<object>(paths))
      for (const method of Object.keys(operations).map((name) => name.toUpperCase())) {
        const { status, headers } = await preflight(
          `${serviceUrl}/v1${path.replaceAll(/[{}*]/g, 'x')}`,
          method,
        );
        expect(status, `${method} ${path}`).toBe(204);
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(words(headers, 'access-control-allow-methods')).toContain(method.toLowerCase());
        expect(words(headers, 'access-control-allow-headers')).toEqual(
          expect.arrayContaining(CLIENT_HEADERS),
        );
      }
  });

  test('can read refusals too, and the headers that say what to do', async () => {
    const nobody = clientOf(`${inject('serviceUrl')}/v1`, null);
    for (const path of ['/inspections', '/nowhere']) {
      const { headers } = await nobody.get(path, { headers: { origin: ORIGIN } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(words(headers, 'access-control-expose-headers')).toEqual(
        expect.arrayContaining(['x-request-id', 'retry-after']),
      );
    }
  });

  test('can show a photo and read its bytes by the signed link', async () => {
    const api = await client();
    const id = await newInspection(api, { images_ocr: {} });
    const { body } = await api.upload(
      `/inspections/${id}/images`,
      { tasks: ['images_ocr'] },
      await photo(120, 90),
    );
    const { status, headers } = await fetch(body.path, { headers: { origin: ORIGIN } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('that asks for options without a preflight gets an answer all the same', async () => {
    const { status } = await fetch(`${inject('serviceUrl')}/v1/inspections`, { method: 'OPTIONS' });
    expect(status).toBe(204);
  });
});

describe('a request id', () => {
  test('is taken from the request and comes back in the answer and in the problem', async () => {
    const nobody = clientOf(`${inject('serviceUrl')}/v1`, null);
    const { headers, body } = await nobody.get('/inspections', {
      headers: { 'x-request-id': 'My-request_1.2' },
    });
    expect([headers.get('x-request-id'), body.request_id]).toEqual(['My-request_1.2', 'My-request_1.2']);
  });

  test.each(['', 'two words', 'a'.repeat(101), '<script>', 'ü'])(
    'is made where none fits (%j)',
    async (given) => {
      const headers = { 'x-request-id': Buffer.from(given).toString('latin1') };
      const answer = await fetch(`${inject('serviceUrl')}/health/live`, { headers });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    },
  );
});

test('every address works at the root and under /v1', async () => {
  const api = await client();
  const root = clientOf(inject('serviceUrl'), api.token);
  const created = await root.post('/inspections', { tasks: { images_ocr: {} } });
  expect(created.status).toBe(201);
  expect((await api.get(`/inspections/${created.body.id}`)).body.id).toBe(created.body.id);
  expect((await api.get('/health')).body.ready).toBe(true);
  expect((await root.get('/v1/v1/inspections')).status).toBe(404);
  expect((await root.get('/v10/inspections')).status).toBe(404);
});

test.each([
  ['GET', '/nowhere'],
  ['GET', ''],
  ['PUT', '/inspection'],
  ['PROPFIND', '/inspections/x/y'],
])('an address that does not exist is a problem that names it: %s %s', async (method, path) => {
  const { status, body, headers } = await (await client()).send(method, path);
  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(body.message).toContain(`${method} ${path || '/'}`);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
});

test('what is not HTTP is refused in the same form', async () => {
  const socket = connect(Number(new URL(inject('serviceUrl')).port), 'localhost');
  socket.write('BREW /pot HTTP/1.1\r\nhost: x\r\n\r\n');
  const [head, body] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json/i);
  expect(JSON.parse(body!)).toMatchObject({ status: 400, code: 'malformed_request' });
});

describe('a service with limits of its own', () => {
  const LIMIT = 5;
  let service: Awaited<ReturnType<typeof apiBeside>>;
  beforeAll(async () => {
    service = await apiBeside({
      RATE_LIMIT_PER_MINUTE: String(LIMIT),
      CORS_ORIGINS: `${ORIGIN},https://other.example.com`,
      MAX_JSON_BYTES: '2000',
    });
  });
  afterAll(() => service.stop());

  const exhaust = async (api: Client) => {
    for (let i = 0; i < LIMIT; i++) expect((await api.get('/inspections')).status).toBe(200);
  };

  test('tells a caller who asks too often when to come back, and lets the others go on', async () => {
    const [anna, ben] = [await service.client(), await service.client()];
    await exhaust(anna);
    for (const answer of [await anna.get('/inspections'), await anna.post('/inspections', { tasks: {} })]) {
      expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests']);
      const seconds = Number(answer.headers.get('retry-after'));
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).toBe(true);
      expect(answer.body.message).toBe(`Too many requests. Try again in ${seconds} s.`);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
    await exhaust(ben);
  });

  test('counts callers, not tokens: a new token of the same person is no way around', async () => {
    await exhaust(await service.client({ user: 'anna' }));
    expect((await (await service.client({ user: 'anna' })).get('/inspections')).status).toBe(429);
  });

  test('does not count who asks after its health', async () => {
    for (let i = 0; i < 3 * LIMIT; i++) expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });

  test('answers only the web pages of the origins it was given', async () => {
    for (const origin of [ORIGIN, 'https://other.example.com']) {
      const { headers } = await preflight(`${service.url}/v1/inspections`, 'POST', origin);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(words(headers, 'vary')).toContain('origin');
    }
    for (const origin of ['https://evil.example.com', 'http://app.example.com', 'null']) {
      const { headers } = await preflight(`${service.url}/v1/inspections`, 'POST', origin);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('refuses a body that is too large before it has read it all', async () => {
    const api = await service.client();
    const body = { tasks: { images_ocr: {} }, additional_data: { text: 'x'.repeat(3000) } };
    const refused = await api.post('/inspections', body);
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    expect(refused.headers.get('connection')).toBe('close');
    expect((await api.get('/inspections')).body.data).toEqual([]);
  });

  test('counts those without a good token by their address, whatever they say that it is', async () => {
    const refused: number[] = [];
    for (let i = 0; i <= LIMIT; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` };
      refused.push((await fetch(`${service.url}/v1/inspections`, { headers })).status);
    }
    expect(refused).toEqual([...Array(LIMIT).fill(401), 429]);
  });
});
