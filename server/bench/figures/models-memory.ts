import sharp from 'sharp';
import { drawScene } from '../../src/vision/nets/test-scene.ts';
import { type Figure, valueLine } from '../figure.ts';
import { FOR_DAMAGES, withModels } from '../models.ts';
import { MEGABYTE } from '../photos.ts';
import { median } from '../rounds.ts';

const WARM_UP = 20;
/** A moment may fall into a photo's own peak. */
const MOMENTS = 10;
const SIZES = [
  [640, 480],
  [1600, 1200],
  [1080, 1920],
  [4032, 3024],
  [3024, 4032],
] as const;

const pictures = async () => {
  const scene = await drawScene();
  return Promise.all(
    SIZES.map(([width, height]) => sharp(scene).resize(width, height, { fit: 'cover' }).jpeg().toBuffer()),
  );
};

export const modelsMemory: Figure = {
  name: 'models_memory',
  about:
    'growth of memory from the first tenth of the rounds to the last, over photos of five sizes with all models of damage_detection; give --rounds 1000 for the long run',
  rounds: 60,
  measure: (rounds, progress) =>
    withModels(async ({ models }) => {
      const photos = await pictures();
      const detect = (round: number) => models.detect(photos[round % photos.length]!, { want: FOR_DAMAGES });
      for (let round = 0; round < WARM_UP; round++) await detect(round);
      const resident: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await detect(round);
        resident.push(process.memoryUsage.rss() / MEGABYTE);
        progress(round + 1, rounds);
      }
      const at = (round: number) => Math.round(median(resident.slice(Math.max(0, round - MOMENTS), round)));
      const marks = [0.1, 0.5, 1].map((share) => Math.max(1, Math.round(rounds * share)));
      const [first, , last] = marks.map(at);
      return [
        {
          ...valueLine('models_memory', 40, last! - first!, 'MB', rounds),
          resident_mb: Object.fromEntries(marks.map((mark) => [mark, at(mark)])),
        },
      ];
    }),
};
