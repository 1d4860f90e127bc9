import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { watchStalls } from '@walkaround/harness/faults/stalls.ts';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { FOR_CHECKS } from '../src/actions/photos/detect-on-photos.ts';
import { DAMAGE_MODELS } from '../src/actions/tasks/detect-damages.ts';
import type { ModelName } from '../src/inspections/photos/detections.ts';
import { STARTS_FROM } from '../src/inspections/photos/finds.ts';
import { MODEL_NAMES } from '../src/inspections/photos/model-registry.ts';
import { isUsable, type Model, readManifest } from '../src/vision/engine/manifest.ts';
import { type Models, startModels } from '../src/vision/engine/models.ts';
import { drawScene } from '../src/vision/nets/test-scene.ts';
import { fillPlanes, fittedSize, letterbox } from '../src/vision/pixels/letterbox.ts';
import { type Figure, type Line, type Progress, ratioLine, valueLine } from './figure.ts';
import { median, takeTurns } from './rounds.ts';
import { CORES, withCleanup } from './test-bed.ts';

export const FOLDER = fileURLToPath(new URL('../../models', import.meta.url));
const WARM_UP = 2;
/** What runs when damages are wanted, on a photo without any: those that look at finds have nothing to do. */
const ASKED: readonly string[] = [...DAMAGE_MODELS.needs, ...DAMAGE_MODELS.helps, ...FOR_CHECKS];
export const FOR_DAMAGES: ModelName[] = MODEL_NAMES.filter(
  (name) => ASKED.includes(name) && !(name in STARTS_FROM),
);

const PHOTO = { width: 4032, height: 3024 };

/** Twelve megapixels of a drawn car with the grain of a sensor, about as hard to decode as a phone's photo. */
export const phonePhoto = async () => {
  const { width, height } = PHOTO;
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

/** The same in a file, as the floor reads it. */
export const photoOnDisk = async (opened: (close: () => Promise<unknown>) => void) => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-bench-'));
  opened(() => rm(folder, { recursive: true }));
  const [bytes, path] = [await phonePhoto(), join(folder, 'photo.jpg')];
  await writeFile(path, bytes);
  return { bytes, path };
};

const fitFor = ({ size, multiple }: Model) => letterbox(size, PHOTO.width, PHOTO.height, multiple);
const inputFor = (model: Model) => fitFor(model).input;

/** The photo as a model takes it: one that looks again where it is in doubt has more to do on a photo than on plain gray. */
const tensorOf = async (photo: string, model: Model) => {
  const fit = fitFor(model);
  const { width, height } = fit.input;
  const { data, info } = await sharp(photo)
    .resize({ ...fittedSize(fit), fit: 'fill', kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const planes = new Float32Array(3 * width * height).fill(114);
  fillPlanes(planes, fit.input, { ...info, data });
  return new Tensor('float32', planes, [1, 3, height, width]);
};

type Bare = { model: Model; run(): Promise<unknown> };

const bareModel = async (photo: string, model: Model): Promise<Bare> => {
  const session = await InferenceSession.create(model.path, {
    intraOpNumThreads: CORES,
    enableMemPattern: false,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
  const image = await tensorOf(photo, model);
  return { model, run: () => session.run({ image }) };
};

/** The least there is: decoded to the largest of the models' sizes, and each network run on the photo, which is made ready beforehand. */
export const bareRun = async (photo: string, bare: Bare[]) => {
  const size = Math.max(...bare.map(({ model }) => model.size));
  await sharp(photo).autoOrient().resize(size, size, { fit: 'inside', kernel: 'linear' }).raw().toBuffer();
  for (const { run } of bare) await run();
};

export const timed = (work: () => Promise<unknown>) => async () => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

export const bareModels = async (photo: string): Promise<Bare[]> => {
  const usable = [...(await readManifest(FOLDER)).values()].filter(isUsable<Model>);
  return await Promise.all(usable.map((model) => bareModel(photo, model)));
};

type Stage = { photo: string; bytes: Buffer; models: Models; bare: Bare[] };

export const withModels = (measure: (stage: Stage) => Promise<Line[]>): Promise<Line[]> =>
  withCleanup(async (opened) => {
    const photo = await photoOnDisk(opened);
    const models = await startModels(
      { folder: FOLDER, threads: 1, cores: CORES, device: 'cpu', maxPixels: 1e8 },
      { warn: (message) => process.stderr.write(`${message}\n`) },
    );
    opened(() => models.close());
    return await measure({
      photo: photo.path,
      bytes: photo.bytes,
      models,
      bare: await bareModels(photo.path),
    });
  });

export const named = (bare: Bare[], names: readonly ModelName[]) =>
  bare.filter(({ model }) => names.includes(model.name));

/** Photos in a second beside the ratio, because that is what one plans a machine by. */
const modelsLine = (
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
  const { models: ran } = await models.detect(photo, { want });
  const floor = named(bare, Object.keys(ran) as ModelName[]);
  const sides = {
    floor: timed(() => bareRun(photo, floor)),
    ours: timed(() => models.detect(photo, { want })),
  };
  return modelsLine(name, goal, await takeTurns(sides, rounds, WARM_UP, progress));
};

/** The longest that the event loop was held while a photo given as bytes was analyzed. */
const stallOf = async ({ models, bytes }: Stage) => {
  const longest = watchStalls(1);
  await models.detect(bytes, { want: ['damage', 'parts'] });
  return longest();
};

/** Null where there is no Python with what it needs. */
const withPython = async (photo: string, models: Model[], rounds: number): Promise<number | null> => {
  const script = fileURLToPath(new URL('./python-models.py', import.meta.url));
  const files = models.map((model) => `${model.path}:${inputFor(model).width}:${inputFor(model).height}`);
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

export const modelsOnPhotos: Figure = {
  name: 'models',
  about:
    'all models of damage_detection, and each model, on a 12-megapixel JPEG, against decoding and bare runs',
  rounds: 15,
  measure: (rounds, progress) =>
    withModels(async (stage) => {
      const present = stage.models.status().flatMap(({ name, version }) => (version ? [name] : []));
      const forDamages = FOR_DAMAGES.filter((name) => present.includes(name));
      const lines = [await compare(stage, 'models_damages', forDamages, 1.15, rounds, progress)];
      for (const name of present.filter((model) => model !== 'damage' && !(model in STARTS_FROM))) {
        progress(0, rounds, name);
        lines.push(await compare(stage, `models_${name}`, [name], 1.5, rounds, progress));
      }
      const stalls: number[] = [];
      for (let round = 0; round < rounds; round++) stalls.push(await stallOf(stage));
      lines.push(valueLine('models_stall', 20, median(stalls), 'ms', rounds));
      const python = await withPython(
        stage.photo,
        named(stage.bare, forDamages).map(({ model }) => model),
        rounds,
      );
      if (python !== null)
        lines.push(
          modelsLine('models_python', 1.15, { floor: python, ours: lines[0]!.ours_ms!, runs: rounds }),
        );
      return lines;
    }),
};
