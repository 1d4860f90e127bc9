import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, ratioLine } from '../figure.ts';
import { start, taskOf, withPhotos } from '../inspection.ts';
import { phonePhoto } from '../models.ts';
import { percentile } from '../rounds.ts';
import { openService, withCleanup } from '../test-bed.ts';
import { buildInspection } from './read-inspection.ts';

const READS = 50;
const WARM_UP = 200;
const PHOTOS = 24;

export const readWhileAnalysing: Figure = {
  name: 'read_while_analysing',
  about: `p99 of GET of an inspection while the worker is at the limit, against the same with the worker at rest (${READS} of each in a round)`,
  rounds: 20,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const id = await buildInspection(service);
      const photo = await phonePhoto();
      const read = service.connection.timed(() => ({
        path: `/v1/inspections/${id}`,
        headers: service.authorization,
      }));
      for (let round = 0; round < WARM_UP; round++) await read(round);

      let analysed: string | null = null;
      /** Two tasks are as many as a worker runs at once. */
      const saturate = async () => {
        if (analysed && (await taskOf(service, analysed)).status === 'IN_PROGRESS') return;
        progress(0, rounds, `uploading 2 × ${PHOTOS} photos`);
        const both = [await withPhotos(service, photo, PHOTOS), await withPhotos(service, photo, PHOTOS)];
        await service.idle();
        for (const one of both) await start(service, one);
        analysed = both[1]!;
        while ((await taskOf(service, analysed)).progress.done === 0) await sleep(100);
      };

      const [idle, busy]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        await saturate();
        for (let n = 0; n < READS; n++) busy.push(await read(n));
        // Stopped for less than the queue would notice: what else keeps the machine busy slows down both.
        process.kill(service.workerPid(), 'SIGSTOP');
        try {
          for (let n = 0; n < READS; n++) idle.push(await read(n));
        } finally {
          process.kill(service.workerPid(), 'SIGCONT');
        }
        progress(round + 1, rounds);
      }
      const runs = rounds * READS;
      const measured = { floor: percentile(idle, 0.99), ours: percentile(busy, 0.99), runs };
      return [ratioLine('read_while_analysing', 3, measured)];
    }),
};
