/** Measures the quality of a photo: sharp decodes it small, a thread of its own looks at the pixels. */
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { asScore, type QualityMeasures } from '../inspections/compliance.ts';
import { internalError, type Problem, shuttingDown } from '../inspections/problem.ts';
import type { Pixels } from './pixels.ts';
import type { QualityAnswer, QualityQuestion } from './quality-worker.ts';

export type QualityMeter = {
  measure(photo: Buffer | string): Promise<QualityMeasures>;
  close(): Promise<void>;
};

/**
 * Blur is judged at about the size at which the models and a person on a screen see the whole photo.
 * Smaller photos are never enlarged, so a small photo that was blown up shows as blurred, and the
 * small one itself as sharp but of low resolution.
 */
const LONGEST_SIDE = 768;

async function decode(photo: Buffer | string) {
  // Whatever the intake accepted is measured: a warning about a damaged tail is no reason to refuse now.
  const picture = sharp(photo, { failOn: 'none' });
  const { autoOrient } = await picture.metadata();
  const { data, info } = await picture
    .autoOrient()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    // Grey behind transparent parts: neither dark nor bright.
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { pixels: { data, width: info.width, height: info.height, channels: info.channels }, ...autoOrient };
}

type Scores = Pick<QualityMeasures, 'blurriness' | 'overexposure' | 'underexposure'>;

export function createQualityMeter(): QualityMeter {
  const waiting = new Map<number, PromiseWithResolvers<Scores>>();
  let thread: Worker | undefined;
  let closed = false;
  let lastId = 0;

  function start() {
    const worker = new Worker(new URL('./quality-worker.ts', import.meta.url), { name: 'quality' });
    const stopped = (problem: Problem) => {
      if (thread !== worker) return;
      thread = undefined;
      for (const asked of waiting.values()) asked.reject(problem);
      waiting.clear();
    };
    worker.on('message', ({ id, ...scores }: QualityAnswer) => {
      waiting.get(id)?.resolve(scores);
      waiting.delete(id);
      if (waiting.size === 0) worker.unref();
    });
    // A problem of the service, never of the photo: whoever asked may ask again and gets a new thread.
    worker.on('error', (error) => stopped(Object.assign(internalError(), { cause: error })));
    worker.on('exit', () => stopped(shuttingDown()));
    return worker;
  }

  function ask(pixels: Pixels): Promise<Scores> {
    if (closed) throw shuttingDown();
    thread ??= start();
    // An idle thread must not keep the process alive; a question under way must.
    thread.ref();
    const asked = Promise.withResolvers<Scores>();
    const id = ++lastId;
    waiting.set(id, asked);
    thread.postMessage({ ...pixels, id } satisfies QualityQuestion);
    return asked.promise;
  }

  return {
    async measure(photo) {
      const { pixels, width, height } = await decode(photo);
      const scores = await ask(pixels);
      return {
        blurriness: asScore(scores.blurriness),
        overexposure: asScore(scores.overexposure),
        underexposure: asScore(scores.underexposure),
        width,
        height,
      };
    },
    async close() {
      closed = true;
      await thread?.terminate();
    },
  };
}
