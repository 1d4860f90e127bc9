import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import type { InspectionEvent } from '../src/client.ts';
import { recordOf, sdkClient } from './harness/client.ts';
import { startProxy } from './harness/proxy.ts';

// Real models analyze the photos on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000 });

let proxy: Awaited<ReturnType<typeof startProxy>>;
let api: Awaited<ReturnType<typeof sdkClient>>;
beforeEach(async () => {
  proxy = await startProxy(inject('serviceUrl'));
  api = await sdkClient({}, { baseUrl: proxy.url });
});
afterEach(() => proxy.close());

const EVENTS = /events/;
const NEVER = 3_600_000;
const listening = () => expect.poll(() => proxy.open(EVENTS).length, { timeout: 10_000 }).toBe(1);

const withPhotos = async (count: number) => {
  const { result: id } = await api.inspections.createOne({ tasks: { compliances: {}, warningLights: {} } });
  for (let n = 0; n < count; n++)
    await api.images.addOne(id, {
      file: new Blob([new Uint8Array(await photo(120, 90))]),
      tasks: ['compliances'],
    });
  return id;
};
const start = (id: string) => api.tasks.updateOne(id, 'compliances', { status: 'TODO' });

test('a task is waited for by listening, with its progress, and asked for only a few times', async () => {
  const id = await withPhotos(2);
  const progress: string[] = [];
  const waiting = api.waitForTask(id, 'compliances', {
    pollMs: NEVER,
    onProgress: ({ done, total }) => progress.push(`${done} of ${total}`),
  });
  await listening();
  await start(id);
  expect(recordOf(await waiting)).toMatchObject({ name: 'compliances', status: 'DONE' });
  expect(progress).toEqual(['1 of 2', '2 of 2']);
  expect(
    api.asked.filter((asked) => asked === `GET /inspections/${id}/tasks/compliances`).length,
  ).toBeLessThan(6);
  await expect.poll(() => proxy.open(EVENTS)).toEqual([]);
  expect(recordOf(await api.waitForTask(id, 'compliances')).status).toBe('DONE');
});

test('where listening is not possible, the service is asked from time to time', async () => {
  proxy.next({ match: EVENTS, always: true, cutAfter: 0 });
  const id = await withPhotos(0);
  const waiting = api.waitForTask(id, 'compliances', { pollMs: 100 });
  await start(id);
  expect(recordOf(await waiting).status).toBe('DONE');
});

test('a stream that is cut while waiting is taken up again', async () => {
  const id = await withPhotos(0);
  const waiting = api.waitForTask(id, 'compliances', { pollMs: NEVER });
  await listening();
  proxy.open(EVENTS)[0]!.destroy();
  await start(id);
  expect(recordOf(await waiting).status).toBe('DONE');
});

test('a task that fails is thrown, in the words of the service', async () => {
  const id = await withPhotos(0);
  await api.tasks.updateOne(id, 'warning_lights', { status: 'TODO' });
  await expect(api.waitForTask(id, 'warning_lights')).rejects.toMatchObject({
    code: 'task_failed',
    message: expect.stringContaining('No model for warning_lights is installed'),
  });
});

test('waiting ends when the time is up, when it is aborted, and when the inspection is deleted', async () => {
  const id = await withPhotos(0);
  await expect(api.waitForTask(id, 'compliances', { timeoutMs: 300 })).rejects.toMatchObject({
    code: 'timeout',
    message: 'The task compliances was not done within 0.3 s.',
  });
  const giveUp = new AbortController();
  const aborted = api.waitForTask(id, 'compliances', { signal: giveUp.signal });
  giveUp.abort();
  await expect(aborted).rejects.toBe(giveUp.signal.reason);
  const deleted = api.waitForTask(id, 'compliances', { pollMs: NEVER });
  await listening();
  await api.inspections.deleteOne(id);
  const began = performance.now();
  await expect(deleted).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(performance.now() - began, 'milliseconds from the event to the end').toBeLessThan(10_000);
});

test('a report is waited for; one that nobody asked for is not', async () => {
  const id = await withPhotos(1);
  await expect(api.waitForPdf(id)).rejects.toMatchObject({ status: 422, code: 'pdf_not_requested' });
  await api.pdf.requestOne(id);
  const report = recordOf(await api.waitForPdf(id, { pollMs: NEVER }));
  expect((await fetch(report.pdfUrl)).headers.get('content-type')).toBe('application/pdf');
});

test('who watches hears everything once, over a connection that breaks, until the inspection is gone', async () => {
  const id = await withPhotos(0);
  const seen: InspectionEvent[] = [];
  const heard: boolean[] = [];
  const watch = async () => {
    const options = { lastEventId: '0', onListening: (now: boolean) => heard.push(now) };
    for await (const event of api.events.watch(id, options)) seen.push(event);
  };
  const watching = watch();
  await expect.poll(() => seen.length).toBe(1);
  await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  await expect.poll(() => seen.length).toBe(2);
  proxy.open(EVENTS)[0]!.destroy();
  await api.inspections.updateOne(id, { additionalData: { a: 1 } });
  await expect.poll(() => seen.length).toBe(3);
  await api.inspections.deleteOne(id);
  await watching;
  expect(seen.map(({ type }) => type)).toEqual([
    'inspection.created',
    'damage.created',
    'inspection.updated',
    'inspection.deleted',
  ]);
  expect(seen[1]).toMatchObject({ inspectionId: id, damageId: expect.any(String) });
  expect(heard).toEqual([true, false, true]);
});

test('a connection that has silently died is noticed', async () => {
  const id = await withPhotos(0);
  proxy.next({ match: EVENTS, silent: true });
  const heard: boolean[] = [];
  const onListening = (now: boolean) => heard.push(now);
  const events = api.events.watch(id, { silentMs: 300, onListening });
  const next = events.next();
  // A line on which nothing happens is taken for dead again and again, so there may be more.
  await expect.poll(() => heard.slice(0, 3)).toEqual([true, false, true]);
  await api.inspections.updateOne(id, { additionalData: { a: 1 } });
  expect((await next).value).toMatchObject({ type: 'inspection.updated' });
  await events.return(undefined);
});

test('watching also ends when the inspection is deleted while nobody can listen', async () => {
  const id = await withPhotos(0);
  const events = api.events.watch(id, { lastEventId: '0' });
  expect((await events.next()).value).toMatchObject({ type: 'inspection.created' });
  proxy.next({ match: EVENTS, cutAfter: 0 });
  proxy.open(EVENTS)[0]!.destroy();
  await api.inspections.deleteOne(id);
  expect((await events.next()).done).toBe(true);
});
