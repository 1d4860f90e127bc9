/** The thread behind hasher.ts. */
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

export type HashRequest = { id: number; chunks: Uint8Array[]; last?: 'digest' | 'forget' };
export type HashAnswer = { id: number; sha256: string };

const hashes = new Map<number, Hash>();

parentPort!.on('message', ({ id, chunks, last }: HashRequest) => {
  const hash = hashes.get(id) ?? createHash('sha256');
  hashes.set(id, hash);
  for (const chunk of chunks) hash.update(chunk);
  if (last) hashes.delete(id);
  if (last === 'digest') parentPort!.postMessage({ id, sha256: hash.digest('hex') } satisfies HashAnswer);
});
