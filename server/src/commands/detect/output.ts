/** The result file of `detect`: written piece by piece, whole JSON whenever it is closed. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** More digits than a score means make a file twice as long. */
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Math.round(value * 1e4) / 1e4 : value;

type ResultFile = { add(image: object): Promise<void>; close(): Promise<void> };

/** `path` null writes to standard output. */
export async function openResultFile(path: string | null, head: object): Promise<ResultFile> {
  const stream = path === null ? process.stdout : createWriteStream(path);
  if (path !== null) await once(stream, 'open');
  let broken: Error | undefined;
  stream.on('error', (error) => {
    broken = error;
  });
  const write = async (text: string) => {
    if (broken) throw broken;
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(`${JSON.stringify(head).slice(0, -1)},"images":[`);
  let first = true;
  return {
    add: async (image) => {
      const comma = first ? '' : ',';
      first = false;
      await write(`${comma}\n${JSON.stringify(image, rounded)}`);
    },
    close: async () => {
      await write('\n]}\n');
      if (stream === process.stdout) return;
      stream.end();
      await once(stream, 'finish');
    },
  };
}
