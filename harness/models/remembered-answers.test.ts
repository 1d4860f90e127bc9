import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as runtime from 'onnxruntime-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rememberingRuntime } from './remembered-answers.ts';

let folder: string;
let model: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-answers-'));
  model = await readFile(new URL('../../models/paint.onnx', import.meta.url));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The real runtime, which counts: nothing else tells whether a network ran. */
const counting = () => {
  let runs = 0;
  const create = async (...given: Parameters<typeof runtime.InferenceSession.create>) => {
    const session = await runtime.InferenceSession.create(...given);
    const run = session.run.bind(session);
    session.run = ((...asked: Parameters<typeof run>) => {
      runs += 1;
      return run(...asked);
    }) as typeof session.run;
    return session;
  };
  const counted = { ...runtime, InferenceSession: { create } } as unknown as typeof runtime;
  return { counted, runs: () => runs };
};

const imageOf = (side: number, gray: number) =>
  new runtime.Tensor('float32', new Float32Array(3 * side * side).fill(gray), [1, 3, side, side]);

test('a network runs once for a question, whoever asks it, and answers the same to the last bit', async () => {
  const { counted, runs } = counting();
  const sessions = await Promise.all(
    [1, 2].map(() => rememberingRuntime(counted, folder).InferenceSession.create(model)),
  );
  const [first, second] = sessions as [runtime.InferenceSession, runtime.InferenceSession];
  const side = Number((first.inputMetadata[0] as { shape: readonly (string | number)[] }).shape[2]);
  const asked = await first.run({ image: imageOf(side, 100) });
  const again = await second.run({ image: imageOf(side, 100) });
  expect(runs()).toBe(1);
  for (const name of first.outputNames) {
    expect(again[name]!.data).toEqual(asked[name]!.data);
    expect(again[name]!.dims).toEqual(asked[name]!.dims);
  }
  const other = await second.run({ image: imageOf(side, 101) });
  expect(runs()).toBe(2);
  expect(other[first.outputNames[0]!]!.data).not.toEqual(asked[first.outputNames[0]!]!.data);
  await Promise.all(sessions.map((session) => session.release()));
});
