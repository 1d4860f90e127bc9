/**
 * A worker that a photo kills, as one does for which there is not memory enough. It says which photo it begins with and
 * which it has done with. Arguments: the database's address, a name for what it says.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { compliancesAnalyser } from '../actions/photos/assess-image.ts';
import { goThroughPhotos } from '../actions/tasks/go-through-photos.ts';
import { testPorts } from '../actions/test-ports.ts';
import type { Analyser, PhotoModels, Photos, QualityMeter } from '../inspections/ports/ports.ts';
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

// In the place of the store of photos: a photo is the end of its name, and a glance at it takes a moment or kills.
const photos = {
  open: async (key: string) => ({ stream: Readable.from([Buffer.from(key.split('/').at(-1)!)]) }),
} as unknown as Photos;
const look = async (photo: Uint8Array | string) => {
  const name = photo.toString();
  say(`begins ${name}`);
  await sleep(name === 'poison' ? 200 : 400);
  if (name === 'poison') process.kill(process.pid, 'SIGKILL');
  say(`ends ${name}`);
  return {};
};
const quality = {
  measure: async (photo: Buffer) => ({
    ...(await look(photo)),
    blurriness: 1,
    overexposure: 1,
    underexposure: 1,
    width: 1000,
    height: 1000,
  }),
} as unknown as QualityMeter;
const photoModels = {
  look: async () => ({ unavailable: {} }),
  models: async () => ({}),
  atOnce: 1,
} as unknown as PhotoModels;
const ports = testPorts(store, { photos, quality, photoModels });
const goThrough: Analyser = async ({ inspection }, run) => {
  const how = { name: 'test', look, isWorthKeeping: () => true, atOnce: 1 };
  const { errors } = await goThroughPhotos(inspection.images, how, ports, run);
  return { errors, save: async () => {} };
};
ports.analysers = { damage_detection: goThrough, compliances: compliancesAnalyser(ports) };
await startWorkers(queue, ports, { concurrency: 2, log });
say('ready');
