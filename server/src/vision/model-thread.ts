/** The thread that the models run in: a run blocks it, and all work on pixels happens here too. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PhotoSeen } from '../inspections/photo-seen.ts';
import { Problem } from '../inspections/problem.ts';
import type { LookRequest } from './look-request.ts';
import { lookAt, type OpenModels } from './looking.ts';
import { isUsable, type ModelName, readManifest } from './manifest.ts';
import { type Device, type Engine, openModel } from './model-session.ts';
import type { FromThread, ToThread } from './thread-pool.ts';

export type ThreadSettings = {
  folder: string;
  engine: Engine;
  maxPixels: number;
  only: ModelName[] | null;
  cancelled: SharedArrayBuffer;
};
export type Question = { photo: Uint8Array | string; request: LookRequest };
export type ModelStatus = { name: ModelName; version?: string; device?: Device; problem?: string };
export type Ready = { models: ModelStatus[]; warnings: string[] };

const { folder, engine, maxPixels, only, cancelled } = workerData as ThreadSettings;
const port = parentPort!;
const isCancelled = new Int32Array(cancelled);
const say = (message: FromThread<Ready, PhotoSeen>) => port.postMessage(message);

const models: OpenModels = new Map();
const warnings: string[] = [];
for (const [name, model] of await readManifest(folder)) {
  if (only !== null && !only.includes(name)) continue;
  models.set(name, isUsable(model) ? await openModel(model, engine, (text) => warnings.push(text)) : model);
}

async function answer(id: number, { photo, request }: Question) {
  const throwIfCancelled = () => {
    if (Atomics.load(isCancelled, 0) === id) throw new Error('cancelled');
  };
  try {
    say({ id, answer: await lookAt(photo, request, models, { maxPixels, throwIfCancelled }) });
  } catch (error) {
    if (error instanceof Problem) {
      const { status, code, message } = error;
      say({ id, problem: { status, code, message } });
    } else say({ id, failure: (error as Error).message });
  }
}

port.on('message', async (message: ToThread<Question>) => {
  if ('question' in message) return await answer(message.id, message.question);
  for (const model of models.values()) if (isUsable(model)) await model.close();
  port.close();
});

say({
  ready: {
    models: [...models].map(([name, opened]) =>
      isUsable(opened)
        ? { name, version: opened.model.version, device: opened.device }
        : { name, problem: opened.problem },
    ),
    warnings,
  },
});
