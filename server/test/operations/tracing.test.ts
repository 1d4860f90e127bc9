import { randomBytes } from 'node:crypto';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { type Span, startCollector } from '@walkaround/harness/services/collector.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { startReceiver } from '@walkaround/harness/services/receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const SECRETS = {
  user: 'claire.owner',
  vin: 'WVWZZZ1JZXW000001',
  callback: 'secret-of-the-receiver',
  name: 'IMG_from_claires_phone.jpeg',
};

let collector: Awaited<ReturnType<typeof startCollector>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
beforeAll(async () => {
  [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  service = await ownService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20b3Bz,x-tenant=yard',
    OTEL_SERVICE_NAME: 'walkaround-in-test',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MODELS_DIR: '/nowhere',
  });
  api = await service.client({ user: SECRETS.user });
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  collector?.close();
});

const named = (spans: Span[], name: string) => spans.filter((span) => span.name === name);

test('a request is one trace, from its caller to the jobs that it leads to', async () => {
  const [trace, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  const callbacks = [{ url: `${receiver.url}/${SECRETS.callback}` }];
  const created = await api.post(
    '/inspections',
    { tasks: { compliances: { status: 'TODO', callbacks } }, vehicle: { vin: SECRETS.vin } },
    { headers: { traceparent: `00-${trace}-${caller}-01` } },
  );
  const ours = () => collector.spans.filter((span) => span.trace === trace);
  await expect.poll(() => named(ours(), 'job deliver'), { timeout: 50_000 }).toHaveLength(1);
  await expect.poll(() => named(ours(), 'POST /inspections'), { timeout: 10_000 }).toHaveLength(1);

  const [request] = named(ours(), 'POST /inspections');
  expect(request).toMatchObject({
    service: 'walkaround-in-test',
    parent: caller,
    failed: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/inspections',
      'http.response.status_code': 201,
      'walkaround.request_id': created.headers.get('x-request-id'),
    },
  });
  const below = (parent: Span) => ours().flatMap((span) => (span.parent === parent.id ? span.name : []));
  expect(below(request!)).toEqual(expect.arrayContaining(['begin', 'insert', 'commit', 'job run-task']));
  const [task] = named(ours(), 'job run-task');
  expect(task!.attributes).toMatchObject({
    'messaging.destination.name': 'run-task',
    'walkaround.inspection_id': created.body.id,
    'walkaround.task': 'compliances',
  });
  expect(below(task!)).toEqual(expect.arrayContaining(['begin', 'update', 'commit', 'job deliver']));
  expect(below(named(ours(), 'job deliver')[0]!)).toContain('send to a receiver');
  expect(collector.received[0]).toMatchObject({
    path: '/v1/traces',
    headers: { authorization: 'Basic b3Bz', 'x-tenant': 'yard' },
  });
});

test('a collector that never answers delays no request, delays the shutdown by seconds only, and still gets the last spans', async () => {
  collector.hang();
  const times: number[] = [];
  for (let i = 0; i < 21; i++) {
    const began = performance.now();
    expect((await api.get('/inspections?limit=1')).status).toBe(200);
    times.push(performance.now() - began);
  }
  expect(times.sort((a, b) => a - b)[10]).toBeLessThan(1000);
  const id = await newInspection(api, { images_ocr: {} });
  const path = `/inspections/${id}/images`;
  const image = await api.upload(path, {}, await photo(40, 30), { name: SECRETS.name });
  expect((await fetch(image.body.path)).status).toBe(200);
  expect((await fetch(`${image.body.path}x`)).status).toBe(403);
  expect((await fetch(`${service.url}/v1/inspections?plate=${SECRETS.vin}`)).status).toBe(401);
  await fetch(`${service.url}/health`);

  expect(await service.stop()).toBe(0);
  const { spans, received } = collector;
  const told = (name: string) =>
    named(spans, name).map((span) => span.attributes['http.response.status_code']);
  expect(told('POST /inspections/:inspection_id/images')).toEqual([201]);
  expect(told('GET /inspections')).toEqual([...times.map(() => 200), 401]);
  expect(told('GET /files/*').toSorted()).toEqual([200, 403]);
  expect(spans.filter(({ name }) => name.includes('/health'))).toEqual([]);

  const everything = received.map(({ text }) => text).join('\n');
  const signature = new URL(image.body.path).searchParams.get('signature')!;
  for (const [what, secret] of Object.entries({ ...SECRETS, signature, token: api.token! }))
    expect(everything, what).not.toContain(secret);
});
