/**
 * What it takes, besides the photo that is kept, to have the file again as it was received, bit for bit. The first line
 * lists the parts of that file as JSON: `[kept, length]` stands in the kept photo, `[length]` follows in this file.
 * Of a JPEG that was kept upright this is its metadata alone; of a photo that was painted anew it is the whole file.
 */
import { open, writeFile } from 'node:fs/promises';
import type { Copy } from '../../decoding/jpeg-segments.ts';

/** Beside the photo. No link to it is ever signed. */
export const originalKey = (key: string) => `${key}.original`;

type Part = [kept: number, length: number] | [length: number];

const PIECE = 512 * 1024;
const END_OF_LINE = 0x0a;

const partsOf = (copies: readonly Copy[], size: number): Part[] => {
  const parts: Part[] = [];
  let at = 0;
  for (const { received, kept, length } of copies) {
    if (received > at) parts.push([received - at]);
    parts.push([kept, length]);
    at = received + length;
  }
  if (size > at) parts.push([size - at]);
  return parts;
};

/** `copies`: what of it stands in the photo that is kept. */
export async function writeOriginal(
  received: string,
  copies: readonly Copy[],
  target: string,
): Promise<void> {
  const file = await open(received);
  try {
    const parts = partsOf(copies, (await file.stat()).size);
    async function* content() {
      yield Buffer.from(`${JSON.stringify(parts)}\n`);
      let at = 0;
      for (const part of parts) {
        const end = at + part.at(-1)!;
        while (part.length === 1 && at < end) {
          const { buffer, bytesRead } = await file.read({
            buffer: Buffer.allocUnsafe(Math.min(PIECE, end - at)),
            position: at,
          });
          if (bytesRead === 0) throw new Error('The file that was received has been cut off.');
          yield buffer.subarray(0, bytesRead);
          at += bytesRead;
        }
        at = end;
      }
    }
    await writeFile(target, content(), { flag: 'wx' });
  } finally {
    await file.close();
  }
}

/** `readKept` is asked only where something of it is needed. */
export async function rebuildOriginal(rest: Buffer, readKept: () => Promise<Buffer>): Promise<Buffer> {
  const lineEnd = rest.indexOf(END_OF_LINE);
  const parts = JSON.parse(rest.toString('utf8', 0, lineEnd)) as Part[];
  const kept = parts.some((part) => part.length === 2) ? await readKept() : Buffer.alloc(0);
  let at = lineEnd + 1;
  return Buffer.concat(
    parts.map((part) => {
      if (part.length === 2) return kept.subarray(part[0], part[0] + part[1]);
      at += part[0];
      return rest.subarray(at - part[0], at);
    }),
  );
}
