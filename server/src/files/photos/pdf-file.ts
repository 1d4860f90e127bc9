/** Receives a PDF into a temporary file with its hash, and checks that it is complete. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Problem } from '../../inspections/problems/problem.ts';
import { malformedRequest, tooLarge } from '../../inspections/problems/requests.ts';
import { invalidPdf } from '../../inspections/problems/tasks.ts';
import { storageFailed } from '../storage-failed.ts';

/** Readers look for the first and the last word of a PDF this far from its ends. */
const NEAR = 1024;

type SpooledPdf = { sha256: string; size: number };

async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw malformedRequest(
      `The PDF stopped before it was complete: ${(error as Error).message}. Send it again.`,
    );
  }
}

const assertWhole = (head: Buffer, tail: Buffer) => {
  if (!head.includes('%PDF-'))
    throw invalidPdf('This file is not a PDF: it does not begin like one. Send the finished report as PDF.');
  if (!tail.includes('%%EOF')) throw invalidPdf('The PDF is incomplete: its end is missing. Send it again.');
};

export const spoolPdf = async (source: Readable, path: string, maxBytes: number): Promise<SpooledPdf> => {
  const hash = createHash('sha256');
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
  let size = 0;
  try {
    const file = await open(path, 'wx').catch(fileFailed);
    try {
      for await (const chunk of chunksOf(source)) {
        size += chunk.length;
        if (size > maxBytes)
          throw tooLarge(
            `The PDF is larger than ${Math.floor(maxBytes / 2 ** 20)} MB, the limit. Send a smaller one.`,
          );
        if (head.length < NEAR) head = Buffer.concat([head, chunk]).subarray(0, NEAR);
        tail = Buffer.from(Buffer.concat([tail, chunk.subarray(-NEAR)]).subarray(-NEAR));
        hash.update(chunk);
        await file.write(chunk).catch(fileFailed);
      }
    } finally {
      await file.close().catch(fileFailed);
    }
    if (size === 0) throw invalidPdf('The PDF is empty: the file has no bytes. Send it again.');
    assertWhole(head, tail);
    return { sha256: hash.digest('hex'), size };
  } catch (error) {
    source.destroy();
    await rm(path, { force: true });
    throw error;
  }
};

const fileFailed = (error: unknown): never => {
  throw storageFailed(error);
};
