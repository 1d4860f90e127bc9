import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { multipart } from '@walkaround/harness/clients/multipart.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const LIMIT = 1_000_000;
const CHUNK = Buffer.alloc(64 * 1024, 7);
const PAUSE_MS = 20;
/** Sent with pauses, this takes seconds: nothing that is answered at the limit, or before, comes so late. */
const MUCH = 20 * LIMIT;

let service: Awaited<ReturnType<typeof ownService>>;
let api: Client;
beforeAll(async () => {
  service = await ownService({ MAX_IMAGE_BYTES: String(LIMIT), MODELS_DIR: '/nowhere' });
  api = await service.client();
});
afterAll(() => service.stop());

const chunked = (data: Buffer) =>
  Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);

/** An upload over a bare socket that goes on until it is answered, then waits to be cut off; what came back, and what was sent until then. */
const endlessUpload = async (path: string, pauseMs: number, token = api.token) => {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  let closed = false;
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => {});
  socket.write(
    `POST /v1${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: multipart/form-data; boundary=edge\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const opening =
    '--edge\r\ncontent-disposition: form-data; name="json"\r\n\r\n{"tasks": ["damage_detection"]}\r\n' +
    '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.jpeg"\r\ncontent-type: jpeg\r\n\r\n';
  socket.write(chunked(Buffer.concat([Buffer.from(opening), await photo()])));
  let sent = 0;
  for (; !closed && answer === '' && sent < 100 * LIMIT; sent += CHUNK.length) {
    const flushed = socket.write(chunked(CHUNK));
    if (pauseMs > 0) await sleep(pauseMs);
    if (!flushed)
      await Promise.race([
        new Promise((resolve) => socket.once('drain', resolve)),
        new Promise((resolve) => socket.once('close', resolve)),
      ]);
  }
  await expect.poll(() => closed).toBe(true);
  return { answer, sent };
};

test.each([
  ['that arrives slowly', PAUSE_MS, MUCH],
  // How much is on its way when the answer comes is up to the system then.
  ['that arrives as fast as it can', 0, 100 * LIMIT],
])('an upload without end %s is answered at the limit and cut off', async (_name, pauseMs, much) => {
  const id = await newInspection(api);
  const { answer, sent } = await endlessUpload(`/inspections/${id}/images`, pauseMs);
  expect(sent).toBeLessThan(much);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect(answer).toContain('"code":"too_large"');
  expect(answer).toContain('The photo is larger than 1 MB');
  expect(await imagesOf(api, id)).toEqual([]);
  await expect.poll(() => photoFilesOf(service)).toEqual([]);
});

test('an upload without end that is refused for another reason is cut off too', async () => {
  const id = await newInspection(api, { wheel_analysis: {} });
  for (const [token, status] of [
    [api.token, 422],
    ['nonsense', 401],
  ] as const) {
    const { answer, sent } = await endlessUpload(`/inspections/${id}/images`, PAUSE_MS, token);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(sent).toBeLessThan(MUCH);
  }
  await expect.poll(() => photoFilesOf(service)).toEqual([]);
});

test('after a small upload that is refused the connection can be used again', async () => {
  const id = await newInspection(api, { wheel_analysis: {} });
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let answers = '';
  socket.on('data', (data) => {
    answers += data;
  });
  const { body, headers } = multipart([
    { name: 'json', content: '{"tasks": ["damage_detection"]}' },
    { name: 'image', filename: 'a.jpeg', content: Buffer.alloc(500_000, 7) },
  ]);
  for (const token of ['nonsense', api.token])
    socket.write(
      `POST /v1/inspections/${id}/images HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n${Buffer.from(body).toString('latin1')}`,
      'latin1',
    );
  socket.write(`GET /health HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  await expect
    .poll(() => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status))
    .toEqual(['401', '422', '200']);
  socket.destroy();
});

test('an upload that its sender gives up leaves nothing behind', async () => {
  const id = await newInspection(api);
  const giveUp = new AbortController();
  const body = new ReadableStream({
    async start(controller) {
      const text =
        '--edge\r\ncontent-disposition: form-data; name="json"\r\n\r\n{}\r\n' +
        '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.jpeg"\r\n\r\n';
      controller.enqueue(Buffer.concat([Buffer.from(text), (await photo()).subarray(0, 5000)]));
    },
  });
  const sending = fetch(`${api.baseUrl}/inspections/${id}/images`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.token}`,
      'content-type': 'multipart/form-data; boundary=edge',
    },
    body,
    duplex: 'half',
    signal: giveUp.signal,
  } as RequestInit).catch((error: Error) => error.name);
  await expect.poll(() => photoFilesOf(service)).toEqual([expect.stringMatching(/^incoming\/.+\.part$/)]);
  giveUp.abort();
  expect(await sending).toBe('AbortError');
  await expect.poll(() => photoFilesOf(service)).toEqual([]);
  expect(await imagesOf(api, id)).toEqual([]);
});
