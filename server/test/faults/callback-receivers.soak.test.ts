import { randomUUID } from 'node:crypto';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { startReceiver } from '@walkaround/harness/services/receiver.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

const HANGING = 40;
const ATTEMPTS = 3;
/** No organization has more deliveries under way. */
const AT_ONCE = 4;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let service: Awaited<ReturnType<typeof ownService>>;
let database: pg.Pool;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await ownService({
    ALLOW_PRIVATE_ADDRESSES: 'true',
    MODELS_DIR: '/nowhere',
    CALLBACK_MAX_ATTEMPTS: String(ATTEMPTS),
    CALLBACK_TIMEOUT_SECONDS: '300',
    LOG_LEVEL: 'silent',
  });
  database = await databaseOf(service);
});
afterAll(async () => {
  await database?.end();
  // First the receiver: the service waits for deliveries under way.
  await receiver?.close();
  await service?.stop();
});

const somebody = () => service.client({ organization: randomUUID(), permissions: ['webhooks:manage'] });

/** An organization that hears of its new inspections at this path. */
const listening = async (path: string) => {
  const api = await somebody();
  const hook = { url: receiver.url + path, event_types: ['inspection.created'] };
  expect((await api.post('/webhooks', hook)).status).toBe(201);
  return api;
};

test(`${HANGING} deliveries to a receiver that hangs do not hold up those of others`, async () => {
  receiver.misbehave('/hangs', 'hangs');
  const slow = await listening('/hangs');
  const quick = await listening('/quick');
  for (let n = 0; n < HANGING; n++) await newInspection(slow);
  await receiver.waitFor('/hangs', AT_ONCE);
  for (let n = 1; n <= 5; n++) {
    await newInspection(quick);
    await receiver.waitFor('/quick', n);
  }
  // All of them came while the first ones were still hanging.
  expect(receiver.at('/hangs')).toHaveLength(AT_ONCE);
});

const deliveryOf = async (api: Client, id: string): Promise<Body> =>
  (await api.get(`/inspections/${id}/deliveries`)).body.data[0];

/** The seconds from an attempt until the next one was to be made, which is then made at once. */
const pauseBefore = async (attempt: number, deliveryId: string): Promise<number> => {
  const { rows } = await until(
    () =>
      database.query(
        `update pgboss.job j set start_after = now() from pgboss.job old
         where old.id = j.id and j.name = 'deliver' and j.state = 'retry' and j.data->>'delivery_id' = $1
           and j.retry_count = $2
         returning extract(epoch from old.start_after - old.started_on)::float as pause`,
        [deliveryId, attempt - 2],
      ),
    ({ rowCount }) => rowCount === 1,
    30_000,
  );
  return rows[0].pause;
};

test.each([
  [
    'answers 500',
    () => receiver.answer('/bad', ...Array(ATTEMPTS).fill(500)),
    'The receiver answered with status 500.',
  ],
  [
    'breaks the connection',
    () => receiver.misbehave('/bad', 'resets'),
    'The address does not answer, or breaks off. Check it in a browser.',
  ],
])(
  'a receiver that %s is tried again after growing pauses, then given up; it can be sent again',
  async (_, begin, error) => {
    begin();
    const api = await somebody();
    const id = await newInspection(api, {
      pricing: { status: 'DONE', callbacks: [{ url: `${receiver.url}/bad` }] },
    });
    const { id: deliveryId } = await deliveryOf(api, id);
    const pauses: number[] = [];
    for (let attempt = 2; attempt <= ATTEMPTS; attempt++) pauses.push(await pauseBefore(attempt, deliveryId));
    // Between as long and twice as long, by chance; then twice that.
    expect(pauses[0]).toBeGreaterThanOrEqual(5);
    expect(pauses[1]).toBeGreaterThanOrEqual(10);
    const failed = await until(
      () => deliveryOf(api, id),
      ({ status }) => status === 'failed',
      30_000,
    );
    expect(failed.attempts.map((attempt: Body) => attempt.error)).toEqual(Array(ATTEMPTS).fill(error));

    receiver.misbehave('/bad', undefined);
    expect((await api.post(`/deliveries/${deliveryId}/replay`)).status).toBeLessThan(300);
    const sent = await until(
      () => deliveryOf(api, id),
      ({ status }) => status === 'delivered',
      30_000,
    );
    expect(sent.attempts).toHaveLength(ATTEMPTS + 1);
  },
);
