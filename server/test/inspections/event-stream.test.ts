import { randomUUID } from 'node:crypto';
import { type Client, client, clientOf, until } from '@walkaround/harness/clients/client.ts';
import { listen, type Seen } from '@walkaround/harness/clients/event-stream.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { decodeJwt } from 'jose';
import { beforeAll, expect, inject, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const types = (seen: Seen[]) => seen.map(({ event }) => event);
const addPhoto = async (id: string) =>
  (await api.upload(`/inspections/${id}/images`, { tasks: ['compliances'] }, await photo(120, 90))).body.id;

test('who watches from the beginning hears everything in its order, with progress', async () => {
  const id = await newInspection(api, { compliances: {} });
  const stream = await listen(api, id, '0');
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');

  const images = [await addPhoto(id), await addPhoto(id)];
  await stream.until((seen) => types(seen).filter((type) => type === 'image.assessed').length === 2);
  await setStatus(api, id, 'compliances', 'TODO');
  const { id: task_id } = await ended(api, id, 'compliances');
  await setStatus(api, id, 'compliances', 'VALIDATED');
  await api.patch(`/inspections/${id}`, { additional_data: { a: 1 } });
  await stream.until((seen) => seen.at(-1)?.event === 'inspection.updated');
  await stream.close();

  const heard = types(stream.seen);
  expect(heard[0]).toBe('inspection.created');
  expect(heard.slice(1, 5).sort()).toEqual([
    'image.added',
    'image.added',
    'image.assessed',
    'image.assessed',
  ]);
  expect(heard.slice(5)).toEqual([
    'task.started',
    'task.progress',
    'task.progress',
    'task.done',
    'task.validated',
    'inspection.updated',
  ]);
  const ids = stream.seen.map((event) => Number(event.id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  for (const { event, data } of stream.seen)
    expect(data).toMatchObject({ type: event, inspection_id: id, created_at: expect.any(String) });
  const progress = stream.seen.filter(({ event }) => event === 'task.progress').map(({ data }) => data);
  expect(progress).toMatchObject([
    { task: 'compliances', task_id, done: 1, total: 2 },
    { task: 'compliances', task_id, done: 2, total: 2 },
  ]);
  const added = stream.seen.filter(({ event }) => event === 'image.added').map(({ data }) => data.image_id);
  expect(added).toEqual(images);
});

test('who comes back with the last id it saw misses nothing and hears nothing twice', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const first = await listen(api, id, '0');
  await first.until((seen) => seen.length === 1);
  await first.close();
  for (const n of [1, 2, 3]) await api.patch(`/inspections/${id}`, { additional_data: { n } });

  const last = first.seen.at(-1)!.id;
  const second = await listen(api, id, last);
  await second.until((seen) => seen.length === 3);
  await api.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  await second.until((seen) => seen.length === 4);
  await second.close();
  expect(types(second.seen)).toEqual([
    'inspection.updated',
    'inspection.updated',
    'inspection.updated',
    'damage.created',
  ]);
  expect(second.seen.map((event) => event.id)).not.toContain(last);

  const stop = new AbortController();
  const byQuery = await fetch(`${api.baseUrl}/inspections/${id}/events?last_event_id=${second.seen[2]!.id}`, {
    headers: { authorization: `Bearer ${api.token}`, 'last-event-id': '0' },
    signal: stop.signal,
  });
  const reader = byQuery.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('damage.created')) text += (await reader.read()).value;
  expect(text).not.toContain('inspection.updated');
  stop.abort();
});

test('who names no event hears only what is to come', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const stream = await listen(api, id);
  await api.patch(`/inspections/${id}/vehicle`, { brand: 'Renault' });
  await stream.until((seen) => seen.length > 0);
  await stream.close();
  expect(stream.seen).toMatchObject([{ event: 'inspection.updated', data: { changed: 'vehicle' } }]);
});

test('the stream ends with the inspection, and cannot be opened any more', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const other = await newInspection(api, { images_ocr: {} });
  const [stream, untouched] = [await listen(api, id), await listen(api, other)];
  await api.delete(`/inspections/${id}`);
  await stream.until(() => stream.isOver());
  expect(types(stream.seen)).toEqual(['inspection.deleted']);
  expect(untouched.isOver()).toBe(false);
  expect(untouched.seen).toEqual([]);
  await untouched.close();
  expect((await listen(api, id, '0')).response.status).toBe(404);
});

