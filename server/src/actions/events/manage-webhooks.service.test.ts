import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOutside } from '../../files/safe-fetch.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Job } from '../../inspections/ports/store.ts';
import { createCheckedStore as createStore } from '../../store/test-checked-store.ts';
import { insertTestInspection, startTestDatabase } from '../../store/test-database.ts';
import { testPorts } from '../test-ports.ts';
import {
  getDelivery,
  listCallbackDeliveries,
  listWebhookDeliveries,
  replayDelivery,
} from './list-deliveries.ts';
import { changeWebhook, createWebhook, deleteWebhook, getWebhook, listWebhooks } from './manage-webhooks.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let ports: Ports;
const sent: Job[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  ports = testPorts(createStore(database.pool, async (_, job) => void sent.push(job), 'everything'));
});
afterAll(() => database.stop());

const actor = (user_id: string, organization_id: string | null, ...permissions: string[]) => ({
  user_id,
  organization_id,
  permissions: new Set(permissions),
});
const manager = actor('mia', 'acme', 'webhooks:manage');
const stranger = actor('otto', 'other', 'webhooks:manage', 'inspections:read_organization');
const settings = { url: 'https://hooks.example.com/in', event_types: [], description: null, active: true };
const page = { limit: 10, pagination_order: 'desc' } as const;

const recordEvent = async (options: { organization_id?: string; owner_id?: string }) => {
  const id = await insertTestInspection(ports.store, options);
  const organization_id = options.organization_id ?? null;
  await ports.store.events.record({ inspection_id: id, organization_id, type: 'task.done', data: {} });
  return id;
};

test('a webhook is created, read, changed, listed and deleted by who manages the organization', async () => {
  const created = await createWebhook(manager, { ...settings, event_types: ['task.done'] }, ports);
  expect(await getWebhook(manager, { webhook_id: created.id }, ports)).toEqual(created);
  const change = { url: 'https://hooks.example.com/out', active: false };
  const changed = await changeWebhook(manager, { webhook_id: created.id, change }, ports);
  expect(changed).toEqual({ ...created, ...change });
  expect(await listWebhooks(manager, {}, ports)).toEqual([changed]);
  await deleteWebhook(manager, { webhook_id: created.id }, ports);
  await expect(getWebhook(manager, { webhook_id: created.id }, ports)).rejects.toMatchObject({
    kind: 'not_found',
  });
});

test('an address where nothing would be sent is refused at once, with what the operator can do', async () => {
  const strict = { ...ports, mayFetch: isOutside };
  const { id } = await createWebhook(manager, settings, ports);
  const url = 'http://127.0.0.1:9/in';
  for (const refused of [
    createWebhook(manager, { ...settings, url }, strict),
    changeWebhook(manager, { webhook_id: id, change: { url } }, strict),
  ])
    await expect(refused).rejects.toMatchObject({
      kind: 'input',
      message: expect.stringMatching(/private network.*ALLOW_PRIVATE_ADDRESSES=true/),
    });
  await deleteWebhook(manager, { webhook_id: id }, ports);
});

