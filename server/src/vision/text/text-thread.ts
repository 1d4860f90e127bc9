/** The thread that text is read in: its networks block it. */
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../inspections/problem.ts';
import { isUsable } from '../manifest.ts';
import type { Engine } from '../model-session.ts';
import { decodePhoto } from '../picture.ts';
import type { FromThread, ToThread } from '../thread-pool.ts';
import { readText, TEXT_SIDE, type TextSeen } from './reading.ts';
import { openTextSessions } from './text-sessions.ts';

export type TextThreadSettings = { engine: Engine; maxPixels: number; cancelled: SharedArrayBuffer };
export type TextQuestion = { photo: Uint8Array | string };
export type TextReady = { problem?: string };

const { engine, maxPixels, cancelled } = workerData as TextThreadSettings;
const port = parentPort!;
const isCancelled = new Int32Array(cancelled);
const say = (message: FromThread<TextReady, TextSeen>) => port.postMessage(message);

const sessions = await openTextSessions(engine);

async function answer(id: number, { photo }: TextQuestion) {
  const throwIfAborted = () => {
    if (Atomics.load(isCancelled, 0) === id) throw new Error('cancelled');
  };
  if (!isUsable(sessions)) return say({ id, failure: sessions.problem });
  try {
    const picture = await decodePhoto(photo, { longestSide: TEXT_SIDE, maxPixels });
    say({ id, answer: await readText(picture, sessions, { signal: { throwIfAborted } }) });
  } catch (error) {
    if (error instanceof Problem) {
      const { status, code, message } = error;
      say({ id, problem: { status, code, message } });
    } else say({ id, failure: (error as Error).message });
  }
}

port.on('message', async (message: ToThread<TextQuestion>) => {
  if ('question' in message) return await answer(message.id, message.question);
  if (isUsable(sessions)) await sessions.close();
  port.close();
});

say({ ready: isUsable(sessions) ? {} : { problem: sessions.problem } });
