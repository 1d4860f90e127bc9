import { Worker } from 'node:worker_threads';
import { storageUnavailable } from '../../inspections/problems/storage.ts';
import { storageFailed } from '../storage-failed.ts';
import type { HashAnswer, HashRequest } from './hash-worker.ts';

export type Hashing = {
  /** Takes the chunks over: nobody else may look at their bytes afterwards. */
  update(chunks: Buffer[]): void;
  /** SHA-256 in hexadecimal digits. */
  digest(): Promise<string>;
  forget(): void;
};

/**
 * SHA-256 on a thread of its own, started by the first photo. Hashing is most of the work of receiving one,
 * and while the main thread does it nobody else is answered. The bytes are handed over, not copied, so
 * that clearing them away is the work of that thread as well.
 */
export function createHasher(): () => Hashing {
  let worker: Worker | undefined;
  let newest = 0;
  const waiting = new Map<number, { resolve(sha256: string): void; reject(error: Error): void }>();

  const fail = (error: Error) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(storageFailed(error));
    waiting.clear();
  };

  const start = () => {
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url));
    started.on('message', ({ id, sha256 }: HashAnswer) => {
      waiting.get(id)?.resolve(sha256);
      waiting.delete(id);
    });
    started.on('error', fail);
    started.unref();
    return started;
  };

  return () => {
    const id = ++newest;
    worker ??= start();
    const mine = worker;
    const send = (pieces: ArrayBuffer[], last?: HashRequest['last']) =>
      mine.postMessage({ id, pieces, last } satisfies HashRequest, pieces);
    return {
      update: (chunks) => send(chunks.map(owned)),
      digest: () => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        // Whoever waits for it hears of a failure; if nobody does, it must not end the process.
        promise.catch(() => {});
        if (mine === worker) {
          waiting.set(id, { resolve, reject });
          send([], 'digest');
        } else {
          // What a thread that has died knew is lost.
          reject(storageUnavailable());
        }
        return promise;
      },
      forget: () => send([], 'forget'),
    };
  };
}

/** Only memory that belongs to the chunk alone can be handed over; of any other a copy is. */
const owned = ({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? buffer
    : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer;
