import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Body, type Client, until } from '@walkaround/harness/clients/client.ts';
import { eventsOf } from '@walkaround/harness/clients/event-stream.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { isJudged } from '@walkaround/harness/clients/judged.ts';
import { ended, setStatus } from '@walkaround/harness/clients/tasks.ts';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { ownService } from '@walkaround/harness/services/own-service.ts';
import { expect, test, vi } from 'vitest';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000 });

const PHOTOS = 8;

const withPhotos = async (api: Client): Promise<string> => {
  const id = await newInspection(api);
  const car = await carDrawing({ scratched: true });
  for (let number = 0; number < PHOTOS; number++) {
    const about = { tasks: ['damage_detection'], image_sibling_key: `photo ${number}` };
    expect((await api.upload(`/inspections/${id}/images`, about, car)).status).toBe(201);
  }
  // The verdicts on the photos, made by the same models, would take a part of the time.
  await until(
    () => api.get(`/inspections/${id}`),
    ({ body }) => body.images.every(isJudged),
    120_000,
  );
  return id;
};

test('a task that takes too long ends in ERROR with the reason; each retry goes on where it was, to DONE', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'walkaround-test-'));
  let id: string | undefined;
  let seenInVain = 0;
  // One second is too little for all these photos, and at last it is enough, on any machine.
  for (let seconds = 1, isDone = false; !isDone; seconds *= 2) {
    const service = await ownService({ TASK_TIMEOUT_SECONDS: `${seconds}`, MODEL_CORES: '1' }, dataDir);
    try {
      const api = await service.client({ user: 'patient' });
      id ??= await withPhotos(api);
      expect((await setStatus(api, id, 'damage_detection', 'TODO')).body.error_messages).toEqual([]);
      const { status, error_messages, progress } = await ended(api, id, 'damage_detection', 240_000);
      isDone = status === 'DONE';
      if (isDone) {
        expect(seconds).toBeGreaterThan(1);
        expect({ error_messages, progress }).toEqual({
          error_messages: [],
          progress: { done: PHOTOS, total: PHOTOS },
        });
        const { damages } = (await api.get(`/inspections/${id}`)).body;
        expect(damages.map(({ damage_type }: Body) => damage_type)).toContain('scratch');
        const told = (await eventsOf(api, id)).filter(({ event }) => event === 'task.progress');
        const counts = told.map(({ data }) => data.done);
        expect(counts, 'a photo was analyzed again').toEqual(counts.toSorted((a, b) => a - b));
      } else {
        expect({ status, error_messages }).toMatchObject({
          status: 'ERROR',
          error_messages: [
            {
              error_code: 'timeout',
              message: `The task took longer than ${seconds} s and was ended. Start it again, and it goes on with the photos that are left; or raise TASK_TIMEOUT_SECONDS.`,
            },
          ],
        });
        seenInVain = Math.max(seenInVain, progress.done);
      }
    } finally {
      await service.stop();
    }
  }
  expect(seenInVain, 'no photo was seen before a timeout, so this test showed nothing').toBeGreaterThan(0);
  await rm(dataDir, { recursive: true });
});
