import { randomUUID } from 'node:crypto';
import { type Body, type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { type Received, startReceiver } from '@walkaround/harness/services/receiver.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: Awaited<ReturnType<typeof ownService>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let api: Client;
let failing: string;
const organization = randomUUID();

beforeAll(async () => {
  receiver = await startReceiver();
  service = await ownService({
    ALLOW_PRIVATE_ADDRESSES: 'true',
    CALLBACK_MAX_ATTEMPTS: '3',
    MODELS_DIR: '/nowhere',
  });
  api = await service.client({ organization, permissions: ['webhooks:manage'] });
  // The pause before a second attempt takes seconds; what comes of this one is looked at in the end.
  receiver.answer('/fails-first', 500);
  failing = await newInspection(api, {
    pricing: { status: 'DONE', callbacks: [{ url: `${receiver.url}/fails-first` }] },
  });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const deliveriesOf = async (id: string): Promise<Body[]> =>
  (await api.get(`/inspections/${id}/deliveries`)).body.data;

const settled = (id: string) =>
  until(
    async () => (await api.get(`/deliveries/${id}`)).body,
    ({ status }) => status !== 'pending',
  );

test('a delivery that is still being tried cannot be sent again beside that', async () => {
  await receiver.waitFor('/fails-first', 1);
  const [delivery] = await deliveriesOf(failing);
  const refused = await api.post(`/deliveries/${delivery.id}/replay`);
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
});

test('the service does not call into private networks unless told so, and the delivery says why', async () => {
  const mia = await client({ organization: randomUUID(), permissions: ['webhooks:manage'] });
  const url = `${receiver.url}/private`;
  // A webhook is refused when it is saved; a callback is a wish among others, so its delivery tells.
  expect(await mia.post('/webhooks', { url, event_types: ['inspection.created'] })).toMatchObject({
    status: 422,
    body: { errors: [{ message: expect.stringContaining('ALLOW_PRIVATE_ADDRESSES=true') }] },
  });
  const id = await newInspection(mia, { pricing: { status: 'DONE', callbacks: [{ url }] } });
  const [delivery] = await until(
    async () => (await mia.get(`/inspections/${id}/deliveries`)).body.data,
    (list) => list[0]?.status !== 'pending',
  );
  expect(delivery).toMatchObject({ status: 'failed', delivered_at: null });
  expect(delivery.attempts).toEqual([
    expect.objectContaining({ status: null, error: expect.stringContaining('private network') }),
  ]);
  expect(receiver.at('/private')).toEqual([]);
});

describe('a callback of a task', () => {
  test('brings what happened, with the headers and parameters that the client gave', async () => {
    const callbacks = [
      {
        url: `${receiver.url}/told?fixed=1`,
        headers: { Authorization: 'Bearer of-the-client', 'X-Tenant': 'acme' },
        params: { id: 'a b&c', n: 7, yes: true },
        event: 'STATUS_SET_TO_ERROR',
      },
    ];
    const id = await newInspection(api, { warning_lights: { callbacks } });
    await setStatus(api, id, 'warning_lights', 'TODO');
    const task = await ended(api, id, 'warning_lights');
    const [call] = await receiver.waitFor('/told', 1);
    expect(call!.method).toBe('POST');
    expect(Object.fromEntries(call!.url.searchParams)).toEqual({
      fixed: '1',
      id: 'a b&c',
      n: '7',
      yes: 'true',
    });
    const [delivery] = await deliveriesOf(id);
    expect(call!.headers).toMatchObject({
      authorization: 'Bearer of-the-client',
      'x-tenant': 'acme',
      'content-type': 'application/json',
      'x-walkaround-event': 'STATUS_SET_TO_ERROR',
      'x-walkaround-delivery': delivery.id,
    });
    const { trace_id: _, ...message } = task.error_messages[0];
    expect(call!.body).toEqual({
      event: 'STATUS_SET_TO_ERROR',
      inspection_id: id,
      task: { id: task.id, name: 'warning_lights', status: 'ERROR' },
      error_messages: [message],
    });
  });

  test.each<[string, object, string[]]>([
    ['without a wish', {}, ['STATUS_SET_TO_ERROR', 'STATUS_SET_TO_DONE']],
    ['event (generation 5)', { event: 'STATUS_SET_TO_DONE' }, ['STATUS_SET_TO_DONE']],
    ['callbackEvent (generation 3)', { callbackEvent: 'STATUS_SET_TO_ERROR' }, ['STATUS_SET_TO_ERROR']],
    ['callback_event (typed)', { callback_event: ['STATUS_SET_TO_DONE'] }, ['STATUS_SET_TO_DONE']],
    [
      'several',
      { event: ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'] },
      ['STATUS_SET_TO_ERROR', 'STATUS_SET_TO_DONE'],
    ],
    ['none at all', { event: [] }, []],
  ])('is made for the events that were asked for: %s', async (_how, wish, expected) => {
    const path = `/${randomUUID()}`;
    const callbacks = [{ url: receiver.url + path, ...wish }];
    const id = await newInspection(api, {
      warning_lights: { status: 'TODO', callbacks },
      compliances: { callbacks },
    });
    await ended(api, id, 'warning_lights');
    await setStatus(api, id, 'compliances', 'DONE');
    await receiver.waitFor(path, expected.length);
    expect((await deliveriesOf(id)).map(({ event_type }) => event_type).sort()).toEqual(expected.toSorted());
    expect(
      receiver
        .at(path)
        .map(({ body }) => body.event)
        .sort(),
    ).toEqual(expected.toSorted());
  });

  test('cannot set the headers that belong to the connection or to the service', async () => {
    const headers = {
      Host: 'evil',
      'X-Walkaround-Event': 'forged',
      'Transfer-Encoding': 'chunked',
      'X-Ok': '1',
    };
    await newInspection(api, {
      pricing: { status: 'DONE', callbacks: [{ url: `${receiver.url}/headers`, headers }] },
    });
    const [call] = await receiver.waitFor('/headers', 1);
    expect(call!.headers).toMatchObject({ 'x-ok': '1', 'x-walkaround-event': 'STATUS_SET_TO_DONE' });
    expect(call!.headers.host).toBe(new URL(receiver.url).host);
    expect(call!.headers['transfer-encoding']).toBeUndefined();
  });

  test('exists at most 16 times per task, and only for addresses and events that exist', async () => {
    const url = 'https://example.com/';
    const create = (callbacks: object[]) => api.post('/inspections', { tasks: { pricing: { callbacks } } });
    expect((await create(Array(16).fill({ url }))).status).toBe(201);
    const refusals = {
      'tasks.pricing.callbacks': Array(17).fill({ url }),
      'tasks.pricing.callbacks.0.url': [{ url: 'ftp://example.com/' }],
      'tasks.pricing.callbacks.0.event': [{ url, event: 'STATUS_SET_TO_TODO' }],
      'tasks.pricing.callbacks.0.headers.X-Bad': [{ url, headers: { 'X-Bad': 'a\r\nb' } }],
    };
    for (const [path, callbacks] of Object.entries(refusals)) {
      const refused = await create(callbacks);
      expect([refused.status, refused.body.errors?.[0].path]).toEqual([422, path]);
    }
  });

  test('is listed with its attempts, without the secrets of its headers, and can be sent again', async () => {
    const headers = { authorization: 'Bearer very-secret' };
    const callbacks = [{ url: `${receiver.url}/again`, headers }];
    const id = await newInspection(api, { pricing: { status: 'DONE', callbacks } });
    const [{ id: delivery }] = await deliveriesOf(id);
    const first = await settled(delivery);
    expect(first).toMatchObject({
      kind: 'callback',
      status: 'delivered',
      webhook_id: null,
      inspection_id: id,
    });
    expect(first.attempts).toEqual([expect.objectContaining({ status: 200, error: null })]);
    expect(JSON.stringify(first)).not.toContain('very-secret');

    const replayed = await api.post(`/deliveries/${delivery}/replay`);
    expect([replayed.status, replayed.body.status]).toEqual([202, 'pending']);
    const [one, two] = await receiver.waitFor('/again', 2);
    expect(two!.body).toEqual(one!.body);
    expect(two!.headers['x-walkaround-delivery']).toBe(one!.headers['x-walkaround-delivery']);
    expect((await settled(delivery)).attempts).toHaveLength(2);
  });
});

describe('a webhook of an organization', () => {
  const create = async (settings: object): Promise<Body> => {
    const { status, body } = await api.post('/webhooks', settings);
    expect(status).toBe(201);
    return body;
  };
  const verify = (secret: string, { text, headers }: Received) =>
    new Webhook(secret).verify(text, headers as Record<string, string>);

  test('is signed by the Standard Webhooks scheme, with a secret that is shown once', async () => {
    const hook = await create({ url: `${receiver.url}/signed`, event_types: ['inspection.created'] });
    expect(hook.secret).toMatch(/^whsec_/);
    const id = await newInspection(api);
    const [call] = await receiver.waitFor('/signed', 1);
    expect(verify(hook.secret, call!)).toEqual({
      type: 'inspection.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      data: { inspection_id: id },
    });
    expect(() => verify(hook.secret, { ...call!, text: call!.text.replace(id, randomUUID()) })).toThrow();

    const { secret: _, ...shown } = hook;
    expect((await api.get(`/webhooks/${hook.id}`)).body).toEqual(shown);
    expect((await api.get('/webhooks')).body.data).toContainEqual(shown);
    await api.delete(`/webhooks/${hook.id}`);
    expect((await api.get(`/webhooks/${hook.id}`)).status).toBe(404);
  });

  test('is told that costs are a draft where a person has to approve them, and who approved', async () => {
    const own = { organization: randomUUID(), permissions: ['webhooks:manage', 'organization:manage'] };
    const mia = await service.client({ ...own, user: 'mia' });
    await mia.patch('/organization/settings', { require_approval: true });
    const event_types = ['task.done', 'task.validated'];
    expect((await mia.post('/webhooks', { url: `${receiver.url}/review`, event_types })).status).toBe(201);
    const callbacks = [{ url: `${receiver.url}/review-callback` }];
    const id = await newInspection(mia, { repair_estimate: { status: 'TODO', callbacks } });
    await ended(mia, id, 'repair_estimate');
    await setStatus(mia, id, 'repair_estimate', 'VALIDATED');
    const [callback] = await receiver.waitFor('/review-callback', 1);
    expect(callback!.body.review).toEqual({ required: true, approved: false });
    const calls = await receiver.waitFor('/review', 2);
    const dataOf = (type: string) => calls.find(({ body }) => body.type === type)!.body.data;
    expect(dataOf('task.done').review).toEqual({ required: true, approved: false });
    expect(dataOf('task.validated')).toMatchObject({
      by: 'mia',
      models: [],
      review: { required: true, approved: true },
    });
  });

  test('hears the events it asked for, of its own organization, while it is active', async () => {
    const all = await create({ url: `${receiver.url}/all`, description: 'everything' });
    const some = await create({
      url: `${receiver.url}/some`,
      event_types: ['task.done', 'inspection.deleted'],
    });
    const off = await create({ url: `${receiver.url}/off`, active: false });
    const id = await newInspection(api, { compliances: { status: 'TODO' } });
    await ended(api, id, 'compliances');
    await api.delete(`/inspections/${id}`);
    await newInspection(await service.client({ organization: randomUUID() }));
    await newInspection(await service.client());

    await receiver.waitFor('/some', 2);
    const types = (path: string) =>
      receiver
        .at(path)
        .map(({ body }) => body.type)
        .sort();
    expect(types('/some')).toEqual(['inspection.deleted', 'task.done']);
    await receiver.waitFor('/all', 4);
    expect(types('/all')).toEqual(['inspection.created', 'inspection.deleted', 'task.done', 'task.started']);
    expect(receiver.at('/all').map(({ body }) => body.data.inspection_id)).toEqual([id, id, id, id]);
    expect(receiver.at('/off')).toEqual([]);

    const changed = await api.patch(`/webhooks/${some.id}`, { active: false, description: 'quiet' });
    expect(changed.body).toEqual({ ...some, secret: undefined, active: false, description: 'quiet' });
    const cleared = await api.patch(`/webhooks/${some.id}`, { description: null });
    expect(cleared.body).toMatchObject({ description: null, active: false, event_types: some.event_types });
    await api.patch(`/webhooks/${off.id}`, { active: true });
    await newInspection(api);
    await receiver.waitFor('/off', 1);
    expect(receiver.at('/some')).toHaveLength(2);

    const { body } = await api.get(`/webhooks/${all.id}/deliveries?limit=1`);
    expect(body.data).toMatchObject([
      { kind: 'webhook', webhook_id: all.id, event_type: 'inspection.created' },
    ]);
    expect(body.paging.next).not.toBeNull();
    for (const { id: hook } of [all, some, off]) await api.delete(`/webhooks/${hook}`);
  });

  test('that moves is called at its new address, also when something is sent again', async () => {
    const hook = await create({ url: `${receiver.url}/wrong`, event_types: ['inspection.created'] });
    await api.patch(`/webhooks/${hook.id}`, { url: `${receiver.url}/corrected` });
    await newInspection(api);
    const [call] = await receiver.waitFor('/corrected', 1);
    expect(verify(hook.secret, call!)).toMatchObject({ type: 'inspection.created' });
    const [delivery] = (await api.get(`/webhooks/${hook.id}/deliveries`)).body.data;
    await settled(delivery.id);
    await api.post(`/deliveries/${delivery.id}/replay`);
    const [, again] = await receiver.waitFor('/corrected', 2);
    expect(again!.headers['webhook-id']).toBe(call!.headers['webhook-id']);
    await api.delete(`/webhooks/${hook.id}`);
  });

  test.each([
    ['url', { url: 'not an address' }],
    ['url', { url: 'https://user:secret@example.com/' }],
    ['url', {}],
    ['event_types.0', { url: 'https://example.com/', event_types: ['task.lost'] }],
    ['active', { url: 'https://example.com/', active: 'yes' }],
  ])('with a wrong %s is refused', async (path, settings) => {
    const refused = await api.post('/webhooks', settings);
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([422, path]);
  });
});

test('a receiver that fails at first is tried again until it answers, and every attempt is listed', async () => {
  const calls = await receiver.waitFor('/fails-first', 2, 30_000);
  expect(new Set(calls.map(({ headers }) => headers['x-walkaround-delivery'])).size).toBe(1);
  const [delivery] = await deliveriesOf(failing);
  const done = await settled(delivery.id);
  expect(done.status).toBe('delivered');
  expect(done.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 200]);
  expect(done.attempts[0].error).toBe('The receiver answered with status 500.');
});
