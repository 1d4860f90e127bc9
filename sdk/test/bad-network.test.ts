import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sdkClient } from './harness/client.ts';
import { startProxy } from './harness/proxy.ts';

let proxy: Awaited<ReturnType<typeof startProxy>>;
let api: Awaited<ReturnType<typeof sdkClient>>;
beforeAll(async () => {
  proxy = await startProxy(inject('serviceUrl'));
  api = await sdkClient({}, { baseUrl: proxy.url });
});
afterAll(() => proxy.close());

const tasks = { imagesOcr: {} };
/** Noise cannot be compressed, so that the file is large. */
const noise = async (width: number, height: number) => {
  const pixels = randomBytes(width * height * 3);
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
};
const answer = (status: string, headers: string, body = '') =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;

test('a POST whose answer gets lost is sent again and carried out once', async () => {
  const own = await sdkClient({}, { baseUrl: proxy.url });
  proxy.next({ match: /^POST/, cutAnswer: true });
  const { result } = await own.inspections.createOne({ tasks });
  expect(own.asked).toEqual(['POST /inspections', 'POST /inspections']);
  expect((await own.inspections.getMany()).result).toEqual([result]);
});

test('a photo whose connection breaks halfway is sent again, with progress that begins anew', async () => {
  const { result: id } = await api.inspections.createOne({ tasks });
  const file = await noise(800, 600);
  expect(file.size).toBeGreaterThan(250_000);
  proxy.next({ match: /images/, cutAfter: 150_000 });
  const progress: number[] = [];
  const added = await api.images.addOne(
    id,
    { file, tasks: ['images_ocr'] },
    { onProgress: ({ sent, total }) => progress.push(sent / total) },
  );
  expect((await api.images.getMany(id)).result).toEqual([added.result]);
  expect(added.entities.images[added.result]!.binarySize).toBe(file.size);
  const anew = progress.findIndex((share, i) => i > 0 && share < progress[i - 1]!);
  expect(anew).toBeGreaterThan(0);
  const second = progress.slice(anew);
  expect(second.length).toBeGreaterThan(2);
  expect(second).toEqual(second.toSorted((a, b) => a - b));
  expect(second.at(-1)).toBe(1);
});

test('the same file twice under one key of your own is one image, without any progress asked for', async () => {
  const { result: id } = await api.inspections.createOne({ tasks });
  const file = await noise(80, 60);
  const add = () => api.images.addOne(id, { file }, { idempotencyKey: `shot-1-${id}` });
  const [first, again] = [await add(), await add()];
  expect(again.result).toBe(first.result);
});

test.each(['429 Too Many Requests', '503 Service Unavailable'])(
  '%s is waited out as long as the service says',
  async (status) => {
    proxy.next({ match: /sights/, answer: answer(status, 'retry-after: 1\r\n') });
    const began = performance.now();
    expect((await api.sights.getMany({ vehicle: 'audia7' })).result).toHaveLength(14);
    expect(performance.now() - began).toBeGreaterThan(990);
  },
);

test('a wait of hours is left to the caller', async () => {
  proxy.next({ match: /sights/, answer: answer('503 Service Unavailable', 'retry-after: 7200\r\n') });
  await expect(api.sights.getMany()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 7200 });
});

test('what a proxy says in its own form is still told apart from the service', async () => {
  proxy.next({ match: /sights/, answer: answer('404 Not Found', 'content-type: text/html\r\n', '<html>') });
  await expect(api.sights.getMany()).rejects.toMatchObject({ status: 404, code: 'unreadable_answer' });
});

test('a service that cannot be reached is given up on after the retries', async () => {
  const gone = await startProxy(inject('serviceUrl'));
  gone.close();
  const own = await sdkClient({}, { baseUrl: gone.url, retries: 1 });
  await expect(own.inspections.getMany()).rejects.toMatchObject({ status: 0, code: 'network_error' });
  expect(own.asked).toHaveLength(2);
});

test('a service that does not answer is not waited for for ever', async () => {
  const own = await sdkClient({}, { baseUrl: proxy.url, retries: 0, timeoutMs: 200 });
  proxy.next({ match: /sights/, answer: '' });
  await expect(own.sights.getMany()).rejects.toMatchObject({ status: 0, code: 'timeout' });
});

test('who aborts an upload gets the reason back at once, and nothing is stored', async () => {
  const { result: id } = await api.inspections.createOne({ tasks });
  const giveUp = new AbortController();
  const reason = new Error('The inspector left.');
  const uploading = api.images.addOne(
    id,
    { file: await noise(800, 600) },
    { signal: giveUp.signal, onProgress: () => giveUp.abort(reason) },
  );
  await expect(uploading).rejects.toBe(reason);
  expect((await api.images.getMany(id)).result).toEqual([]);
});
