/** The work of `detect`: from files to a result file, a few pictures at a time however many there are. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { plural } from '../../../../command-line/command.ts';
import { filesFrom, refuseIfNoneReadable } from '../../../../command-line/photo-files.ts';
import { readConfigWithoutService } from '../../config/config.ts';
import { closeDecoders, inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { presentCompliance } from '../../http/present/compliance.ts';
import type { ModelName } from '../../inspections/photos/detections.ts';
import { MODEL_NAMES, MODELS } from '../../inspections/photos/model-registry.ts';
import { assessPhoto } from '../../inspections/photos/quality/assess-photo.ts';
import { textsOf } from '../../inspections/texts/kinds/text-kinds.ts';
import { isUsable, readManifest } from '../../vision/engine/manifest.ts';
import { type Models, type ModelsConfig, startModels } from '../../vision/engine/models.ts';
import { createQualityMeter } from '../../vision/pixels/quality.ts';
import { createTextReader, type TextReader } from '../../vision/text/text-reader.ts';
import { drawingNames } from './drawings.ts';
import { createPhotoReader } from './inputs.ts';
import { openResultFile } from './output.ts';
import { showBar } from './progress.ts';

export type DetectOptions = {
  inputs: string[];
  out: string | null;
  leastScore: number | undefined;
  threads: number | undefined;
  draw: string | null;
  ocr: boolean;
};

const say = (line: string) => void process.stderr.write(`${line}\n`);

const DRAWING: WorkModule<typeof import('../../vision/drawing/drawing.ts')> = new URL(
  '../../vision/drawing/drawing.ts',
  import.meta.url,
);

/** Without these there is nothing to tell; others are left out when they cannot be used. */
const ESSENTIAL = MODEL_NAMES.filter((name) => MODELS[name].essential);

async function openModels(config: ModelsConfig) {
  const models = await startModels({ ...config, warm: MODEL_NAMES }, { warn: say });
  const want = models.status().flatMap(({ name, problem }) => (problem === undefined ? [name] : []));
  const missing = ESSENTIAL.filter((name) => !want.includes(name));
  if (missing.length === 0) return { models, want };
  await models.close();
  throw new Error(`No picture was analyzed: that needs the model ${missing.join(' and the model ')}.`);
}

const openReader = ({ device, cores, maxPixels }: ModelsConfig) =>
  createTextReader({ device, cores: cores ?? availableParallelism(), maxPixels }, { warn: say });

/** What was run, and from which score on a damage of each type is shown; `threshold` is the lowest of them. */
async function headOf(folder: string, models: Models, leastScore: number | undefined) {
  const damage = (await readManifest(folder)).get('damage');
  const own = damage && isUsable(damage) ? Object.entries(damage.thresholds) : [];
  const thresholds = own.map(([type, threshold]) => [type, threshold && (leastScore ?? threshold)] as const);
  return {
    models: Object.fromEntries(models.status().map(({ name, ...model }) => [name, model])),
    threshold: Math.min(...thresholds.flatMap(([, threshold]) => threshold ?? [])),
    thresholds: Object.fromEntries(thresholds),
  };
}

type PhotoModels = {
  models: Models;
  want: ModelName[];
  leastScore: number | undefined;
  photos: Awaited<ReturnType<typeof createPhotoReader>>;
  meter: ReturnType<typeof createQualityMeter>;
  reader: TextReader | null;
  signal: AbortSignal;
};

type Received = Awaited<ReturnType<PhotoModels['photos']['read']>>;

async function analyze({ path, binarySize }: Received, on: PhotoModels) {
  const { models, want, leastScore, meter, reader, signal } = on;
  const [detections, measures, text] = await Promise.all([
    models.detect(path, { want, leastScore, signal }),
    meter.measure(path),
    reader?.read(path, { signal }),
  ]);
  const { width, height } = detections;
  const about = { width, height, binary_size: binarySize, sight_id: null, compliance_checks: null };
  const compliances = presentCompliance(assessPhoto({ measures, detections }), about, {
    nullWhilePending: false,
  });
  return { path, detections, compliances, texts: textsOf(text?.lines ?? []) };
}

type Result = Awaited<ReturnType<typeof analyze>>;

const drawn = ({ path, detections }: Result) => inDecoder(DRAWING, 'drawDetections', [path, detections]);

function entryOf(file: string, { detections, compliances, texts }: Result) {
  const { models: _, unavailable: __, as_wheel: ___, viewpoints: ____, ...shown } = detections;
  const { width, height, has_vehicle, damages, parts, viewpoint, ...more } = shown;
  return {
    file,
    width,
    height,
    has_vehicle,
    damages,
    parts,
    viewpoint: viewpoint ?? null,
    ...more,
    compliances,
    texts,
  };
}

const summary = (
  total: number,
  { bad, damages, damaged }: { bad: number; damages: number; damaged: number },
) =>
  `${plural(total, 'picture')}: ${plural(damages, 'damage')}${damages > 0 ? ` on ${damaged} of them` : ''}` +
  `${bad > 0 ? `, ${bad} could not be used` : ''}.`;

/** Answers the exit status. */
export async function detect(
  options: DetectOptions,
  env: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<number> {
  const files = await Array.fromAsync(filesFrom(options.inputs));
  await refuseIfNoneReadable(files);
  const { models: config, limits } = readConfigWithoutService(env);
  const threads = options.threads ?? config.threads;
  const { models, want } = await openModels({ ...config, threads });
  const head = await headOf(config.folder, models, options.leastScore);
  const results = await openResultFile(options.out, head);
  const meter = createQualityMeter();
  const photos = await createPhotoReader(
    { maxBytes: limits.imageBytes, maxPixels: config.maxPixels },
    signal,
  );
  const reader = options.ocr ? await openReader(config) : null;
  const photoModels: PhotoModels = {
    models,
    want,
    leastScore: options.leastScore,
    photos,
    meter,
    reader,
    signal,
  };
  const bar = showBar(files.length, process.stderr);
  const drawingOf = drawingNames(options.draw);
  const counts = { bad: 0, damages: 0, damaged: 0 };

  const one = async (file: string): Promise<object> => {
    const drawing = drawingOf(file);
    let received: Received | undefined;
    try {
      received = await photos.read(file);
      const result = await analyze(received, photoModels);
      if (drawing !== null) await writeFile(drawing, await drawn(result));
      const found = result.detections.damages?.length ?? 0;
      counts.damages += found;
      if (found > 0) counts.damaged++;
      return entryOf(file, result);
    } catch (error) {
      if (signal.aborted) throw error;
      const { message } = error as Error;
      counts.bad++;
      bar.say(`${file}: ${message}`);
      return { file, error: message };
    } finally {
      await received?.discard();
    }
  };

  // One more under way than there are threads, so that none waits for a file to be read.
  const underWay: Promise<object>[] = [];
  const finishFirst = async () => {
    const result = await underWay.shift()!;
    await results.add(result);
    bar.step();
  };
  try {
    for (const file of files) {
      if (signal.aborted) break;
      const asked = one(file);
      asked.catch(() => {});
      underWay.push(asked);
      if (underWay.length > threads) await finishFirst();
    }
    while (underWay.length > 0) await finishFirst();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    bar.end();
    await results.close();
    await Promise.allSettled(underWay);
    await photos.close();
    await reader?.close();
    await models.close();
    closeDecoders();
  }
  if (signal.aborted) return 130;
  say(summary(files.length, counts));
  return counts.bad > 0 ? 1 : 0;
}
