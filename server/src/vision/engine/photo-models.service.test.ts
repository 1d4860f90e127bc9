import { fileURLToPath } from 'node:url';
import { drawing } from '@walkaround/harness/pictures/pictures.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { createPhotoModels } from './photo-models.ts';

// Real models on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = fileURLToPath(new URL('../../../../models', import.meta.url));
const models = createPhotoModels(
  { folder, threads: 1, cores: 1, device: 'cpu', maxPixels: 1e8 },
  { warn() {} },
);
afterAll(() => models.close());

test('what a model finds on a large photo does not depend on what else is asked', async () => {
  const photo = await drawing(2400, 1800).jpeg().toBuffer();
  const alone = await models.find(photo, { want: ['photo', 'parts'] });
  const among = await models.find(photo, {
    want: ['photo', 'parts', 'wheels', 'vehicles', 'plates', 'plate_text'],
  });
  expect(among.finds.photo).toEqual(alone.finds.photo);
  expect(among.finds.parts).toEqual(alone.finds.parts);
});
