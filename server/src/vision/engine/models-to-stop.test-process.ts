/** Loads the models and analyzes a photo again and again, until it is told to stop. */
import sharp from 'sharp';
import { endProcess } from '../../process/end-process.ts';
import { createTextReader } from '../text/text-reader.ts';
import { createModels } from './models.ts';

const log = { warn() {} };
const engine = { device: 'cpu', maxPixels: 100_000_000 } as const;
const folder = new URL('../../../../models', import.meta.url).pathname;
const models = createModels(
  { ...engine, folder, threads: 1, cores: 1, warm: ['vehicles', 'photo', 'parts'] },
  log,
);
const reader = createTextReader({ ...engine, cores: 1 }, log);
let stopping = false;
process.on('SIGTERM', async () => {
  stopping = true;
  await Promise.all([models.close(), reader.then((opened) => opened.close())]);
  endProcess(0);
});
process.stdout.write('loading\n');
const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();
while (!stopping) {
  const runs = [models.detect(photo, { want: ['damage', 'parts'] }), reader.then(({ read }) => read(photo))];
  await Promise.allSettled(runs);
}
