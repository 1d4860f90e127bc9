import { Worker } from 'node:worker_threads';
import { invalidImage } from '../inspections/problem.ts';
import { createGate } from './gate.ts';
import type { HeicAnswer, HeicRequest } from './heic-worker.ts';
import { tooManyPixels } from './pixel-limit.ts';

const IDLE_MS = 30_000;

/** One decoding thread, started by the first HEIC photo, stopped when idle so that its memory comes back. */
export function createHeicDecoder(timeoutMs = 30_000): (request: HeicRequest) => Promise<Uint8Array> {
  const gate = createGate(1);
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let answered: (answer: HeicAnswer | undefined) => void = () => {};

  const stop = () => {
    worker?.terminate();
    worker = undefined;
  };

  const start = () => {
    // Its output is the decoder's chatter about bad files; the answer says all that matters.
    const started = new Worker(new URL('./heic-worker.ts', import.meta.url), { stdout: true, stderr: true });
    started.stdout.resume();
    started.stderr.resume();
    started.on('message', (answer: HeicAnswer) => answered(answer));
    started.on('error', () => answered({ damaged: true }));
    return started;
  };

  const ask = async (request: HeicRequest): Promise<HeicAnswer | undefined> => {
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    worker.postMessage(request);
    const answer = await new Promise<HeicAnswer | undefined>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs, undefined);
      answered = (given) => {
        clearTimeout(timer);
        resolve(given);
      };
    });
    worker.unref();
    idle = setTimeout(stop, IDLE_MS).unref();
    return answer;
  };

  return (request) =>
    gate(async () => {
      const answer = await ask(request);
      if (answer && 'tiff' in answer) return answer.tiff;
      if (answer && 'width' in answer) throw tooManyPixels(answer.width, answer.height, request.maxPixels);
      // After a failure the decoder's memory may be in any state.
      stop();
      if (answer) {
        throw invalidImage('The photo is damaged or incomplete: the HEIC cannot be decoded. Send it again.');
      }
      throw invalidImage(`The HEIC took longer than ${timeoutMs / 1000} s to decode. Send it as a JPEG.`);
    });
}
