import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3Blobs } from './s3-blobs.ts';

/** Thirty times shorter than in the service, where the same ends within 30 s. */
const IDLE_MS = 300;
/** On a busy machine; without the limits it would be minutes, or never. */
const MOST_MS = 10_000;
const SIZE = 2_000_000;

// No S3: it only takes connections, and that is all that a store that hangs does.
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
const server = createServer((request, response) => answer(request, response));
let blobs: ReturnType<typeof createS3Blobs>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hanging-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  blobs = createS3Blobs({
    bucket: 'photos',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    forcePathStyle: true,
    idleMs: IDLE_MS,
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const unavailable = { kind: 'temporary', code: 'storage_unavailable' };

const put = async (bytes: number) => {
  const path = join(folder, 'photo.jpg');
  await writeFile(path, Buffer.alloc(bytes));
  await blobs.put('inspections/a/photo.jpg', path, 'image/jpeg');
};

test.each<[string, () => Promise<unknown>]>([
  ['an upload', () => put(1000)],
  ['a photo', () => blobs.open('inspections/a/photo.jpg')],
  ['a part of a photo', () => blobs.open('inspections/a/photo.jpg', { start: 5 })],
  ['a deletion', () => blobs.remove(['inspections/a/photo.jpg'])],
  ['a list of files', () => Array.fromAsync(blobs.list('inspections/'))],
  ['a look whether it is there', () => blobs.ready()],
])('%s does not wait for a store that never answers', async (_name, ask) => {
  answer = () => {};
  const began = performance.now();
  await expect(ask()).rejects.toMatchObject(unavailable);
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});

const give = (bytes: number) => (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-length': SIZE, 'content-type': 'image/jpeg' });
  response.write(Buffer.alloc(bytes));
};

test('a photo that stops coming in the middle is an error, not a shorter photo', async () => {
  answer = give(SIZE / 2);
  const { stream } = await blobs.open('inspections/a/photo.jpg');
  const began = performance.now();
  await expect(buffer(stream)).rejects.toMatchObject(unavailable);
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});

test('whoever reads slowly gets all of it', async () => {
  answer = (request, response) => {
    give(SIZE)(request, response);
    response.end();
  };
  const { stream } = await blobs.open('inspections/a/photo.jpg');
  await sleep(3 * IDLE_MS);
  expect((await buffer(stream)).length).toBe(SIZE);
});
