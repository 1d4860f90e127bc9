/** The thread behind hasher.ts. */
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

export type HashRequest = { id: number; pieces: ArrayBuffer[]; last?: 'digest' | 'forget' };
export type HashAnswer = { id: number; sha256: string };

const hashes = new Map<number, Hash>();

parentPort!.on('message', ({ id, pieces, last }: HashRequest) => {
  const hash = hashes.get(id) ?? createHash('sha256');
  hashes.set(id, hash);
  for (const piece of pieces) {
    hash.update(new Uint8Array(piece));
    // Gives the memory back now: left to the collector, many megabytes would pile up first.
    piece.transfer(0);
  }
  if (last) hashes.delete(id);
  if (last === 'digest') parentPort!.postMessage({ id, sha256: hash.digest('hex') } satisfies HashAnswer);
});
