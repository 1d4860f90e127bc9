/** A model's file, checked and loaded: one ONNX session with its input and outputs kept between runs. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { fillPlanes, type Letterbox, PADDING } from '../pixels/letterbox.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Model, Unusable } from './manifest.ts';

export type Device = 'cpu' | 'cuda';
export type Outputs = Record<string, Float32Array>;

export type OpenModel = {
  model: Model;
  device: Device;
  /** The answers may live in the same memory at every run: they must be used before the next one. `input`: its square unless given. */
  run(pixels: Pixels, input?: Letterbox['input']): Promise<Outputs>;
  close(): Promise<void>;
};

export type Engine = { device: Device; cores: number };

async function checkedFile({ name, path, sha256 }: Model): Promise<Buffer | Unusable> {
  let file: Buffer;
  try {
    file = await readFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      problem:
        code === 'ENOENT'
          ? `The file ${path} of the model ${name} is missing. Restore it (git checkout), or set MODELS_DIR.`
          : `The file ${path} of the model ${name} cannot be read: ${message}. Correct its permissions.`,
    };
  }
  const found = createHash('sha256').update(file).digest('hex');
  if (found === sha256) return file;
  return {
    problem:
      `The file ${path} of the model ${name} is damaged: its sha256 is ${found}, and manifest.json says ${sha256}. ` +
      'Restore it (git checkout). If these are your own weights, write their sha256 into manifest.json.',
  };
}

/** What the file takes and gives out must be what the manifest says, or decoding would read other numbers. */
function mismatch(
  { size, multiple, outputs, classes, kind }: Model,
  session: InferenceSession,
): string | undefined {
  const [input] = session.inputMetadata;
  const shape = input?.isTensor ? `${input.type} [${input.shape.join(', ')}]` : 'no tensor';
  const wanted = `float32 [1, 3, ${multiple ? 'height, width' : `${size}, ${size}`}]`;
  if (input?.name !== 'image' || session.inputMetadata.length !== 1 || shape !== wanted)
    return `it takes ${input?.name} ${shape}, and the manifest says image ${wanted}`;
  const missing = outputs.filter((output) => !session.outputNames.includes(output));
  if (missing.length > 0) return `it does not give out ${missing.join(', ')}`;
  const counted = kind === 'detector' ? 'scores' : kind === 'segmenter' ? 'logits' : undefined;
  const output = session.outputMetadata.find(({ name }) => name === counted);
  const count = output?.isTensor ? output.shape[kind === 'detector' ? 2 : 1] : undefined;
  if (output && count !== classes.length)
    return `it knows ${count} classes, and the manifest names ${classes.length}`;
  return undefined;
}

export type Runtime = typeof import('onnxruntime-node');

const createSession = async (ort: Runtime, file: Buffer, { device, cores }: Engine) =>
  await ort.InferenceSession.create(file, {
    executionProviders: device === 'cuda' ? ['cuda', 'cpu'] : ['cpu'],
    intraOpNumThreads: cores,
    interOpNumThreads: 1,
    // Planning the memory of a run ahead made a model take twice as much of it and no less time.
    enableMemPattern: false,
    // Threads that spin while they wait take the cores from whatever else runs on the machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });

/** Where CUDA cannot be used it runs on the CPU, and says so. */
export async function openSession(
  ort: Runtime,
  file: Buffer,
  engine: Engine,
  called: string,
  warn: (message: string) => void,
): Promise<{ session: InferenceSession; device: Device }> {
  try {
    return { session: await createSession(ort, file, engine), device: engine.device };
  } catch (error) {
    if (engine.device === 'cpu') throw error;
    warn(`${called} runs on the CPU, because CUDA cannot be used: ${(error as Error).message}`);
    return { session: await createSession(ort, file, { ...engine, device: 'cpu' }), device: 'cpu' };
  }
}

function preparedRun(ort: Runtime, session: InferenceSession, model: Model): OpenModel['run'] {
  const { size, multiple, outputs } = model;
  const planes = new Float32Array(3 * size * size).fill(PADDING);
  const bound = multiple ? undefined : boundOutputs(ort, session, outputs);
  return async (pixels, input = { width: size, height: size }) => {
    const used = planes.subarray(0, 3 * input.width * input.height);
    fillPlanes(used, input, pixels);
    const image = new ort.Tensor('float32', used, [1, 3, input.height, input.width]);
    const results = bound ? await session.run({ image }, bound) : await session.run({ image }, outputs);
    return Object.fromEntries(outputs.map((name) => [name, results[name]!.data as Float32Array]));
  };
}

/** Outputs of a fixed shape are written to the same memory at every run. */
function boundOutputs(ort: Runtime, session: InferenceSession, outputs: readonly string[]) {
  const results: Record<string, Tensor> = {};
  for (const output of session.outputMetadata) {
    if (!outputs.includes(output.name) || !output.isTensor) continue;
    const shape = output.shape.map(Number);
    const numbers = new Float32Array(shape.reduce((product, side) => product * side, 1));
    results[output.name] = new ort.Tensor('float32', numbers, shape);
  }
  return results;
}

/** Enough for a run that only shows that the model runs. */
export const ONE_PIXEL: Pixels = { data: new Uint8Array(3), width: 1, height: 1, channels: 3 };

/** Only on a GPU does the first run take longer than the others: there one is made before the first photo. */
export async function openModel(
  model: Model,
  engine: Engine,
  warn: (message: string) => void,
): Promise<OpenModel | Unusable> {
  const file = await checkedFile(model);
  if ('problem' in file) return file;
  const unusable = (reason: string): Unusable => ({
    problem: `The model ${model.name} (${model.path}) cannot be used: ${reason}.`,
  });
  let session: InferenceSession | undefined;
  try {
    const ort = await import('onnxruntime-node');
    // What goes wrong arrives as an exception and is told in our words.
    ort.env.logLevel = 'fatal';
    const loaded = await openSession(ort, file, engine, `The model ${model.name}`, warn);
    session = loaded.session;
    const wrong = mismatch(model, session);
    if (wrong !== undefined) {
      await session.release();
      return unusable(`${wrong}. Correct manifest.json or restore the file`);
    }
    const run = preparedRun(ort, session, model);
    if (loaded.device === 'cuda') await run(ONE_PIXEL);
    return { model, device: loaded.device, run, close: () => loaded.session.release() };
  } catch (error) {
    await session?.release();
    return unusable((error as Error).message);
  }
}
