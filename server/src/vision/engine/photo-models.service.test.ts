import { fileURLToPath } from 'node:url';
import { carDrawing } from '@walkaround/harness/pictures/car-drawing.ts';
import { drawing } from '@walkaround/harness/pictures/pictures.ts';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { createPhotoModels } from './photo-models.ts';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = fileURLToPath(new URL('../../../../models', import.meta.url));
const config = { folder, threads: 1, cores: 1, device: 'cpu', maxPixels: 1e8 } as const;
const models = createPhotoModels(config, { warn() {} });
const withoutCloserLook = createPhotoModels({ ...config, closerLooks: 0 }, { warn() {} });
afterAll(() => Promise.all([models.close(), withoutCloserLook.close()]));

test('what a model finds on a large photo does not depend on what else is asked', async () => {
  const photo = await drawing(2400, 1800).jpeg().toBuffer();
  const alone = await models.find(photo, { want: ['photo', 'parts'] });
  const among = await models.find(photo, {
    want: ['photo', 'parts', 'wheels', 'vehicles', 'plates', 'plate_text'],
  });
  expect(among.finds.photo).toEqual(alone.finds.photo);
  expect(among.finds.parts).toEqual(alone.finds.parts);
});

test('a closer look makes scratches on a far vehicle surer; it adds none, moves none and lowers none', async () => {
  const far = { top: 350, bottom: 350, left: 350, right: 350, background: '#888888' };
  const photo = await sharp(await carDrawing({ scratched: true }))
    .extend(far)
    .jpeg()
    .toBuffer();
  const [before, after] = await Promise.all(
    [withoutCloserLook, models].map(
      async ({ find }) => (await find(photo, { want: ['damage'] })).finds.damage!,
    ),
  );
  const scoreBefore = new Map(before!.map(({ score, ...find }) => [JSON.stringify(find), score]));
  const gains = after!.map(
    ({ score, ...find }) => score - (scoreBefore.get(JSON.stringify(find)) ?? Number.NaN),
  );
  expect(after).toHaveLength(before!.length);
  expect(Math.min(...gains)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...gains)).toBeGreaterThan(0.2);
});
