import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { listen } from '@walkaround/harness/clients/event-stream.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { freezePostgres } from '@walkaround/harness/faults/freeze.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
beforeAll(async () => {
  service = await ownService({ LOG_LEVEL: 'debug', MODELS_DIR: '/nowhere' });
  api = await service.client({ user: `anna-${randomUUID()}`, organization: `acme-${randomUUID()}` });
});
afterAll(() => service.stop());

const metrics = async () => {
  const response = await fetch(`${service.url}/metrics`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test('the health tells whether the service lives and whether each part that it needs works', async () => {
  const health = {
    // It has no models, which takes nothing from its readiness.
    status: 'degraded',
    live: true,
    ready: true,
    checks: { database: 'ok', files: 'ok' },
    capabilities: {
      workers: { status: 'ok', message: 'Tasks, reports and webhooks are worked on.' },
      models: { status: 'degraded', message: expect.stringContaining('damage cannot be used') },
    },
    notes: [],
  };
  for (const path of ['/health', '/health/ready', '/v1/health'])
    await expect
      .poll(async () => (await fetch(service.url + path)).json(), { timeout: 30_000 })
      .toEqual(health);
  expect(await (await fetch(`${service.url}/health/live`)).json()).toEqual({ status: 'ok' });
});

test('every figure of the Grafana dashboard is one that the service tells', async () => {
  const dashboard = await readFile(
    new URL('../../../docs/running/grafana-dashboard.json', import.meta.url),
    'utf8',
  );
  const asked = new Set(dashboard.match(/walkaround_[a-z_0-9]+/g));
  const { text } = await metrics();
  // One that has no value yet is told by its type alone.
  const told = new Set(text.match(/(?<=^|^# TYPE )walkaround_[a-z_0-9]+/gm));
  expect([...asked].filter((name) => !told.has(name))).toEqual([]);
  expect(asked.size).toBeGreaterThan(5);
});

test('the metrics are Prometheus text with requests by route and jobs by queue, and nobody can be found in them', async () => {
  const id = await newInspection(api, { compliances: { status: 'TODO' } });
  await ended(api, id, 'compliances');
  await api.get(`/inspections/${randomUUID()}`);
  const { status, type, text } = await metrics();
  expect(status).toBe(200);
  expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines)
    expect(line).toMatch(/^[a-z0-9_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-+\w.]+$/);
  const count = (labels: string) =>
    lines.find((line) => line.startsWith(`walkaround_http_request_duration_seconds_count{${labels}}`));
  expect(count('method="POST",route="/inspections",status="201"')).toMatch(/ 1$/);
  expect(count('method="GET",route="/inspections/:inspection_id",status="404"')).toMatch(/ 1$/);
  for (const queue of ['run-task', 'assess-image', 'deliver', 'make-report'])
    for (const state of ['waiting', 'active', 'failed'])
      expect(text).toMatch(new RegExp(`^walkaround_jobs\\{queue="${queue}",state="${state}"\\} \\d+$`, 'm'));
  expect(text).not.toContain(id);
  expect(text).not.toContain('anna');
  expect(text).not.toContain('acme');
});

test('the log names routes and ids, but no token, no signature, no address and nothing about people or cars', async () => {
  const secrets = {
    vin: 'WVWZZZ1JZXW000001',
    plate: 'AB-123-CD',
    email: 'claire.owner@example.com',
    owner: 'Claire Owner',
    callback: 'secret-of-the-receiver',
    key: randomUUID(),
    name: 'IMG_from_claires_phone.jpeg',
  };
  const created = await api.post(
    '/inspections',
    {
      tasks: {
        compliances: {},
        images_ocr: {
          status: 'DONE',
          callbacks: [
            { url: `http://127.0.0.1:9/${secrets.callback}`, headers: { authorization: secrets.callback } },
          ],
        },
      },
      vehicle: { vin: secrets.vin, plate: secrets.plate, owner_info: { email: secrets.email } },
      additional_data: { customer: secrets.owner },
    },
    { headers: { 'idempotency-key': secrets.key } },
  );
  const path = `/inspections/${created.body.id}`;
  await api.patch(`${path}/pdf_data`, {
    vehicle_owner_email: secrets.email,
    vehicle_owner_last_name: secrets.owner,
  });
  expect(
    (await api.patch(`${path}/vehicle`, { vin: { wrong: secrets.vin }, mileage: secrets.plate })).status,
  ).toBe(422);
  const malformed = { body: `{"vin": "${secrets.vin}"`, headers: { 'content-type': 'application/json' } };
  expect((await api.send('PATCH', `${path}/vehicle`, malformed)).status).toBe(400);
  const image = await api.upload(`${path}/images`, { tasks: ['compliances'] }, await photo(120, 90), {
    name: secrets.name,
  });
  expect((await fetch(image.body.path)).status).toBe(200);
  const signature = new URL(image.body.path).searchParams.get('signature')!;
  expect((await fetch(`${image.body.path}x`)).status).toBe(403);
  await api.get(`/nowhere?vin=${secrets.vin}`);
  const forged = clientOf(`${service.url}/v1`, `${api.token!.slice(0, -8)}AAAAAAAA`);
  expect((await forged.get('/inspections')).status).toBe(401);
  await until(
    () => api.get(`${path}/deliveries`),
    ({ body }) => body.data[0]?.status === 'failed',
  );

  const log = await until(
    async () => service.output(),
    (output) => new RegExp(`"image_id":"${image.body.id}".*\\n`).test(output),
  );
  const lines = log
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      route: '/inspections',
      status: 201,
      reqId: created.headers.get('x-request-id'),
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ job: 'assess-image', image_id: image.body.id, outcome: 'done' }),
  );
  for (const [what, secret] of Object.entries({ ...secrets, signature }))
    expect(log, what).not.toContain(secret);
  expect(log).not.toMatch(/eyJ[\w-]{10}/);
  expect(log).not.toContain('signature=');
  expect(log).not.toContain('anna-');
});

test('a hundred watchers come and go without leaving anything behind', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  for (let round = 0; round < 4; round++) {
    const streams = await Promise.all(Array.from({ length: 25 }, () => listen(api, id)));
    await api.patch(`/inspections/${id}`, { additional_data: { round } });
    for (const stream of streams) await stream.until((seen) => seen.length === 1);
    await Promise.all(streams.map((stream) => stream.close()));
  }
  expect(service.output()).not.toContain('MaxListenersExceededWarning');
});

