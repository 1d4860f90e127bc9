import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { startFaultyStore } from '@walkaround/harness/faults/faulty-store.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { type Swift, startSwift, whyNoSwift } from '@walkaround/harness/stores/swift.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MINUTE_MS = 60_000;
/** The service gives the store up after 10 s, twice; the rest is for a busy machine. */
const ANSWERED_WITHIN_MS = 30_000;
const EVERY = ['PUT', 'GET', 'HEAD', 'DELETE'];

describe.skipIf(whyNoSwift !== null)(
  `the S3 store takes connections and never answers, for a minute${whyNoSwift === null ? '' : `: ${whyNoSwift}`}`,
  () => {
    let swift: Swift;
    let store: Awaited<ReturnType<typeof startFaultyStore>>;
    let service: Awaited<ReturnType<typeof ownService>>;
    let api: Client;
    const acknowledged = new Map<string, Buffer>();

    beforeAll(async () => {
      swift = await startSwift();
      store = await startFaultyStore(swift.endpoint);
      const environment = { LOG_LEVEL: 'silent', MODELS_DIR: '/nowhere' };
      service = await ownService({ ...swift.environment(store.endpoint), ...environment });
      api = await service.client();
    });
    afterAll(async () => {
      await service?.stop();
      await store?.close();
      await swift?.stop();
    });

    const timed = async <T>(work: Promise<T>) => {
      const began = performance.now();
      return { answer: await work, ms: performance.now() - began };
    };
    const upload = async (id: string) => {
      const file = await photo();
      const answer = await api.upload(`/inspections/${id}/images`, { tasks: ['compliances'] }, file);
      if (answer.status === 201) acknowledged.set(answer.body.id, file);
      return answer;
    };
    const load = async ({ path }: Body) => {
      const response = await fetch(path);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };

    test('everybody is answered in time, nothing acknowledged is lost, and all works again by itself', async () => {
      const id = await newInspection(api, { compliances: {} });
      expect((await upload(id)).status).toBe(201);
      const [image] = await imagesOf(api, id);
      // A started task takes no more photos.
      const open = await newInspection(api, { compliances: {} });

      store.fail('hangs', { on: EVERY });
      const until60 = sleep(MINUTE_MS);
      // A task is started meanwhile: that is acknowledged, for it needs no file yet.
      expect((await setStatus(api, id, 'compliances', 'TODO')).status).toBe(200);
      const waits: Record<string, number[]> = { upload: [], photo: [], read: [] };
      let isOver = false;
      void until60.then(() => {
        isOver = true;
      });
      const uploads = async () => {
        while (!isOver) {
          const { answer, ms } = await timed(upload(open));
          if (isOver && answer.status === 201) break;
          expect(answer).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
          waits.upload!.push(ms);
        }
      };
      const photos = async () => {
        while (!isOver) {
          const { answer, ms } = await timed(load(image));
          if (isOver && answer.status === 200) break;
          expect(answer.status).toBe(503);
          waits.photo!.push(ms);
        }
      };
      // What needs no file is not held up by those that wait for one.
      const reads = async () => {
        while (!isOver) {
          const { answer, ms } = await timed(api.get(`/inspections/${id}`));
          expect(answer.status).toBe(200);
          waits.read!.push(ms);
          await sleep(200);
        }
      };
      const ready = async () => {
        while (!isOver) {
          expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
          await sleep(1000);
        }
      };
      await Promise.all([uploads(), uploads(), photos(), reads(), ready()]);
      store.heal();

      const began = performance.now();
      await until(
        () => upload(open),
        ({ status }) => status === 201,
        ANSWERED_WITHIN_MS,
      );
      const back = performance.now() - began;
      expect((await ended(api, id, 'compliances', 2 * MINUTE_MS)).status).toBe('DONE');
      const images = [...(await imagesOf(api, id)), ...(await imagesOf(api, open))];
      expect(images.map((one) => one.id).toSorted()).toEqual([...acknowledged.keys()].toSorted());
      for (const one of images)
        expect(await load(one)).toEqual({ status: 200, bytes: acknowledged.get(one.id) });

      const most = (name: string) => Number((Math.max(...waits[name]!) / 1000).toFixed(1));
      console.log(
        JSON.stringify({
          refused_uploads: waits.upload!.length,
          refused_photos: waits.photo!.length,
          slowest_s: { upload: most('upload'), photo: most('photo'), read: most('read') },
          back_after_s: Number((back / 1000).toFixed(1)),
          acknowledged: acknowledged.size,
        }),
      );
      for (const name of ['upload', 'photo']) {
        expect(waits[name]!.length).toBeGreaterThan(1);
        expect(Math.max(...waits[name]!)).toBeLessThan(ANSWERED_WITHIN_MS);
      }
    }, 300_000);
  },
);
