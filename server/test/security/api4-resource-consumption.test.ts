import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { type Body, type Client, client, clientOf } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { addressOf, operations } from '@walkaround/harness/clients/operations.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { quarters } from '@walkaround/harness/pictures/pictures.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Limits of bodies, uploads, callbacks, polygons and callers have tests of their own: see SECURITY.md. */
let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
beforeAll(async () => {
  const limits = {
    MAX_DAMAGES_PER_INSPECTION: '3',
    MAX_VIEWS_PER_INSPECTION: '3',
    MAX_SEVERITIES_PER_INSPECTION: '3',
  };
  const asked = { RATE_LIMIT_PER_MINUTE: '60', TRUSTED_PROXIES: '127.0.0.1,::1' };
  service = await ownService({ REQUEST_TIMEOUT_SECONDS: '1', MODELS_DIR: '/nowhere', ...asked, ...limits });
  api = await client();
});
afterAll(() => service.stop());

test('every page has an end, and nobody can ask for a longer one', async () => {
  const paged = (await operations()).filter(({ details }) =>
    details.parameters?.some(({ name }: Body) => name === 'limit'),
  );
  expect(paged.length).toBeGreaterThan(3);
  const ids = { inspection_id: await newInspection(api) };
  for (const { name, details } of paged) {
    const { schema } = details.parameters.find((one: Body) => one.name === 'limit');
    expect([schema.minimum, schema.maximum], name).toEqual([1, 500]);
    for (const limit of ['501', '0', '-1', '1e9', '1e999', 'NaN', '9'.repeat(400), '1.5']) {
      const { status, body } = await api.get(`${addressOf(name, ids)}?limit=${limit}`);
      expect([status, body.errors[0].path], `${name} ${limit}`).toEqual([422, 'limit']);
    }
  }
});

test('people add only so many damages, views and severities to an inspection, however fast, and deleting makes no room', async () => {
  const sender = await service.client();
  const path = `/inspections/${await newInspection(sender)}`;
  const { body: image } = await sender.upload(
    `${path}/images`,
    { tasks: ['damage_detection'] },
    await quarters().jpeg().toBuffer(),
  );
  const bodies = {
    damages: { damage_type: 'dent', part_type: 'hood' },
    views: { image_id: image.id, bounding_box: { xmin: 1, ymin: 1, width: 9, height: 9 } },
    severities: { label: 'hood', level: 1 },
  };
  const paths = { damages: 'damages', views: 'views', severities: 'severity_pricing' };
  for (const what of ['damages', 'views', 'severities'] as const) {
    const add = () => sender.post(`${path}/${paths[what]}`, bodies[what]);
    const answers = await Promise.all(Array.from({ length: 5 }, add));
    expect(answers.map(({ status }) => status).toSorted(), what).toEqual([201, 201, 201, 422, 422]);
    const added = answers.find(({ status }) => status === 201)!.body;
    expect((await sender.delete(`${path}/${paths[what]}/${added.id}`)).status).toBe(200);
    expect((await add()).body).toMatchObject({
      code: 'limit_reached',
      message: `People can add at most 3 ${what} to an inspection, deleted ones included. Create another inspection for more.`,
    });
  }
});

/** Every list somewhere in a schema that says nothing about how long it may be. */
const endless = (schema: Body, path: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const here = schema.type === 'array' && schema.maxItems === undefined && !schema.prefixItems ? [path] : [];
  const inner = Object.entries<Body>(schema.properties ?? {}).flatMap(([name, one]) =>
    endless(one, `${path}.${name}`),
  );
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...here,
    ...inner,
    ...endless(schema.items, `${path}[]`),
    ...variants.flatMap((one) => endless(one, path)),
  ];
};

test('every list in a body has a most', async () => {
  const lists = (await operations()).flatMap(({ details }) =>
    Object.values<Body>(details.requestBody?.content ?? {}).flatMap(({ schema }) => endless(schema, '')),
  );
  // The points of all polygons of a view are counted together: test/corrections/refused-views.test.ts.
  expect(lists.filter((path) => !path.endsWith('.polygons[]'))).toEqual([]);
});

