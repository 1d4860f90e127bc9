/** The thread that the models run in: a run blocks it, and all work on pixels happens here too. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ModelName } from '../../../inspections/photos/detections.ts';
import { Problem } from '../../../inspections/problems/problem.ts';
import type { Picture } from '../../pixels/picture.ts';
import type { FindRequest, Found } from '../find-request.ts';
import { isUsable, type Model, readManifest, type Unusable } from '../manifest.ts';
import { type Device, type Engine, type OpenModel, openModel } from '../model-session.ts';
import { runModels } from '../run-models.ts';
import { CLOSING, type FromThread, type ToThread } from './thread-pool.ts';

export type ThreadSettings = {
  folder: string;
  engine: Engine;
  /** Opened before the first photo; the others with the first photo that they are wanted for. */
  warm: readonly ModelName[];
  canceled: SharedArrayBuffer;
};
export type Question = { picture: Picture; request: FindRequest };
export type ModelStatus = { name: ModelName; version?: string; device?: Device; problem?: string };
/** What was found out about the models since it was last told. */
export type News = {
  models: ModelStatus[];
  warnings: string[];
  /** The other versions of the damage model that it has open. */
  others: string[];
};
export type Answer = { found: Found; news: News };

const { folder, engine, warm, canceled } = workerData as ThreadSettings;
const port = parentPort!;
const isCanceled = new Int32Array(canceled);
const say = (message: FromThread<News, Answer>) => port.postMessage(message);

const manifest = await readManifest(folder);
const opened = new Map<ModelName, OpenModel | Unusable>();
let untold: News = {
  models: [...manifest].map(([name, model]) =>
    isUsable(model) ? { name, version: model.version } : { name, ...model },
  ),
  warnings: [],
  others: [],
};

async function openOnce(name: ModelName): Promise<OpenModel | Unusable> {
  const known = opened.get(name);
  if (known) return known;
  const described = manifest.get(name) ?? { problem: `The manifest has no model ${name}.` };
  if (!isUsable(described)) return described;
  const model = await openModel(described, engine, (text) => untold.warnings.push(text));
  opened.set(name, model);
  untold.models.push(
    isUsable(model) ? { name, version: model.model.version, device: model.device } : { name, ...model },
  );
  return model;
}

/** Each holds memory: the one that judges, and the one that looks along. */
const MOST_OTHERS = 2;
const others = new Map<string, OpenModel>();

/** The one that was asked for last is the last of them. One that cannot be opened is tried again the next time. */
async function openOther(described: Model): Promise<OpenModel | Unusable> {
  const key = `${described.version} ${described.sha256}`;
  const model: OpenModel | Unusable =
    others.get(key) ?? (await openModel(described, engine, (text) => untold.warnings.push(text)));
  others.delete(key);
  if (!isUsable(model)) return model;
  others.set(key, model);
  for (const [first, unused] of others) {
    if (others.size <= MOST_OTHERS) break;
    others.delete(first);
    await unused.close();
  }
  return model;
}

function news(): News {
  const told = untold;
  untold = { models: [], warnings: [], others: [] };
  return { ...told, others: [...others.values()].map(({ model }) => model.version) };
}

async function answer(id: number, { picture, request }: Question) {
  const throwIfCanceled = () => {
    if ([id, CLOSING].includes(Atomics.load(isCanceled, 0))) throw new Error('canceled');
  };
  try {
    const { damage } = request;
    const open = (name: ModelName) => (name === 'damage' && damage ? openOther(damage) : openOnce(name));
    const found = await runModels(picture, request, open, throwIfCanceled);
    say({ id, answer: { found, news: news() } });
  } catch (error) {
    if (error instanceof Problem) {
      const { code, message } = error;
      say({ id, problem: { code, message } });
    } else say({ id, failure: (error as Error).message });
  }
}

const warmUp = async () => {
  for (const name of warm) if (Atomics.load(isCanceled, 0) !== CLOSING) await openOnce(name);
};

// One after the other: what is closed is not being loaded or run at that moment.
let last = warmUp();
port.on('message', (message: ToThread<Question>) => {
  last = last.then(async () => {
    if ('question' in message) return await answer(message.id, message.question);
    for (const model of [...opened.values(), ...others.values()]) if (isUsable(model)) await model.close();
    port.close();
  });
});
await last;
say({ ready: news() });