test('another organization sees no webhook of ours, and without the permission nobody does', async () => {
  const { id } = await createWebhook(manager, settings, ports);
  for (const act of [getWebhook, deleteWebhook])
    await expect(act(stranger, { webhook_id: id }, ports)).rejects.toMatchObject({ kind: 'not_found' });
  const change = { active: false };
  await expect(changeWebhook(stranger, { webhook_id: id, change }, ports)).rejects.toMatchObject({
    kind: 'not_found',
  });
  expect(await listWebhooks(stranger, {}, ports)).toEqual([]);
  for (const nobody of [actor('anna', 'acme'), actor('anna', null, 'webhooks:manage')]) {
    await expect(createWebhook(nobody, settings, ports)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(getWebhook(nobody, { webhook_id: id }, ports)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(listWebhooks(nobody, {}, ports)).rejects.toMatchObject({ kind: 'forbidden' });
  }
  await expect(getWebhook(manager, { webhook_id: 'x' }, ports)).rejects.toMatchObject({ kind: 'not_found' });
  await deleteWebhook(manager, { webhook_id: id }, ports);
});

test('an address that cannot be called is refused with the field that is wrong', async () => {
  const wrong = [
    'ftp://example.com',
    'nonsense',
    'https://anna:secret@example.com/',
    `https://x.com/${'a'.repeat(2000)}`,
  ];
  for (const url of wrong)
    await expect(createWebhook(manager, { ...settings, url }, ports)).rejects.toMatchObject({
      kind: 'input',
      errors: [{ path: 'url' }],
    });
});

test('the twenty-first webhook of an organization is refused', async () => {
  const full = actor('mia', 'full', 'webhooks:manage');
  for (let count = 0; count < 20; count++) await createWebhook(full, settings, ports);
  await expect(createWebhook(full, settings, ports)).rejects.toMatchObject({ code: 'limit_reached' });
});

test('deliveries of a webhook are listed for its organization and can be replayed once they are finished', async () => {
  const { id: webhook_id } = await createWebhook(manager, settings, ports);
  const inspection_id = await recordEvent({ organization_id: 'acme' });
  const { page: found } = await listWebhookDeliveries(manager, { ...page, webhook_id }, ports);
  expect(found.rows).toMatchObject([
    { kind: 'webhook', inspection_id, status: 'pending', event_type: 'task.done' },
  ]);
  const delivery_id = found.rows[0]!.id;
  await expect(replayDelivery(manager, { delivery_id }, ports)).rejects.toMatchObject({ kind: 'conflict' });

  const attempt = { at: new Date().toISOString(), status: 500, error: 'no', milliseconds: 1 };
  await ports.store.events.noteAttempt(delivery_id, attempt, 'failed');
  sent.length = 0;
  const replays = await Promise.allSettled([1, 2].map(() => replayDelivery(manager, { delivery_id }, ports)));
  expect(replays.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(sent).toEqual([{ name: 'deliver', data: { delivery_id }, tenant: 'acme' }]);
  expect(await getDelivery(manager, { delivery_id }, ports)).toMatchObject({
    status: 'pending',
    attempts: [attempt],
  });

  await expect(listWebhookDeliveries(stranger, { ...page, webhook_id }, ports)).rejects.toMatchObject({
    kind: 'not_found',
  });
  for (const act of [getDelivery, replayDelivery]) {
    await expect(act(stranger, { delivery_id }, ports)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(act(actor('anna', 'acme'), { delivery_id }, ports)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(act(manager, { delivery_id: inspection_id }, ports)).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(act(manager, { delivery_id: 'x' }, ports)).rejects.toMatchObject({ kind: 'not_found' });
  }
});

test("deliveries of an inspection's callbacks are for its readers, and replayed by those who may change it", async () => {
  const inspection_id = await insertTestInspection(ports.store, {
    owner_id: 'anna',
    organization_id: 'acme',
  });
  const { id: delivery_id } = await ports.store.events.insertDelivery({
    kind: 'callback',
    webhook_id: null,
    inspection_id,
    organization_id: 'acme',
    event_type: 'STATUS_SET_TO_DONE',
    url: 'https://example.com',
    headers: {},
    payload: {},
  });
  await ports.store.events.noteAttempt(
    delivery_id,
    { at: '', status: 200, error: null, milliseconds: 1 },
    'delivered',
  );
  const owner = actor('anna', 'acme');
  const reader = actor('rita', 'acme', 'inspections:read_organization');
  const { page: found } = await listCallbackDeliveries(reader, { ...page, inspection_id }, ports);
  expect(found.rows.map(({ id }) => id)).toEqual([delivery_id]);
  expect(await getDelivery(reader, { delivery_id }, ports)).toMatchObject({ id: delivery_id });
  await expect(replayDelivery(reader, { delivery_id }, ports)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await replayDelivery(owner, { delivery_id }, ports)).toMatchObject({ status: 'pending' });
  await expect(listCallbackDeliveries(stranger, { ...page, inspection_id }, ports)).rejects.toMatchObject({
    kind: 'not_found',
  });
  await expect(getDelivery(stranger, { delivery_id }, ports)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(replayDelivery(stranger, { delivery_id }, ports)).rejects.toMatchObject({ kind: 'not_found' });
});