const pngChunk = (type: string, data: Buffer) => {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A right picture with a text beside it that unfolds to 100 megabytes. */
const withBomb = async (type: 'zTXt' | 'iCCP') => {
  const picture = await quarters().png().toBuffer();
  const bomb = Buffer.concat([Buffer.from('name\0\0'), deflateSync(Buffer.alloc(100_000_000))]);
  const afterHeader = 8 + 25;
  return Buffer.concat([
    picture.subarray(0, afterHeader),
    pngChunk(type, bomb),
    picture.subarray(afterHeader),
  ]);
};

test.each(['zTXt', 'iCCP'] as const)('what is folded up in the %s of a picture stays so', async (type) => {
  const id = await newInspection(api);
  const file = await withBomb(type);
  expect(file.length).toBeLessThan(1_000_000);
  const { status, body } = await api.upload(`/inspections/${id}/images`, {}, file, { name: 'a.png' });
  expect([201, 422], JSON.stringify(body)).toContain(status);
  if (status !== 201) return;
  const kept = Buffer.from(await (await fetch(body.path)).arrayBuffer());
  expect(kept.length).toBeLessThan(10_000);
});

test('a compressed body is not unfolded', async () => {
  const json = JSON.stringify({ tasks: { images_ocr: {} }, additional_data: { x: 'y'.repeat(50_000_000) } });
  const { status } = await api.send('POST', '/inspections', {
    body: new Uint8Array(gzipSync(json)),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect([400, 415]).toContain(status);
  expect((await api.get('/inspections?inspection_type=none')).status).toBe(200);
});

test('a sender who dribbles is cut off, and what arrived of the file goes', async () => {
  const sender = await service.client();
  const id = await newInspection(sender);
  const before = await photoFilesOf(service);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const opening =
    '--edge\r\ncontent-disposition: form-data; name="json"\r\n\r\n{}\r\n' +
    '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.jpeg"\r\n\r\n';
  const photo = await quarters().jpeg().toBuffer();
  socket.write(
    `POST /v1/inspections/${id}/images HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${sender.token}\r\n` +
      `content-type: multipart/form-data; boundary=edge\r\ncontent-length: 1000000\r\n\r\n${opening}`,
  );
  socket.write(photo.subarray(0, 300));
  const dribble = setInterval(() => socket.write('x'), 100);
  // What is still sent after the answer may end the stream in an error, which says nothing of the answer.
  const said: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => said.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dribble);
  const answer = Buffer.concat(said).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"request_too_slow"');
  await expect.poll(() => photoFilesOf(service)).toEqual(before);
  expect((await sender.get(`/inspections/${id}`)).body.images).toEqual([]);
});

test('a client that guesses secrets of share links, also from many addresses of one network, gets 429 with Retry-After', async () => {
  let last = 0;
  const guess = () =>
    fetch(`${service.url}/v1/shared_inspections/${'x'.repeat(43)}`, {
      headers: { 'x-forwarded-for': `2001:db8:7:7::${++last}` },
    });
  const tried: Response[] = [];
  for (let i = 0; i < 8; i++) tried.push(...(await Promise.all(Array.from({ length: 10 }, guess))));
  const refused = tried.filter(({ status }) => status === 429);
  expect(tried.filter(({ status }) => status === 404)).toHaveLength(60);
  expect(refused).toHaveLength(20);
  const seconds = Number(refused[0]!.headers.get('retry-after'));
  expect(seconds >= 1 && seconds <= 60).toBe(true);
});

test('contests of one network are far fewer than its requests: the next one gets 429 with Retry-After', async () => {
  const damage = randomUUID();
  const send = (address: string) =>
    clientOf(`${service.url}/v1`, null).post(
      `/shared_inspections/${'x'.repeat(43)}/contests`,
      { damage_id: damage, reason: 'not_a_damage' },
      { headers: { 'x-forwarded-for': address } },
    );
  expect((await send('203.0.113.40')).status).toBe(404);
  const refused = await send('203.0.113.40');
  expectProblem(refused, 429, 'too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send('203.0.113.41')).status).toBe(404);
});

test('a client that sends many bad tokens is soon refused before any check, and no other client is', async () => {
  const [known, fresh] = [await service.client(), await service.client()];
  const ask = (address: string, token: string | null) =>
    clientOf(`${service.url}/v1`, token).get('/inspections', { headers: { 'x-forwarded-for': address } });
  const [flooding, elsewhere] = ['203.0.113.7', '203.0.113.8'];
  const forged = `${known.token!.slice(0, -8)}AAAAAAAA`;
  expect((await ask(flooding, known.token)).status).toBe(200);
  for (let i = 0; i < 60; i++) expect((await ask(flooding, i % 2 ? forged : null)).status).toBe(401);
  for (const token of [forged, null, 'x', fresh.token]) {
    const { status, body, headers } = await ask(flooding, token);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // Whoever was let in a moment ago stays in: the flood may come from a colleague behind the same address.
  expect((await ask(flooding, known.token)).status).toBe(200);
  expect((await ask(elsewhere, forged)).status).toBe(401);
  expect((await ask(elsewhere, fresh.token)).status).toBe(200);
});

/** Texts at which careless patterns go through every way to read them. */
const NASTY = ['a', '0', ' ', '-', '/', 'a.', '2026-', 'http://'];
const LONGER = 16;

/** As fast as it gets, in as many tries as it takes to be fast enough: a busy machine makes single ones late. */
const fastest = async (send: () => Promise<unknown>, enough: number) => {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; best > enough && i < 6; i++) {
    const start = performance.now();
    await send();
    best = Math.min(best, performance.now() - start);
  }
  return best;
};

/** Quadratic would be 256 times as long; below ten milliseconds the machine itself decides. */
const expectSteady = async (place: string, shortest: number, send: (value: string) => Promise<unknown>) => {
  for (const nasty of NASTY) {
    const of = (length: number) => `${nasty.repeat(length / nasty.length)}!`;
    const short = await fastest(() => send(of(shortest)), 10);
    const most = 3 * LONGER * Math.max(short, 10);
    const long = await fastest(() => send(of(shortest * LONGER)), most);
    expect(long, `${place}: ${nasty}, ${short} ms`).toBeLessThan(most);
  }
};

test('a text sixteen times as long never takes much more than sixteen times as long to be read', async () => {
  const path = `/inspections/${await newInspection(api)}`;
  const callback = (value: string) => ({ url: `ftp://${value}`, headers: { [value]: value }, event: value });
  const places: Record<string, (value: string) => Promise<unknown>> = {
    'an address': (url) =>
      api.post(`${path}/images`, { acquisition: { strategy: 'download_from_url', url } }),
    'a callback': (value) =>
      api.post('/inspections', { tasks: { images_ocr: { callbacks: [callback(value)] } } }),
    'a time': (value) => api.post(`${path}/share_links`, { expires_at: `2026-01-01T00:00:00${value}Z!` }),
    'a vehicle': (value) => api.patch(`${path}/vehicle`, { vin: value, plate: value, mileage: value }),
    'a report': (value) => api.patch(`${path}/pdf_data`, { comment: value, mileage: value }),
    'unknown names': (value) => api.patch(`${path}/vehicle`, { [value]: 1, [`${value}_A`]: 1 }),
  };
  for (const [place, send] of Object.entries(places)) await expectSteady(place, 2000, send);
});

test('so it is with headers and queries', async () => {
  for (const name of ['accept', 'range', 'x-request-id', 'idempotency-key', 'last-event-id'])
    await expectSteady(name, 400, (value) => api.get('/inspections?limit=1', { headers: { [name]: value } }));
  for (const name of ['search', 'after', 'plate'])
    await expectSteady(name, 150, (value) => api.get(`/inspections?${name}=${encodeURIComponent(value)}`));
});
