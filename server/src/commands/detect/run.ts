/** The work of `detect`: from files to a result file, a few pictures at a time however many there are. */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { filesFrom } from '../../../../command-line/photo-files.ts';
import { readModelsConfig } from '../../config/config.ts';
import { closeDecoders, inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { presentCompliance } from '../../http/present/compliance.ts';
import { assessPhoto } from '../../inspections/photos/assess-photo.ts';
import { MODEL_NAMES, MODELS } from '../../inspections/photos/model-registry.ts';
import type { ModelName } from '../../inspections/photos/photo-seen.ts';
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
  throw new Error(`No picture was looked at: that needs the model ${missing.join(' and the model ')}.`);
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
  read: ReturnType<typeof createPhotoReader>;
  meter: ReturnType<typeof createQualityMeter>;
  reader: TextReader | null;
  signal: AbortSignal;
};

async function lookAt(file: string, { models, want, leastScore, read, meter, reader, signal }: PhotoModels) {
  const { photo, size } = await read(file);
  const [seen, measures, text] = await Promise.all([
    models.look(photo, { want, leastScore, signal }),
    meter.measure(photo),
    reader?.read(photo, { signal }),
  ]);
  const { width, height } = seen;
  const about = { width, height, binary_size: size, sight_id: null, compliance_checks: null };
  const compliances = presentCompliance(assessPhoto({ measures, seen }), about, { nullWhilePending: false });
  return { photo, seen, compliances, texts: textsOf(text?.lines ?? []) };
}

type Result = Awaited<ReturnType<typeof lookAt>>;

const drawn = ({ photo, seen }: Result) => inDecoder(DRAWING, 'drawSeen', [photo, seen]);

function shown(file: string, { seen, compliances, texts }: Result) {
  const { models: _, unavailable: __, as_wheel: ___, viewpoints: ____, ...told } = seen;
  const { width, height, has_vehicle, damages, parts, viewpoint, ...more } = told;
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

/** Answers the exit status. */
export async function detect(
  options: DetectOptions,
  env: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<number> {
  const files = await Array.fromAsync(filesFrom(options.inputs));
  if (options.draw !== null) await mkdir(options.draw, { recursive: true });
  const config = readModelsConfig(env);
  const threads = options.threads ?? config.threads;
  const { models, want } = await openModels({ ...config, threads });
  const head = await headOf(config.folder, models, options.leastScore);
  const results = await openResultFile(options.out, head);
  const meter = createQualityMeter();
  const read = createPhotoReader(config.maxPixels);
  const reader = options.ocr ? await openReader(config) : null;
  const photoModels: PhotoModels = {
    models,
    want,
    leastScore: options.leastScore,
    read,
    meter,
    reader,
    signal,
  };
  const bar = showBar(files.length, process.stderr);
  const drawingOf = drawingNames(options.draw);
  let bad = 0;

  const one = async (file: string): Promise<object> => {
    const drawing = drawingOf(file);
    try {
      const result = await lookAt(file, photoModels);
      if (drawing !== null) await writeFile(drawing, await drawn(result));
      return shown(file, result);
    } catch (error) {
      if (signal.aborted) throw error;
      const { message } = error as Error;
      bad++;
      bar.say(`${file}: ${message}`);
      return { file, error: message };
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
    await reader?.close();
    await models.close();
    closeDecoders();
  }
  if (signal.aborted) return 130;
  return bad > 0 || files.length === 0 ? 1 : 0;
}