test.runIf(process.platform === 'linux')(
  'while the database hangs every answer says so and when to come back; afterwards all goes on, watchers and jobs too',
  async () => {
    const id = await newInspection(api, { compliances: {} });
    const stream = await listen(api, id);
    const before = (await api.get('/inspections?limit=500')).body.data.length;
    const thaw = await freezePostgres(service);
    try {
      const asking = [
        api.get(`/inspections/${id}`),
        api.get('/inspections'),
        api.post('/inspections', { tasks: { images_ocr: {} } }),
        setStatus(api, id, 'compliances', 'TODO'),
      ];
      const health = await fetch(`${service.url}/health`);
      expect([health.status, await health.json()]).toMatchObject([
        503,
        { ready: false, checks: { database: 'failing' } },
      ]);
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
      const { status, text } = await metrics();
      expect([status, text.includes('walkaround_http_request_duration_seconds_count')]).toEqual([200, true]);
      for (const answer of await Promise.all(asking)) {
        expect([answer.status, answer.body.code]).toEqual([503, 'database_unavailable']);
        expect(answer.headers.get('retry-after')).toBe('3');
      }
    } finally {
      thaw();
    }
    await until(
      () => fetch(`${service.url}/health`),
      ({ status }) => status === 200,
    );
    // What was answered with 503 has not happened.
    expect((await api.get('/inspections?limit=500')).body.data).toHaveLength(before);
    expect((await setStatus(api, id, 'compliances', 'TODO')).status).toBe(200);
    expect((await ended(api, id, 'compliances')).status).toBe('DONE');
    await stream.until((seen) => seen.some(({ event }) => event === 'task.done'));
    expect(stream.isOver()).toBe(false);
    await stream.close();
    expect(service.process.exitCode).toBeNull();
    expect(service.output()).not.toContain('The worker ended');
  },
  60_000,
);

test('a service that is told to stop ends its streams and goes in peace', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const stream = await listen(api, id);
  const began = performance.now();
  expect(await service.stop()).toBe(0);
  expect(stream.isOver()).toBe(true);
  expect(performance.now() - began).toBeLessThan(10_000);
});
