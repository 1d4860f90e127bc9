/** What clients send that would surprise a service; the numbers are those of docs/compatibility.md. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Body, type Client, client, clientOf } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { multipart, type Part } from '@walkaround/harness/clients/multipart.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { httpsService } from '@walkaround/harness/services/https.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let service: Awaited<ReturnType<typeof httpsService>>;
let liveConfigs: string;
let api: Client;

beforeAll(async () => {
  liveConfigs = await mkdtemp(join(tmpdir(), 'walkaround-test-'));
  await writeFile(join(liveConfigs, 'app.json'), '{"id":"app"}');
  service = await httpsService({ LIVE_CONFIGS_DIR: liveConfigs });
  api = await client();
});
afterAll(async () => {
  await service.stop();
  await rm(liveConfigs, { recursive: true });
});

const sendParts = (path: string, parts: Part[]) => api.send('POST', path, multipart(parts));

test('trap 1: newer clients speak https only, and the links in the answers are https too', async () => {
  expect(service.url).toMatch(/^https:/);
  const secure = await service.client();
  const id = await newInspection(secure);
  const { body } = await secure.upload(`/inspections/${id}/images`, {}, await photo(64, 48));
  expect(body.path).toMatch(new RegExp(`^${service.url}/files/`));
  expect((await fetch(body.path)).status).toBe(200);
});

test('trap 2: the file of an upload says jpeg or pdf where a media type belongs, so its bytes are believed', async () => {
  const id = await newInspection(api);
  const json = { name: 'json', content: '{}' };
  const png = await sharp(await photo(64, 48))
    .png()
    .toBuffer();
  const file = { name: 'image', filename: 'sight.jpeg', type: 'jpeg' };
  for (const [content, mimetype] of [
    [await photo(64, 48), 'image/jpeg'],
    [png, 'image/png'],
  ] as const) {
    const { status, body } = await sendParts(`/inspections/${id}/images`, [json, { ...file, content }]);
    expect([status, body.mimetype]).toEqual([201, mimetype]);
  }
  const { status } = await sendParts(`/inspections/${id}/images`, [json, { ...file, content: 'no picture' }]);
  expect(status).toBe(422);
});

/** Status and message, where there is one. */
const refusalOf = async (response: Promise<Response>) => {
  const answer = await response;
  const body = JSON.parse(await answer.text()) as Body;
  return [answer.status, typeof body.message, body.message.length > 10];
};

test('trap 3: every refusal is JSON with a message, whatever refuses it', async () => {
  const url = `${inject('serviceUrl')}/v1`;
  const authorization = `Bearer ${api.token}`;
  const asked: [number, string, RequestInit][] = [
    [401, '/inspections', {}],
    [401, '/inspections', { headers: { authorization: 'Basic abc' } }],
    [404, '/nowhere', {}],
    [404, `/inspections/${randomUUID()}`, { headers: { authorization } }],
    [
      400,
      '/inspections',
      { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: '{' },
    ],
    [
      415,
      '/inspections',
      { method: 'POST', headers: { authorization, 'content-type': 'text/xml' }, body: '<a/>' },
    ],
    [
      422,
      '/inspections',
      { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: '{}' },
    ],
    [
      413,
      '/inspections',
      {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: 'x'.repeat(2_000_000),
      },
    ],
    [403, '/files/a.jpg?expires=1&signature=x', {}],
    [422, '/image_resize/?image_url=https%3A%2F%2Fexample.com%2Fa.jpg&width=10&height=10', {}],
    [404, '/live-configurations/none.json', {}],
  ];
  for (const [status, path, init] of asked)
    expect(await refusalOf(fetch(url + path, init)), path).toEqual([status, 'string', true]);
  const socket = connect(Number(new URL(url).port), 'localhost');
  socket.write('not http\r\n\r\n');
  const [, body] = (await text(socket)).split('\r\n\r\n');
  expect(JSON.parse(body!)).toMatchObject({ message: expect.any(String) });
});

test('trap 4: every success is JSON and none is 204, also where something was deleted', async () => {
  const { paths } = (await (await fetch(`${inject('serviceUrl')}/openapi.json`)).json()) as Body;
  const NOT_JSON = /^\/(files|image_resize)|events$/;
  for (const [path, operations] of Object.entries<Body>(paths))
    for (const { responses } of Object.values<Body>(operations))
      for (const [status, { content }] of Object.entries<Body>(responses).filter(([code]) => code < '300'))
        if (!NOT_JSON.test(path)) {
          expect(status, path).not.toBe('204');
          expect(Object.keys(content), path).toContain('application/json');
        }
  const id = await newInspection(api);
  const deleted = await api.delete(`/inspections/${id}`);
  expect(deleted).toMatchObject({ status: 200, body: { id } });
});

