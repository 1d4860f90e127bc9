import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MULTIPART, multipart } from '../connection.ts';
import { type Figure, valueLine } from '../figure.ts';
import { peakMegabytes } from '../peak-memory.ts';
import { MEGABYTE, photoOf } from '../photos.ts';
import { type OpenService, openService, withCleanup } from '../test-bed.ts';

const AT_ONCE = 8;
const CHUNK = 256 * 1024;
/** Time between two chunks of one upload: slower than the service can read, so all are under way at once. */
const PAUSE_MS = 10;

/** All of the body but its end, bit by bit; the end when all the others are as far. */
const uploadSlowly = (
  url: string,
  headers: Record<string, string>,
  body: Buffer,
  othersReady: () => Promise<void>,
) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': String(body.length) } },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 201
            ? resolve()
            : reject(new Error(`An upload was answered with ${response.statusCode}.`)),
        );
      },
    );
    sent.on('error', reject);
    const write = async () => {
      let at = 0;
      for (; at + CHUNK < body.length; at += CHUNK) {
        sent.write(body.subarray(at, at + CHUNK));
        await sleep(PAUSE_MS);
      }
      await othersReady();
      sent.end(body.subarray(at));
    };
    write().catch(reject);
  });

/** Resolves for everyone once so many have called. */
const meeting = (members: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived === members) resolve();
    return promise;
  };
};

const wave = async ({ url, connection, authorization }: OpenService, photo: Buffer) => {
  const created = await connection.send('/v1/inspections', {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: '{"tasks":{"damage_detection":{}}}',
  });
  const { id } = JSON.parse(created.toString()) as { id: string };
  const headers = { ...authorization, 'content-type': MULTIPART };
  const ready = meeting(AT_ONCE);
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      uploadSlowly(
        `${url}/v1/inspections/${id}/images`,
        headers,
        multipart({ tasks: ['damage_detection'], additional_data: { sight_id: `s${n}` } }, photo),
        ready,
      ),
    ),
  );
};

export const uploadMemory: Figure = {
  name: 'upload_memory',
  about: `peak memory of the API process with ${AT_ONCE} uploads of 20 MB under way at once`,
  rounds: 3,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const photo = await photoOf(20 * MEGABYTE, 6000, 4000);
      for (let round = 0; round < rounds; round++) {
        progress(round, rounds);
        await wave(service, photo);
        await service.idle();
      }
      return [valueLine('upload_memory', 300, await peakMegabytes(service.pid), 'MB', rounds)];
    }),
};
