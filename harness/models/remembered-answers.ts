/**
 * What a network answered within one run of the tests, kept in a folder. Many tests show the same few photos to the same networks, and
 * to run these took a third of the processor time of all tests. The first to ask waits for the real network; who asks the same again,
 * in whichever process, gets the same numbers. Nothing outlives the run.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

type Runtime = typeof import('onnxruntime-node');
type Numbers = Float32Array<ArrayBuffer>;
type Feeds = Record<string, Tensor>;
/** All networks of the service take and give numbers of 32 bits. */
type Run = (feeds: Feeds, ...wanted: unknown[]) => Promise<Record<string, Tensor>>;
type Kept = { name: string; dims: number[]; length: number }[];

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A line that says what follows, then the numbers. */
const written = (answers: Record<string, Tensor>) => {
  const entries = Object.entries(answers);
  const kept: Kept = entries.map(([name, { dims, data }]) => ({
    name,
    dims: [...dims],
    length: data.length,
  }));
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(kept)}\n`),
    ...entries.map(([, { data }]) => bytesOf(data as Numbers)),
  ]);
};

const readAgain = (file: Buffer, { Tensor }: Runtime): Record<string, Tensor> => {
  const end = file.indexOf('\n');
  const kept = JSON.parse(file.toString('utf8', 0, end)) as Kept;
  let at = end + 1;
  return Object.fromEntries(
    kept.map(({ name, dims, length }) => {
      // Copied, as numbers begin at a multiple of four.
      const numbers = new Float32Array(new Uint8Array(file.subarray(at, at + 4 * length)).buffer);
      at += 4 * length;
      return [name, new Tensor('float32', numbers, dims)];
    }),
  );
};

/** Of a network, its inputs and the outputs that are wanted. */
const questionOf = (network: string, feeds: Feeds, wanted: unknown) => {
  const question = createHash('sha256').update(network);
  for (const [input, { dims, data }] of Object.entries(feeds))
    question.update(`${input} ${dims.join(' ')}\n`).update(bytesOf(data as Numbers));
  return question
    .update((Array.isArray(wanted) ? wanted : Object.keys(wanted ?? {})).join(' '))
    .digest('hex');
};

/** The real session, but for what was asked before. */
const remembering = (runtime: Runtime, session: InferenceSession, network: string, folder: string) => {
  const run = async (feeds: Feeds, ...wanted: unknown[]) => {
    const file = join(folder, questionOf(network, feeds, wanted[0]));
    const known = await readFile(file).catch(() => null);
    if (known) return readAgain(known, runtime);
    const answers = await (session.run as Run)(feeds, ...wanted);
    // Whole or not at all: another process may look for it at this moment.
    const unfinished = `${file}.${randomUUID()}`;
    await writeFile(unfinished, written(answers));
    await rename(unfinished, file);
    return answers;
  };
  return new Proxy(session, {
    get(real, property) {
      if (property === 'run') return run;
      const value = Reflect.get(real, property, real);
      return typeof value === 'function' ? value.bind(real) : value;
    },
  });
};

/** The runtime of networks, with sessions that remember. */
export const rememberingRuntime = (runtime: Runtime, folder: string): Runtime => {
  const create = async (model: Uint8Array, options?: InferenceSession.SessionOptions) => {
    const network = createHash('sha256').update(model).digest('hex');
    return remembering(runtime, await runtime.InferenceSession.create(model, options), network, folder);
  };
  return { ...runtime, InferenceSession: { create } as Runtime['InferenceSession'] };
};