test('trap 10: the event of a callback has three names', async () => {
  const manager = await client({ organization: randomUUID(), permissions: ['webhooks:manage'] });
  const url = 'https://hooks.invalid/called';
  const wishes = ['event', 'callbackEvent', 'callback_event'].flatMap((name) => [
    { url, [name]: 'STATUS_SET_TO_DONE', params: { name } },
    { url, [name]: 'STATUS_SET_TO_ERROR', params: { name } },
  ]);
  const id = await newInspection(manager, { pricing: { status: 'DONE', callbacks: wishes } });
  const { data } = (await manager.get(`/inspections/${id}/deliveries`)).body;
  expect(data.map((one: Body) => [one.event_type, one.url]).sort()).toEqual(
    ['callbackEvent', 'callback_event', 'event'].map((name) => ['STATUS_SET_TO_DONE', `${url}?name=${name}`]),
  );
});

test('trap 13: the report deletes a damage by a change to level 1, price 0 and repair', async () => {
  const id = await newInspection(api);
  const path = `/inspections/${id}/severity_pricing`;
  const { body } = await api.post(path, {
    label: 'hood',
    level: 3,
    pricing: 900,
    repair_operation: 'replace',
  });
  const change = await api.patch(`${path}/${body.id}`, { level: 1, pricing: 0, repair_operation: 'repair' });
  expect(change.status).toBe(200);
  const [severity] = (await api.get(`/inspections/${id}`)).body.severity_results;
  expect(severity).toMatchObject({
    id: body.id,
    value: { custom_severity: { level: 1, pricing: 0, repair_operation: { REPLACE: false } } },
  });
});

test('trap 14: the deletion of an image has a body, and what it demands of the tasks counts', async () => {
  const id = await newInspection(api);
  const path = `/inspections/${id}/images`;
  const { body } = await api.upload(path, { tasks: ['damage_detection'] }, await photo(64, 48));
  await api.patch(`/inspections/${id}/tasks/damage_detection`, { status: 'DONE' });
  const json = { authorized_tasks_statuses: ['NOT_STARTED'] };
  const kept = await api.delete(`${path}/${body.id}`, { json });
  expect([kept.status, kept.body.code]).toEqual([409, 'image_in_use']);
  expect(kept.body.message).toContain('damage_detection of this image is DONE');
  const gone = await api.delete(`${path}/${body.id}`, {
    json: { authorized_tasks_statuses: ['NOT_STARTED', 'DONE'] },
  });
  expect(gone).toMatchObject({ status: 200, body: { id: body.id, deleted: true } });
});

test('trap 18: one address takes a wish for a report as JSON and a finished report as a form', async () => {
  const id = await newInspection(api);
  const path = `/inspections/${id}/pdf`;
  expect(
    (await api.post(path, { pricing: false, customer: 'x', client_name: 'y', language: 'fr' })).status,
  ).toBe(202);
  const pdf = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n';
  const uploaded = await sendParts(path, [
    { name: 'json', content: '{"pdf_post_strategy":"upload"}' },
    { name: 'pdf_data', filename: `${id}-1.pdf`, type: 'pdf', content: pdf },
  ]);
  expect(uploaded.status).toBe(201);
  const read = await api.get(path);
  expect([read.status, read.body.source]).toEqual([200, 'client']);
  expect(await (await fetch(read.body.pdf_url)).text()).toBe(pdf);
});

test('trap 19: clients send Access-Control-Allow-Origin as if they were a service, and a preflight lets it pass', async () => {
  const sent = ['access-control-allow-origin', 'authorization', 'content-type', 'x-monk-sdk-version'];
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
    const { status, headers } = await fetch(`${service.url}/v1/inspections`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': method,
        'access-control-request-headers': sent.join(','),
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toContain(method);
    expect(headers.get('access-control-allow-headers')!.toLowerCase().split(/, */)).toEqual(
      expect.arrayContaining(sent),
    );
  }
});

test('trap 20: live configurations are asked for without a token, past every cache', async () => {
  const nobody = clientOf(`${service.url}/v1`, null);
  const { status, body, headers } = await nobody.get(`/live-configurations/app.json?nocache=${Date.now()}`, {
    headers: { origin: 'https://app.example.com' },
  });
  expect([status, body]).toEqual([200, { id: 'app' }]);
  expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
    'no-cache',
    '*',
  ]);
});

test('trap 21: an upload that waits for results is answered with them, well before clients give up', async () => {
  const id = await newInspection(api, { odometer: {}, warning_lights: {} });
  const names = ['compliances', 'odometer', 'warning_lights'];
  const began = Date.now();
  const { status, body } = await api.upload(
    `/inspections/${id}/images`,
    { tasks: names.map((name) => ({ name, wait_for_result: true })) },
    await photo(640, 480),
  );
  expect([status, Date.now() - began < 30_000]).toEqual([201, true]);
  expect(body.compliances.image_quality_assessment.status).toBe('DONE');
  // Nothing can be read on this picture, and nothing is made up.
  expect(body.odometer).toMatchObject({ value: null, error: expect.any(String) });
  expect(body.warning_lights).toBeNull();
});
