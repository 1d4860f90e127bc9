import { connect } from 'node:net';
import type { Answer, Client } from '@walkaround/harness/clients/client.ts';
import { assertDocumented } from '@walkaround/harness/clients/contract.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { type ownService, photoFilesOf } from '@walkaround/harness/services/own-service.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect } from 'vitest';
import { count, expectSense, outcomeOf } from './expect-answer.ts';
import { type FramedUpload, framedUpload } from './framed-upload.ts';
import { mutatedFile } from './mutated-file.ts';

/** What the service reads to its end even when it refuses it. Of more, the end of the connection may outrun the answer. */
const READ_WHOLE_BYTES = 1024 * 1024;

/** Sends the bytes as they are and reads what comes; nothing where the connection just ends. */
const exchange = (
  { baseUrl, token }: Client,
  path: string,
  { head, body, isShort }: FramedUpload,
): Promise<string> => {
  const { hostname, port, host, pathname } = new URL(baseUrl + path);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    socket.setTimeout(20_000, () => socket.destroy(new Error('No answer within 20 s.')));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // A service that has refused need not read on.
    socket.on('error', (error) =>
      error.message.startsWith('No answer') ? reject(error) : resolve(received),
    );
    socket.on('close', () => resolve(received));
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n${head}\r\n`,
    );
    socket.write(body);
    // More was promised: the sender gives up. Otherwise it is the service that ends the connection.
    if (isShort) socket.end();
  });
};

const answerIn = async (api: Client, path: string, received: string): Promise<Answer | undefined> => {
  const [head, ...rest] = received.split('\r\n\r\n');
  const [first, ...lines] = head!.split('\r\n');
  if (!first) return undefined;
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  const body = JSON.parse(rest.join('\r\n\r\n'));
  const status = Number(first.split(' ')[1]);
  await assertDocumented(api.baseUrl, 'POST', path, status, headers.get('content-type')!, body);
  return { status, headers, body };
};

/** What was accepted can be shown, is as large as it was said to be, and tells of nobody. */
const expectPicture = async ({ path, image_width, image_height, ...rest }: Answer['body']) => {
  const served = Buffer.from(await (await fetch(path)).arrayBuffer());
  const { width, height, exif, xmp, iptc } = await sharp(served).metadata();
  expect([width, height], JSON.stringify(rest)).toEqual([image_width, image_height]);
  expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
};

/** Uploads of any files in any frames. Returns the answers by outcome. */
export const fuzzUploads = async (
  service: Awaited<ReturnType<typeof ownService>>,
  seeds: Buffer[],
  runs: number,
  seed: number,
): Promise<Record<string, number>> => {
  const api = await service.client();
  const id = await newInspection(api);
  const path = `/inspections/${id}/images`;
  const counts: Record<string, number> = {};
  const upload = framedUpload(fc.oneof(mutatedFile(seeds), fc.constantFrom(...seeds)));
  await fc.assert(
    fc.asyncProperty(upload, async (framed) => {
      const answer = await answerIn(api, path, await exchange(api, path, framed));
      count(counts, answer ? outcomeOf(answer) : 'closed');
      if (!answer)
        return expect(framed.isShort || framed.body.length > READ_WHOLE_BYTES, framed.shape).toBe(true);
      expectSense(answer);
      if (answer.status === 201) await expectPicture(answer.body);
    }),
    { numRuns: runs, seed },
  );
  // Every image has its file and every file its image; nothing is left of what was refused.
  const images = (await api.get(`${path}?limit=500`)).body.data;
  const files = (await photoFilesOf(service)).filter(
    (name) => name.includes(id) || name.startsWith('incoming'),
  );
  expect(files.length).toBe(images.length);
  expect(files.filter((name) => name.startsWith('incoming'))).toEqual([]);
  return counts;
};
