import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { startFaultyStore } from '@walkaround/harness/faults/faulty-store.ts';
import { A_DAY_AND_MORE_HOURS, sweepFiles } from '@walkaround/harness/faults/kept-files.ts';
import { vinPlate } from '@walkaround/harness/pictures/document-drawings.ts';
import { photo } from '@walkaround/harness/pictures/pictures.ts';
import { databaseOf } from '@walkaround/harness/services/database.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { type Swift, startSwift, whyNoSwift } from '@walkaround/harness/stores/swift.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

describe.skipIf(whyNoSwift !== null)(
  `the S3 store fails${whyNoSwift === null ? '' : `: ${whyNoSwift}`}`,
  () => {
    let swift: Swift;
    let store: Awaited<ReturnType<typeof startFaultyStore>>;
    let service: Awaited<ReturnType<typeof ownService>>;
    let api: Client;
    let id: string;
    /** What was acknowledged: the bytes of each image. */
    const acknowledged = new Map<string, Buffer>();

    beforeAll(async () => {
      swift = await startSwift();
      store = await startFaultyStore(swift.endpoint);
      // What reads text needs no folder of models.
      const environment = { LOG_LEVEL: 'silent', MODELS_DIR: '/nowhere' };
      service = await ownService({ ...swift.environment(store.endpoint), ...environment });
      api = await service.client();
      id = await newInspection(api);
    });
    afterEach(() => store.heal());
    afterAll(async () => {
      await service?.stop();
      await store?.close();
      await swift?.stop();
    });

    const upload = async () => {
      const file = await photo();
      const answer = await api.upload(`/inspections/${id}/images`, { tasks: ['damage_detection'] }, file);
      if (answer.status === 201) acknowledged.set(answer.body.id, file);
      return answer;
    };
    const load = async ({ path }: Body) => {
      const response = await fetch(path);
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };

    test('once: an upload is taken by a second try', async () => {
      for (const how of ['answers 500', 'is slow', 'closes early', 'loses the answer'] as const) {
        store.fail(how, { on: ['PUT'], times: 1 });
        expect((await upload()).status, how).toBe(201);
      }
    });

    test('for a while: uploads are refused with when to try again, and taken when it is back', async () => {
      for (const how of ['answers 500', 'closes early', 'loses the answer'] as const) {
        store.fail(how, { on: ['PUT'] });
        const refused = await upload();
        expect(refused, how).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        store.heal();
        expect((await upload()).status, how).toBe(201);
      }
    });

    test('while a photo is read: an error or a connection that ends, never a shorter photo', async () => {
      const [image] = await imagesOf(api, id);
      const bytes = acknowledged.get(image.id)!;
      store.fail('answers 500', { on: ['GET'] });
      expect((await load(image)).status).toBe(503);
      store.fail('closes early', { on: ['GET'] });
      await expect(load(image)).rejects.toThrow('terminated');
      store.fail('is slow', { on: ['GET'] });
      expect(await load(image)).toEqual({ status: 200, bytes });
    });

    test('as a whole: the service says so and stays ready, for no other process would have more of it', async () => {
      const health = async () => {
        const answer = await fetch(`${service.url}/health/ready`);
        return { code: answer.status, files: ((await answer.json()) as Body).capabilities.files };
      };
      store.fail('answers 500', { on: ['HEAD'] });
      await expect.poll(health, { timeout: 30_000 }).toEqual({
        code: 200,
        files: { status: 'degraded', message: expect.stringMatching(/^The file storage does not answer\./) },
      });
      store.heal();
      const mended = { code: 200, files: { status: 'ok', message: 'The file storage answers.' } };
      await expect.poll(health, { timeout: 30_000 }).toEqual(mended);
    });

    test('while a task runs: the task goes on when it is back, and leaves out no photo', async () => {
      const inspection = await newInspection(api, { images_ocr: {} });
      const about = { tasks: ['images_ocr'] };
      const plate = await vinPlate('1HGCM82633A004352');
      expect((await api.upload(`/inspections/${inspection}/images`, about, plate)).status).toBe(201);
      store.fail('closes early', { on: ['GET'] });
      await setStatus(api, inspection, 'images_ocr', 'TODO');
      const before = store.counts['GET closes early'] ?? 0;
      await until(
        async () => store.counts['GET closes early'] ?? 0,
        (count) => count >= before + 3,
        60_000,
      );
      expect((await api.get(`/inspections/${inspection}/tasks/images_ocr`)).body.status).toBe('IN_PROGRESS');
      store.heal();
      const task = await ended(api, inspection, 'images_ocr', 90_000);
      expect(task).toMatchObject({ status: 'DONE', error_messages: [], progress: { done: 1, total: 1 } });
      await api.delete(`/inspections/${inspection}?erase=true`);
    });

    test('and afterwards every photo that was acknowledged is there as it was sent, and no other', async () => {
      const images = await imagesOf(api, id);
      expect(images.map((image) => image.id).toSorted()).toEqual([...acknowledged.keys()].toSorted());
      for (const image of images)
        expect(await load(image)).toEqual({ status: 200, bytes: acknowledged.get(image.id) });
      const names = () =>
        swift.keys().then((keys) => keys.map((key) => key.split('/').at(-1)!.split('.')[0]).toSorted());
      // It took one of those that were refused, and only its answer was lost. Nobody waits until that is removed: the sweep does it.
      await until(names, (found) => found.length <= acknowledged.size + 1);
      await swift.later(A_DAY_AND_MORE_HOURS);
      const database = await databaseOf(service);
      expect(await sweepFiles(database)).toBe(1);
      await database.end();
      expect(await names()).toEqual([...acknowledged.keys()].toSorted());
    });
  },
);
