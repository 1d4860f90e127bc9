import { type Figure, ratioLine } from '../figure.ts';
import { done, start, withPhotos } from '../inspection.ts';
import { bareModels, bareRun, FOR_DAMAGES, named, photoOnDisk, timed } from '../models.ts';
import { takeTurns } from '../rounds.ts';
import { openService, withCleanup } from '../test-bed.ts';

const PHOTOS = 4;

export const analysisImage: Figure = {
  name: 'analysis_image',
  about: `damage_detection of ${PHOTOS} photos of 12 megapixels, from its start to DONE, for one photo, against decoding and bare runs of its models`,
  rounds: 8,
  measure: (rounds, progress) =>
    withCleanup(async (opened) => {
      const service = await openService(opened);
      const photo = await photoOnDisk(opened);
      const bare = named(await bareModels(photo.path), FOR_DAMAGES);
      const floor = timed(async () => {
        for (let number = 0; number < PHOTOS; number++) await bareRun(photo.path, bare);
      });
      const ours = async () => {
        const id = await withPhotos(service, photo.bytes, PHOTOS);
        // The verdicts on the photos are not what is measured.
        await service.idle();
        await start(service, id);
        const { started_at, done_at } = await done(service, id);
        return Date.parse(done_at) - Date.parse(started_at);
      };
      const { floor: bareTime, ours: ourTime, runs } = await takeTurns({ floor, ours }, rounds, 1, progress);
      return [ratioLine('analysis_image', 1.2, { floor: bareTime / PHOTOS, ours: ourTime / PHOTOS, runs })];
    }),
};
