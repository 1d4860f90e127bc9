import { randomUUID } from 'node:crypto';
import { type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { memoryOf } from '@walkaround/harness/faults/process-size.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 300_000 });

const ORGANIZATIONS = 4;
const CALLERS = 10;
const STREAMS_OF_EACH = 100;
const STREAMS = ORGANIZATIONS * CALLERS * STREAMS_OF_EACH;
const MEASURED_MS = 10_000;
const EVENTS = 20;

let service: Awaited<ReturnType<typeof ownService>>;
beforeAll(async () => {
  service = await ownService({ MODELS_DIR: '/nowhere', LOG_LEVEL: 'silent' });
});
afterAll(() => service?.stop());

const open: ClientRequest[] = [];
afterAll(() => {
  for (const stream of open) stream.destroy();
});

const heard = { streams: 0, events: 0 };

/** A plain connection: a thousand of them cost a test less than a thousand fetches. */
const listen = ({ baseUrl, token }: Client, inspection: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = get(
      `${baseUrl}/inspections/${inspection}/events`,
      { agent: false, headers },
      (answer) => {
        expect(answer.statusCode).toBe(200);
        answer.setEncoding('utf8').on('data', (text: string) => {
          heard.events += text.split('\nevent: ').length - 1;
        });
        answer.once('data', () => {
          heard.streams += 1;
          resolve();
        });
        answer.on('error', () => {});
      },
    );
    request.on('error', reject);
    open.push(request);
  });

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** How long somebody else waits for an inspection, while `meanwhile` goes on. */
const readsOf = async (api: Client, inspection: string, meanwhile: () => Promise<unknown>) => {
  const times: number[] = [];
  const end = performance.now() + MEASURED_MS;
  const going = meanwhile();
  while (performance.now() < end) {
    const began = performance.now();
    expect((await api.get(`/inspections/${inspection}`)).status).toBe(200);
    times.push(performance.now() - began);
  }
  await going;
  return { median: median(times), slowest: Math.max(...times) };
};

test(`with ${STREAMS} event streams everybody hears everything, and others read as before`, async () => {
  const somebody = await service.client();
  const own = await newInspection(somebody);
  const watched = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, async () => {
      const organization = randomUUID();
      const owner = await service.client({ organization });
      return { organization, owner, id: await newInspection(owner) };
    }),
  );
  const change = async () => {
    for (let n = 0; n < EVENTS; n++) {
      for (const { owner, id } of watched)
        await owner.patch(`/inspections/${id}`, { additional_data: { n } });
      await sleep(MEASURED_MS / EVENTS / 2);
    }
  };
  await readsOf(somebody, own, change);
  const before = await readsOf(somebody, own, change);
  const memoryBefore = memoryOf(service.process.pid!);

  const began = performance.now();
  for (const { organization, id } of watched)
    for (let n = 0; n < CALLERS; n++) {
      const caller = await service.client({ organization, permissions: ['inspections:read_organization'] });
      await Promise.all(Array.from({ length: STREAMS_OF_EACH }, () => listen(caller, id)));
    }
  const opening = performance.now() - began;
  expect(heard.streams).toBe(STREAMS);

  const quiet = await readsOf(somebody, own, async () => {});
  const busy = await readsOf(somebody, own, change);
  await until(
    async () => heard.events,
    (events) => events === EVENTS * STREAMS,
  );
  const [ms, mb] = [(value: number) => value.toFixed(1), memoryOf(service.process.pid!) - memoryBefore];
  process.stdout.write(
    `${STREAMS} streams on ${ORGANIZATIONS} inspections, opened in ${ms(opening / 1000)} s: reads of somebody else ` +
      `p50 ${ms(before.median)} ms without them, ${ms(quiet.median)} ms with them, ${ms(busy.median)} ms while ` +
      `${heard.events} events are told (slowest ${ms(busy.slowest)} ms); memory + ${Math.round(mb)} MB\n`,
  );
  expect(busy.median).toBeLessThan(Math.max(100, 10 * before.median));
});
