import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { safeFetch } from '../../files/safe-fetch.ts';
import type { NewDelivery } from '../../inspections/ports/organization.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { testPorts } from '../test-ports.ts';
import { deliver, giveUpDelivery } from './deliver.ts';
import { changeWebhook, createWebhook, rotateSecret } from './manage-webhooks.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let ports: Ports;
const receivers: Server[] = [];
const manager = { user_id: 'mia', organization_id: 'acme', permissions: new Set(['webhooks:manage']) };

beforeAll(async () => {
  database = await startTestDatabase();
  store = createStore(database.pool, async () => {}, 'everything');
  ports = testPorts(store);
});
afterAll(async () => {
  for (const receiver of receivers) {
    receiver.closeAllConnections();
    receiver.close();
  }
  await database.stop();
});

const receive = async (answer: RequestListener): Promise<string> => {
  const receiver = createServer(answer);
  receivers.push(receiver);
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
};
const callbackTo = async (url: string, more: Partial<NewDelivery> = {}) => {
  const inspection_id = await insertTestInspection(store);
  const delivery = await store.events.insertDelivery({
    kind: 'callback',
    webhook_id: null,
    inspection_id,
    organization_id: null,
    event_type: 'STATUS_SET_TO_DONE',
    url,
    headers: {},
    payload: { event: 'STATUS_SET_TO_DONE', inspection_id },
    ...more,
  });
  return delivery.id;
};
const outcomeOf = async (id: string) => {
  const { status, attempts } = (await store.events.findDelivery(id))!;
  return { status, attempts: attempts.map((attempt) => [attempt.status, attempt.error]) };
};

test('a receiver that never answers is cut off after the timeout and tried again', async () => {
  const url = await receive(() => {});
  const id = await callbackTo(url);
  const hurried = { ...ports, limits: { ...ports.limits, callbackTimeoutSeconds: 0.3 } };
  await expect(deliver({ delivery_id: id }, hurried, { attemptsLeft: 1 })).rejects.toThrow('tried again');
  expect(await outcomeOf(id)).toEqual({
    status: 'pending',
    attempts: [[null, expect.stringContaining('within 0.3 s')]],
  });
  expect((await store.events.findDelivery(id))!.attempts[0]!.milliseconds).toBeGreaterThanOrEqual(295);
});

test('an endless answer is cut off, and its status counts', async () => {
  const url = await receive((_, response) => {
    response.writeHead(200);
    const pour = () => response.write('x'.repeat(512)) && setImmediate(pour);
    pour();
  });
  const id = await callbackTo(url);
  const patient = { ...ports, limits: { ...ports.limits, callbackTimeoutSeconds: 3600 } };
  expect(await deliver({ delivery_id: id }, patient, { attemptsLeft: 0 })).toBe('delivered');
});

test('the signature of a webhook verifies with the standard package, and a retry has a time of its own', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const url = await receive(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(received.length === 1 ? 500 : 204).end();
  });
  const settings = { url, event_types: [], description: null, active: true };
  const webhook = await createWebhook(manager, settings, ports);
  expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const owned = { kind: 'webhook' as const, webhook_id: webhook.id, organization_id: 'acme' };
  const id = await callbackTo(url, { ...owned, payload: { type: 'task.done', data: { name: 'Übersicht' } } });
  await expect(deliver({ delivery_id: id }, ports, { attemptsLeft: 1 })).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await deliver({ delivery_id: id }, ports, { attemptsLeft: 0 });

  for (const { headers, body } of received)
    expect(new Verifier(webhook.secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'task.done',
      data: { name: 'Übersicht' },
    });
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(2);
  const other = new Verifier(`whsec_${Buffer.alloc(32).toString('base64')}`);
  expect(() => other.verify(received[0]!.body, received[0]!.headers as Record<string, string>)).toThrow();
});