test('twenty watchers hear the same, and those who leave disturb nobody', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(api, id)));
  await Promise.all(streams.slice(0, 10).map((stream) => stream.close()));
  for (let n = 0; n < 10; n++) await api.patch(`/inspections/${id}`, { additional_data: { n } });
  for (const stream of streams.slice(10)) await stream.until((seen) => seen.length === 10);
  const heard = streams.slice(10).map(({ seen }) => seen.map((event) => event.id).join());
  expect(new Set(heard).size).toBe(1);
  await Promise.all(streams.slice(10).map((stream) => stream.close()));
});

test('the stream ends with its token; with a new one and the last event it goes on', async () => {
  const user = `user-${randomUUID()}`;
  const owner = await client({ user });
  const id = await newInspection(owner, { images_ocr: {} });
  const short = await client({ user, expiresIn: '3s' });
  const stream = await listen(short, id, '0');
  await stream.until((seen) => seen.length === 1);
  await stream.until(() => stream.isOver());
  expect(Date.now() / 1000).toBeGreaterThanOrEqual(decodeJwt(short.token!).exp!);
  await owner.patch(`/inspections/${id}`, { additional_data: { a: 1 } });
  const renewed = await listen(owner, id, stream.seen.at(-1)!.id);
  await renewed.until((seen) => seen.length === 1);
  await renewed.close();
  expect(types(stream.seen)).toEqual(['inspection.created']);
  expect(types(renewed.seen)).toEqual(['inspection.updated']);
});

test('a caller opens a hundred streams and no more, which holds up nobody else', async () => {
  const organization = randomUUID();
  const [greedy, colleague] = [await client({ organization }), await client({ organization })];
  const [id, other] = [await newInspection(greedy), await newInspection(colleague)];
  const streams = await Promise.all(Array.from({ length: 100 }, () => listen(greedy, id)));
  for (const { response } of streams) expect(response.status).toBe(200);
  const refused = await greedy.get(`/inspections/${id}/events`);
  expectProblem(refused, 429, 'too_many_streams');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const others = await listen(colleague, other);
  expect(others.response.status).toBe(200);

  await streams.pop()!.close();
  // The service learns of it a moment later.
  const again = await until(
    () => listen(greedy, id),
    ({ response }) => response.status === 200,
  );
  await Promise.all([...streams, again, others].map((stream) => stream.close()));
});

test.each(['x', '-1', '1e3', '9'.repeat(16)])('an id that no event has is refused: %s', async (wrong) => {
  const id = await newInspection(api, { images_ocr: {} });
  const path = `/inspections/${id}/events`;
  const inHeader = await api.get(path, { headers: { 'last-event-id': wrong } });
  expect([inHeader.status, inHeader.body.errors]).toMatchObject([422, [{ path: 'Last-Event-ID' }]]);
  const inQuery = await api.get(`${path}?last_event_id=${wrong}`);
  expect([inQuery.status, inQuery.body.errors]).toMatchObject([422, [{ path: 'last_event_id' }]]);
});

test('nobody watches what it may not see, and a refusal is an ordinary answer', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const path = `/inspections/${id}/events`;
  const stranger = await (await client()).get(path);
  expect([stranger.status, stranger.body.code]).toEqual([404, 'not_found']);
  const nobody = await clientOf(`${inject('serviceUrl')}/v1`, null).get(path);
  expect([nobody.status, nobody.body.code]).toEqual([401, 'missing_token']);
});

test('who asks for the headers of the stream only is not kept waiting', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const headers = { authorization: `Bearer ${api.token}` };
  const signal = AbortSignal.timeout(5000);
  const answer = await fetch(`${api.baseUrl}/inspections/${id}/events`, {
    method: 'HEAD',
    headers,
    signal,
  });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
});

test('a web page may watch: the stream carries the CORS headers and its request id', async () => {
  const id = await newInspection(api, { images_ocr: {} });
  const stop = new AbortController();
  const { headers } = await fetch(`${api.baseUrl}/inspections/${id}/events`, {
    headers: {
      authorization: `Bearer ${api.token}`,
      origin: 'https://app.example.com',
      'x-request-id': 'watch-1',
    },
    signal: stop.signal,
  });
  stop.abort();
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('x-request-id')).toBe('watch-1');
});
