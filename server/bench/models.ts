import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { isUsable, type Model, type ModelName, readManifest } from '../src/vision/manifest.ts';
import { type Models, startModels } from '../src/vision/models.ts';
import { drawScene } from '../src/vision/test-scene.ts';
import { type Figure, type Line, type Progress, ratioLine, valueLine } from './figure.ts';
import { MEGABYTE } from './photos.ts';
import { median, takeTurns } from './rounds.ts';

const FOLDER = fileURLToPath(new URL('../../models', import.meta.url));
const CORES = Math.min(4, availableParallelism());
const WARM_UP = 2;
/** What looks when damages are wanted. */
const FOR_DAMAGES: ModelName[] = ['damage', 'parts', 'vehicles', 'photo'];

/** Twelve megapixels of a drawn car with the grain of a sensor, about as hard to decode as a phone's photo. */
const phonePhoto = async () => {
  const [width, height] = [4032, 3024];
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(await drawScene())
    .resize(width, height)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
};

type Bare = { model: Model; run(): Promise<unknown> };

const bareModel = async (model: Model): Promise<Bare> => {
  const session = await InferenceSession.create(model.path, {
    intraOpNumThreads: CORES,
    enableMemPattern: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const shape = [1, 3, model.size, model.size];
  const image = new Tensor('float32', new Float32Array(3 * model.size ** 2).fill(114), shape);
  return { model, run: () => session.run({ image }) };
};

/** The least there is: decoded to the largest of the models' sizes, and each network run on any numbers. */
const bareLook = async (photo: string, bare: Bare[]) => {
  const size = Math.max(...bare.map(({ model }) => model.size));
  await sharp(photo).autoOrient().resize(size, size, { fit: 'inside', kernel: 'linear' }).raw().toBuffer();
  for (const { run } of bare) await run();
};

const timed = (work: () => Promise<unknown>) => async () => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

type Stage = { photo: string; bytes: Buffer; models: Models; bare: Bare[] };

const onStage = async (measure: (stage: Stage) => Promise<Line[]>): Promise<Line[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-'));
  const photo = join(folder, 'photo.jpg');
  const bytes = await phonePhoto();
  await writeFile(photo, bytes);
  const usable = [...(await readManifest(FOLDER)).values()].filter(isUsable<Model>);
  const models = await startModels(
    { folder: FOLDER, threads: 1, cores: CORES, device: 'cpu', maxPixels: 1e8 },
    { warn: (message) => process.stderr.write(`${message}\n`) },
  );
  try {
    return await measure({ photo, bytes, models, bare: await Promise.all(usable.map(bareModel)) });
  } finally {
    await models.close();
    await rm(folder, { recursive: true });
  }
};

const named = (bare: Bare[], names: ModelName[]) => bare.filter(({ model }) => names.includes(model.name));

/** Photos in a second beside the ratio, because that is what one plans a machine by. */
const lookLine = (
  name: string,
  goal: number,
  measured: { floor: number; ours: number; runs: number },
): Line => ({
  ...ratioLine(name, goal, measured),
  photos_per_second: Number((1000 / measured.ours).toFixed(2)),
});

const compare = async (
  { photo, models, bare }: Stage,
  name: string,
  want: ModelName[],
  goal: number,
  rounds: number,
  progress: Progress,
) => {
  // Some models call in others: the floor runs whatever ran.
  const { models: ran } = await models.look(photo, { want });
  const floor = named(bare, Object.keys(ran) as ModelName[]);
  const sides = {
    floor: timed(() => bareLook(photo, floor)),
    ours: timed(() => models.look(photo, { want })),
  };
  return lookLine(name, goal, await takeTurns(sides, rounds, WARM_UP, progress));
};

/**
 * The longest that the event loop was held while a photo given as bytes was looked at. In processor time of
 * this thread: on a busy machine the system holds the thread longer than any work of ours does.
 */
const stallOf = async ({ models, bytes }: Stage) => {
  let longest = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const spent = process.threadCpuUsage(before);
    longest = Math.max(longest, (spent.user + spent.system) / 1000);
    before = process.threadCpuUsage();
  }, 1);
  await models.look(bytes, { want: ['damage', 'parts'] });
  clearInterval(timer);
  return longest;
};

/** Null where there is no Python with what it needs. */
const withPython = async (photo: string, models: Model[], rounds: number): Promise<number | null> => {
  const script = fileURLToPath(new URL('./python-models.py', import.meta.url));
  const files = models.map(({ path, size }) => `${path}:${size}`);
  const child = spawn(
    process.env.PYTHON ?? 'python3',
    [script, photo, String(CORES), String(rounds), ...files],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const out = await text(child.stdout);
  return (await ended) === 0 ? Number(out) : null;
};

export const lookAtPhotos: Figure = {
  name: 'look',
  about:
    'all models of damage_detection, and each model, on a 12-megapixel JPEG, against decoding and bare runs',
  rounds: 15,
  measure: (rounds, progress) =>
    onStage(async (stage) => {
      const present = stage.models.status().flatMap(({ name, version }) => (version ? [name] : []));
      const forDamages = FOR_DAMAGES.filter((name) => present.includes(name));
      const lines = [await compare(stage, 'look_damages', forDamages, 1.15, rounds, progress)];
      for (const name of present.filter((model) => model !== 'damage' && model !== 'wheels')) {
        progress(0, rounds, name);
        lines.push(await compare(stage, `look_${name}`, [name], 1.5, rounds, progress));
      }
      const stalls: number[] = [];
      for (let round = 0; round < rounds; round++) stalls.push(await stallOf(stage));
      lines.push(valueLine('look_stall', 20, median(stalls), 'ms', rounds));
      const python = await withPython(
        stage.photo,
        named(stage.bare, forDamages).map(({ model }) => model),
        rounds,
      );
      if (python !== null)
        lines.push(lookLine('look_python', 1.15, { floor: python, ours: lines[0]!.ours_ms!, runs: rounds }));
      return lines;
    }),
};

const residentMegabytes = () => process.memoryUsage.rss() / MEGABYTE;

export const lookMemory: Figure = {
  name: 'look_memory',
  about: 'growth of memory from the 20th photo on; give --rounds 1000 for the long run',
  rounds: 60,
  measure: (rounds, progress) =>
    onStage(async ({ photo, models }) => {
      for (let i = 0; i < 20; i++) await models.look(photo, { want: ['damage', 'parts'] });
      const before = residentMegabytes();
      const later: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await models.look(photo, { want: ['damage', 'parts'] });
        later.push(residentMegabytes());
        progress(round + 1, rounds);
      }
      // The end by its last tenth: a single moment may fall into a photo's own peak.
      const end = median(later.slice(-Math.ceil(rounds / 10)));
      return [valueLine('look_memory', 40, end - before, 'MB', rounds)];
    }),
};