test('after a change of secret deliveries verify with the old one too, for a day', async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const url = await receive(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end();
  });
  const settings = { url, event_types: [], description: null, active: true };
  const before = await createWebhook(manager, settings, ports);
  const now = await rotateSecret(manager, { webhook_id: before.id }, ports);
  expect(now.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(now.secret).not.toBe(before.secret);
  const owned = { kind: 'webhook' as const, webhook_id: before.id, organization_id: 'acme' };
  const send = async () => deliver({ delivery_id: await callbackTo(url, owned) }, ports, { attemptsLeft: 0 });
  const verifies = (secret: string, { headers, body }: (typeof received)[number]) => {
    try {
      return Boolean(new Verifier(secret).verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  };
  await send();
  await database.pool.query(
    `update webhooks set previous_secret_until = now() - interval '1 second' where id = $1`,
    [before.id],
  );
  await send();
  expect(received.map((call) => [verifies(now.secret, call), verifies(before.secret, call)])).toEqual([
    [true, true],
    [true, false],
  ]);
});

test('a webhook that was switched off or deleted gets nothing, at once', async () => {
  let calls = 0;
  const url = await receive((_, response) => {
    calls += 1;
    response.end();
  });
  const webhook = await createWebhook(
    manager,
    { url, event_types: [], description: null, active: true },
    ports,
  );
  const owned = { kind: 'webhook' as const, webhook_id: webhook.id, organization_id: 'acme' };
  const [first, second] = [await callbackTo(url, owned), await callbackTo(url, owned)];
  await changeWebhook(manager, { webhook_id: webhook.id, change: { active: false } }, ports);
  expect(await deliver({ delivery_id: first }, ports, { attemptsLeft: 5 })).toBe('failed');
  await store.webhooks.delete(webhook.id);
  expect(await deliver({ delivery_id: second }, ports, { attemptsLeft: 5 })).toBe('failed');
  expect((await outcomeOf(first)).attempts[0]![1]).toMatch(/switched off/);
  expect((await outcomeOf(second)).attempts[0]![1]).toBe('The webhook was deleted.');
  expect(calls).toBe(0);
});

test('a redirect is not followed and counts as a failure', async () => {
  let followed = false;
  const url = await receive((request, response) => {
    followed ||= request.url === '/elsewhere';
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const id = await callbackTo(url);
  expect(await deliver({ delivery_id: id }, ports, { attemptsLeft: 0 })).toBe('failed');
  expect(await outcomeOf(id)).toEqual({
    status: 'failed',
    attempts: [[302, 'The receiver answered with status 302.']],
  });
  expect(followed).toBe(false);
});

test('a callback into a private network fails at once with the reason', async () => {
  const id = await callbackTo('http://127.0.0.1:9/');
  const strict = testPorts(store, { fetch: safeFetch });
  expect(await deliver({ delivery_id: id }, strict, { attemptsLeft: 5 })).toBe('failed');
  expect((await outcomeOf(id)).attempts).toEqual([[null, expect.stringContaining('private network')]]);
});

test("the client's headers are sent, except those that belong to the connection or cannot be sent", async () => {
  let headers: IncomingHttpHeaders = {};
  const url = await receive((request, response) => {
    headers = request.headers;
    response.end();
  });
  const given = {
    Authorization: 'Bearer mine',
    'X-Trace': '7',
    Host: 'elsewhere',
    'Content-Length': '3',
    'Transfer-Encoding': 'chunked',
    Connection: 'upgrade',
    'X-Split': 'a\r\nX-Injected: b',
    'bad name': 'x',
    'X-Walkaround-Delivery': 'forged',
  };
  const id = await callbackTo(url, { headers: given });
  expect(await deliver({ delivery_id: id }, ports, { attemptsLeft: 0 })).toBe('delivered');
  expect(headers).toMatchObject({
    authorization: 'Bearer mine',
    'x-trace': '7',
    'content-type': 'application/json',
    host: new URL(url).host,
    'x-walkaround-delivery': id,
  });
  for (const name of ['x-split', 'x-injected', 'bad name', 'transfer-encoding'])
    expect(headers).not.toHaveProperty(name);
});

test('what was delivered is not sent again, and a stopping worker is not counted as an attempt', async () => {
  let calls = 0;
  const stop = new AbortController();
  const url = await receive((_, response) => {
    calls += 1;
    if (calls > 1) response.end();
    else stop.abort(new Error('stopping'));
  });
  const id = await callbackTo(url);
  const stopped = deliver({ delivery_id: id }, ports, { attemptsLeft: 0, signal: stop.signal });
  await expect(stopped).rejects.toThrow('stopping');
  expect(await outcomeOf(id)).toEqual({ status: 'pending', attempts: [] });
  expect(await deliver({ delivery_id: id }, ports, { attemptsLeft: 0 })).toBe('delivered');
  expect(await deliver({ delivery_id: id }, ports, { attemptsLeft: 0 })).toBe('nothing_to_do');
  await giveUpDelivery({ delivery_id: id }, ports);
  expect(await outcomeOf(id)).toEqual({ status: 'delivered', attempts: [[200, null]] });
  expect(calls).toBe(2);
});

test('a delivery whose worker died in the last attempt says that it has failed', async () => {
  const id = await callbackTo('http://127.0.0.1:9/');
  await giveUpDelivery({ delivery_id: id }, ports);
  expect(await outcomeOf(id)).toEqual({
    status: 'failed',
    attempts: [[null, expect.stringContaining('Replay the delivery')]],
  });
});
