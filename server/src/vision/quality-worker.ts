/** The thread that looks at every pixel, so that the thread that serves requests does not have to. */
import { parentPort } from 'node:worker_threads';
import { measureExposure } from './exposure.ts';
import type { Pixels } from './pixels.ts';
import { measureSharpness } from './sharpness.ts';

export type QualityQuestion = Pixels & { id: number };
export type QualityAnswer = { id: number; blurriness: number; overexposure: number; underexposure: number };

parentPort?.on('message', ({ id, ...pixels }: QualityQuestion) => {
  const answer: QualityAnswer = { id, blurriness: measureSharpness(pixels), ...measureExposure(pixels) };
  parentPort?.postMessage(answer);
});
