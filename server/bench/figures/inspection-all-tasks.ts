import sharp from 'sharp';
import { startModels } from '../../src/vision/engine/models.ts';
import { TEXT_SIDE } from '../../src/vision/text/reading.ts';
import { bareText } from '../bare-text.ts';
import { type Figure, ratioLine, valueLine } from '../figure.ts';
import { done, start, withPhotos } from '../inspection.ts';
import { bareModels, FOLDER, FOR_DAMAGES, named, photoOnDisk } from '../models.ts';
import { peakMegabytes } from '../peak-memory.ts';
import { median } from '../rounds.ts';
import { CORES, openService, withCleanup } from '../test-bed.ts';

const PHOTOS = 24;
const TASKS = ['damage_detection', 'wheel_analysis', 'images_ocr'];
/** `wheels` runs once on each wheel, and is counted so. */
const ONCE_A_PHOTO = [...FOR_DAMAGES, 'plates'] as const;

const wheelsOn = async (photo: string) => {
  const config = { folder: FOLDER, threads: 1, cores: CORES, device: 'cpu', maxPixels: 1e8 } as const;
  const models = await startModels(config, { warn: (message) => process.stderr.write(`${message}\n`) });
  const { wheels } = await models.detect(photo, { want: ['wheels'] });
  await models.close();
  return Math.max(1, wheels!.length);
};

export const inspectionAllTasks: Figure = {
  name: 'inspection_all_tasks',
  about: `an inspection of ${PHOTOS} photos of 12 megapixels with compliances, ${TASKS.join(', ')}, from its creation until all are done, against one decode and one bare run of each model a photo`,
  rounds: 1,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const photo = await photoOnDisk(opened);
      const bare = await bareModels(photo.path);
      const [wheel] = named(bare, ['wheels']);
      const runs = [
        ...named(bare, ONCE_A_PHOTO),
        ...Array.from({ length: await wheelsOn(photo.path) }, () => wheel!),
      ];
      const readText = await bareText(photo.path, opened);
      const bareRun = async () => {
        await sharp(photo.path).autoOrient().resize(TEXT_SIDE, TEXT_SIDE, { fit: 'inside' }).raw().toBuffer();
        for (const { run } of runs) await run();
        await readText();
      };
      const steps = rounds * PHOTOS * (1 + TASKS.length);
      const [floor, ours]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const before = round * PHOTOS * (1 + TASKS.length);
        let began = performance.now();
        for (let number = 0; number < PHOTOS; number++) {
          progress(before + number, steps, 'bare runs');
          await bareRun();
        }
        floor.push(performance.now() - began);
        began = performance.now();
        const id = await withPhotos(service, photo.bytes, PHOTOS, TASKS);
        for (const task of TASKS) await start(service, id, task);
        for (const [index, task] of TASKS.entries())
          await done(service, id, (n) => progress(before + (1 + index) * PHOTOS + n, steps, task), task);
        ours.push(performance.now() - began);
      }
      const peaks = await Promise.all([service.pid, service.workerPid()].map(peakMegabytes));
      return [
        ratioLine('inspection_all_tasks', 1.25, { floor: median(floor), ours: median(ours), runs: rounds }),
        valueLine('inspection_all_tasks_memory', 2500, peaks[0]! + peaks[1]!, 'MB', rounds),
      ];
    }),
};
