import type { FileHandle } from 'node:fs/promises';

/** Each write is a trip to another thread, which costs as much as writing a few hundred kilobytes. */
const PIECE = 512 * 1024;

/**
 * Writes to a file in large pieces: one is being written while the next is gathered. `release` gets every
 * chunk, in order, once its parts are written and nothing here looks at its bytes any more. `whole` gets the
 * chunks as they are.
 */
export function writePiecewise(file: FileHandle, release: (chunks: Buffer[]) => void, whole?: FileHandle) {
  let parts: Buffer[] = [];
  let chunks: Buffer[] = [];
  let size = 0;
  let writing = Promise.resolve();

  const begin = async () => {
    await writing;
    const written = chunks;
    const all = [writeAll(file, parts), ...(whole ? [writeAll(whole, written)] : [])];
    // A failure of one is told when the other has ended as well: nobody closes a file that is being written.
    writing = Promise.allSettled(all).then(async () => {
      await Promise.all(all);
      release(written);
    });
    // Whoever waits next hears of a failure; until then it must not end the process.
    writing.catch(() => {});
    parts = [];
    chunks = [];
    size = 0;
  };

  return {
    /** Parts of a chunk that are to be kept. Answers something to wait for when enough has been gathered. */
    write(kept: Buffer[], chunk: Buffer): Promise<void> | undefined {
      parts.push(...kept);
      chunks.push(chunk);
      size += chunk.length;
      return size < PIECE ? undefined : begin();
    },
    async end() {
      await begin();
      await writing;
    },
    /** Waits until nothing is being written any more, well or not. */
    settle: () => writing.catch(() => {}),
  };
}

async function writeAll(file: FileHandle, parts: Buffer[]): Promise<void> {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size === 0) return;
  let { bytesWritten: written } = await file.writev(parts);
  if (written === size) return;
  // A disk that is nearly full takes a part and refuses the rest.
  const whole = Buffer.concat(parts);
  while (written < size) written += (await file.write(whole, written)).bytesWritten;
}
