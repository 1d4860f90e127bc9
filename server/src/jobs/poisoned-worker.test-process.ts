/**
 * A worker that a photo kills, as one does for which there is not memory enough. It says which photo it begins with and
 * which it has done with. Arguments: the database's address, a name for what it says.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { compliancesAnalyzer } from '../actions/photos/assess-image.ts';
import { findOnPhotos } from '../actions/photos/find-on-photos.ts';
import { testPorts } from '../actions/test-ports.ts';
import type { Analyzer, PhotoModels, Photos } from '../inspections/ports/ports.ts';
import { createPool } from '../store/database.ts';
import { createStore } from '../store/store.ts';
import { createQueue } from './queue.ts';
import { startWorkers } from './workers.ts';

const connectionString = process.argv[2]!;
const say = (line: string) => process.stdout.write(`${line}\n`);
const warn = (fields: object, message: string) => say(`${message} ${JSON.stringify(fields)}`);
const log = { info() {}, warn, error: warn };
const limits = { taskTimeoutSeconds: 60, deliveryAttempts: 3, retryDelaySeconds: 0, pollSeconds: 0.5 };
const queue = await createQueue({ connectionString, log, works: true, ...limits });
const pool = createPool(connectionString, 8, () => {});
const store = createStore(pool, queue.send, 'everything');

// In the place of the store of photos: a photo is the end of its name, and a model that runs on it takes a moment or kills.
const photos = {
  open: async (key: string) => ({ stream: Readable.from([Buffer.from(key.split('/').at(-1)!)]) }),
} as unknown as Photos;
const find = async (photo: Uint8Array) => {
  const name = photo.toString();
  say(`begins ${name}`);
  await sleep(name === 'poison' ? 200 : 400);
  if (name === 'poison') process.kill(process.pid, 'SIGKILL');
  say(`ends ${name}`);
  const quality = { blurriness: 1, overexposure: 1, underexposure: 1, width: 1000, height: 1000 };
  return { finds: { quality }, unavailable: {} };
};
const photoModels = {
  find,
  models: async () => ({}),
  versions: async () => ({ frame_hash: { version: '1', post_processing: 1 } }),
  concurrency: 1,
} as unknown as PhotoModels;
const ports = testPorts(store, { photos, photoModels });
const goThrough: Analyzer = async ({ inspection }, run) => {
  const { errors } = await findOnPhotos(inspection.images, { needs: () => ['quality'] }, ports, run);
  return { errors, save: async () => {} };
};
ports.analyzers = { damage_detection: goThrough, compliances: compliancesAnalyzer(ports) };
await startWorkers(queue, ports, { concurrency: 2, log });
say('ready');
