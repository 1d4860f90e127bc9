/** The thread that text is read in: its networks block it. */
import { parentPort, workerData } from 'node:worker_threads';
import { modelUnusable } from '../../inspections/problems/photos.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { BoundingBox } from '../../inspections/records/place.ts';
import type { TextLine } from '../../inspections/texts/text-line.ts';
import { isUsable } from '../engine/manifest.ts';
import type { Engine } from '../engine/model-session.ts';
import { CLOSING, type FromThread, type ToThread } from '../engine/threads/thread-pool.ts';
import type { Picture } from '../pixels/picture.ts';
import { readArea } from './areas.ts';
import { readText } from './reading.ts';
import { openTextSessions } from './text-sessions.ts';

export type TextThreadSettings = { engine: Engine; canceled: SharedArrayBuffer };
/** `whole`: all of the picture is read, too. */
export type TextQuestion = { picture: Picture; whole: boolean; areas: readonly BoundingBox[] };
export type TextAnswer = { width: number; height: number; lines: TextLine[]; areas: TextLine[][] };
export type TextReady = { warnings: string[] };

const { engine, canceled } = workerData as TextThreadSettings;
const port = parentPort!;
const isCanceled = new Int32Array(canceled);
const say = (message: FromThread<TextReady, TextAnswer>) => port.postMessage(message);

const warnings: string[] = [];
const sessions = await openTextSessions(engine, (message) => warnings.push(message));

async function read(
  { picture, whole, areas }: TextQuestion,
  throwIfAborted: () => void,
): Promise<TextAnswer> {
  if (!isUsable(sessions)) throw modelUnusable(sessions.problem);
  const options = { signal: { throwIfAborted } };
  const { lines } = whole ? await readText(picture, sessions, options) : { lines: [] };
  const closer: TextLine[][] = [];
  for (const area of areas) closer.push(await readArea(picture, area, sessions, options));
  return { width: picture.width, height: picture.height, lines, areas: closer };
}

async function answer(id: number, question: TextQuestion) {
  const throwIfAborted = () => {
    if ([id, CLOSING].includes(Atomics.load(isCanceled, 0))) throw new Error('canceled');
  };
  try {
    say({ id, answer: await read(question, throwIfAborted) });
  } catch (error) {
    if (error instanceof Problem) {
      const { code, message } = error;
      say({ id, problem: { code, message } });
    } else say({ id, failure: (error as Error).message });
  }
}

// One after the other: what is closed is not being run at that moment.
let last = Promise.resolve();
port.on('message', (message: ToThread<TextQuestion>) => {
  last = last.then(async () => {
    if ('question' in message) return await answer(message.id, message.question);
    if (isUsable(sessions)) await sessions.close();
    port.close();
  });
});

say({ ready: { warnings: isUsable(sessions) ? warnings : [...warnings, sessions.problem] } });
