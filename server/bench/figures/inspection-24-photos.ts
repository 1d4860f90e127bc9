import { type Figure, ratioLine, valueLine } from '../figure.ts';
import { done, start, withPhotos } from '../inspection.ts';
import { bareModels, bareRun, FOR_DAMAGES, named, photoOnDisk } from '../models.ts';
import { peakMegabytes } from '../peak-memory.ts';
import { median } from '../rounds.ts';
import { openService, withCleanup } from '../test-bed.ts';

const PHOTOS = 24;

export const inspection24Photos: Figure = {
  name: 'inspection_24_photos',
  about: `an inspection of ${PHOTOS} photos of 12 megapixels, from its creation to its damages, against decoding and bare runs of the models; and the peak memory of API and worker together`,
  rounds: 2,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const photo = await photoOnDisk(opened);
      const bare = named(await bareModels(photo.path), FOR_DAMAGES);
      // Each round PHOTOS bare runs and as many of ours.
      const steps = rounds * PHOTOS * 2;
      const [floor, ours]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const before = round * PHOTOS * 2;
        let began = performance.now();
        for (let number = 0; number < PHOTOS; number++) {
          progress(before + number, steps, 'bare runs');
          await bareRun(photo.path, bare);
        }
        floor.push(performance.now() - began);
        began = performance.now();
        progress(before + PHOTOS, steps, 'uploads');
        const id = await withPhotos(service, photo.bytes, PHOTOS);
        await start(service, id);
        await done(service, id, (photos) => progress(before + PHOTOS + photos, steps, 'analysis'));
        ours.push(performance.now() - began);
      }
      const peaks = await Promise.all([service.pid, service.workerPid()].map(peakMegabytes));
      return [
        ratioLine('inspection_24_photos', 1.5, { floor: median(floor), ours: median(ours), runs: rounds }),
        valueLine('inspection_24_photos_memory', 2000, peaks[0]! + peaks[1]!, 'MB', rounds),
      ];
    }),
};
