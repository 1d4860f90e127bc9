import { randomUUID } from 'node:crypto';
import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { eventTypesUntilDeleted, imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { oneOfEverything, oneWebhook } from '@walkaround/harness/clients/one-of-everything.ts';
import { addressOf, type Ids, operations } from '@walkaround/harness/clients/operations.ts';
import { RIGHT_BODIES } from '@walkaround/harness/clients/right-bodies.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { beforeAll, expect, test } from 'vitest';

const organization = randomUUID();
let owner: Client;
let ids: Ids;

beforeAll(async () => {
  owner = await client({ organization, permissions: ['webhooks:manage'] });
  ids = { ...(await oneOfEverything(owner)), ...(await oneWebhook(owner)) };
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

/** An upload, and what is the same however often it is said. */
const OTHERS = [
  'POST /inspections/{inspection_id}/images',
  'POST /inspections/{inspection_id}/pdf',
  'POST /inspections/{inspection_id}/evidence',
  'POST /inspections/{inspection_id}/damages/{damage_id}/restore',
  'POST /inspections/{inspection_id}/restore',
  'POST /inspections/{inspection_id}/comparison/decisions',
  'POST /inspections/{inspection_id}/suspicions/{suspicion_id}/confirm',
  'POST /inspections/{inspection_id}/suspicions/{suspicion_id}/dismiss',
  'POST /inspections/{inspection_id}/suspicions/{suspicion_id}/reopen',
  'POST /vehicles/{vehicle_id}/merge',
  'POST /deliveries/{delivery_id}/replay',
  'POST /inspections/{inspection_id}/contests/{contest_id}/decision',
  'POST /shared_inspections/{secret}/contests',
  'POST /shared_inspections/{secret}/contests/{contest_id}/withdrawal',
];

/** It takes no body. */
const WITHOUT_BODY = 'POST /webhooks/{webhook_id}/secret';
const REPEATABLE = [
  ...Object.keys(RIGHT_BODIES).filter((name) => name.startsWith('POST') && !OTHERS.includes(name)),
  WITHOUT_BODY,
];

test('every operation that can be repeated by its key is tried here', async () => {
  const posts = (await operations()).filter(({ method }) => method === 'POST').map(({ name }) => name);
  expect(posts.sort()).toEqual([...REPEATABLE, ...OTHERS].sort());
});

test.each(REPEATABLE)('the key of somebody else opens nothing: %s', async (operation) => {
  const key = randomUUID();
  const send = (caller: Client) =>
    caller.post(addressOf(operation, ids), RIGHT_BODIES[operation]?.(ids) ?? {}, keyed(key));
  const first = await send(owner);
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
  const colleague = await client({ organization });
  const stranger = await client({ organization: randomUUID(), permissions: ['webhooks:manage'] });
  for (const caller of [colleague, stranger]) {
    const answer = await send(caller);
    if (answer.status < 300) expect(answer.body.id).not.toBe(first.body.id);
    else expect([403, 404]).toContain(answer.status);
    expect(JSON.stringify(answer.body)).not.toContain(first.body.secret ?? first.body.id ?? key);
  }
});

test('a person of two organizations has keys in each: what was said in one is not told in the other', async () => {
  const user = randomUUID();
  const permissions = ['webhooks:manage'];
  const [here, there] = [
    await client({ user, organization, permissions }),
    await client({ user, organization: randomUUID(), permissions }),
  ];
  const key = keyed(randomUUID());
  const hook = { url: 'https://example.com/hook', active: false };
  const made = await here.post('/webhooks', hook, key);
  const refused = await there.post('/webhooks', hook, key);
  expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_key_reused']);
  expect(JSON.stringify(refused.body)).not.toContain(made.body.secret);
  expect((await there.get('/webhooks')).body.data).toEqual([]);
  expect((await here.post('/webhooks', hook, key)).body.id).toBe(made.body.id);
});

test('one task that is started thirty times at once runs once', async () => {
  const id = await newInspection(owner, { compliances: {} });
  const starts = await Promise.all(
    Array.from({ length: 30 }, () => setStatus(owner, id, 'compliances', 'TODO')),
  );
  expect(starts.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await ended(owner, id, 'compliances')).toMatchObject({ status: 'DONE' });
  const types = await eventTypesUntilDeleted(owner, id);
  expect(types.filter((type) => type === 'task.done')).toHaveLength(1);
});

test('the same photo thirty times at once is one photo', async () => {
  const id = await newInspection(owner, { images_ocr: {} });
  const picture = await photo(120, 90);
  const sent = await Promise.all(
    Array.from({ length: 30 }, () =>
      owner.upload(`/inspections/${id}/images`, { tasks: ['images_ocr'] }, picture),
    ),
  );
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
  expect(await imagesOf(owner, id)).toHaveLength(1);
});

test('steps cannot be left out: nothing is validated that was not done, nothing added to what was started', async () => {
  const id = await newInspection(owner, { damage_detection: {}, images_ocr: { status: 'DONE' } });
  for (const status of ['VALIDATED', 'IN_PROGRESS', 'ERROR']) {
    const refused = await setStatus(owner, id, 'damage_detection', status);
    expect([409, 422], `${status}: ${JSON.stringify(refused.body)}`).toContain(refused.status);
  }
  const late = await owner.upload(
    `/inspections/${id}/images`,
    { tasks: ['images_ocr'] },
    await photo(120, 90),
  );
  expect([late.status, late.body.code]).toEqual([409, expect.stringMatching(/./)]);
});

test('there are only so many webhooks of an organization and links of an inspection', async () => {
  const manager = await client({ organization: randomUUID(), permissions: ['webhooks:manage'] });
  const id = await newInspection(manager);
  const most = async (send: () => Promise<{ status: number; body: { code?: string } }>) => {
    const answers = await Promise.all(Array.from({ length: 60 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
    expect(answers.find(({ status }) => status === 422)!.body.code).toBe('limit_reached');
    return answers.filter(({ status }) => status === 201).length;
  };
  const hooks = await most(() => manager.post('/webhooks', { url: 'https://example.com/', active: false }));
  expect([hooks, (await manager.get('/webhooks')).body.data.length]).toEqual([20, 20]);
  const links = await most(() => manager.post(`/inspections/${id}/share_links`, {}));
  expect([links, (await manager.get(`/inspections/${id}/share_links`)).body.data.length]).toEqual([50, 50]);
});
