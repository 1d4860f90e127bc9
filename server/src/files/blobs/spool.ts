/** Receives a photo into a temporary file; on the way its hash, size and type are determined and metadata is removed. */
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Copy, walkJpeg } from '../../decoding/jpeg-segments.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { malformedRequest, tooLarge } from '../../inspections/problems/requests.ts';
import type { PhotoFormat } from '../../inspections/vocabulary.ts';
import { SNIFF_BYTES, sniff } from '../photos/sniff.ts';
import { storageFailed } from '../storage-failed.ts';
import type { Hashing } from './hasher.ts';
import { writePiecewise } from './piecewise.ts';

export type SpooledPhoto = {
  path: string;
  format: PhotoFormat;
  /** Of the file, which lacks what was left out. */
  size: number;
  /** Of the bytes as they came. */
  sha256: Promise<string>;
  /** Known only for JPEG, whose metadata is gone from the file. */
  orientation: number | undefined;
  takenAt: string | null | undefined;
  /** Which of the bytes as they came are in the file. */
  copies: Copy[];
};

const ACCEPTED = 'Send a JPEG, PNG, WebP, AVIF, TIFF or HEIC photo.';

/** `received`: where the bytes go as they come, besides. */
export async function spoolPhoto(
  source: Readable,
  path: string,
  maxBytes: number,
  hashing: Hashing,
  received?: string,
): Promise<SpooledPhoto> {
  try {
    const file = await open(path, 'wx').catch(fileFailed);
    const whole = received === undefined ? undefined : await open(received, 'wx').catch(fileFailed);
    const out = writePiecewise(file, hashing.update, whole);
    try {
      return { path, ...(await pass(source, out, maxBytes)), sha256: hashing.digest() };
    } finally {
      await out.settle();
      await file.close().catch(fileFailed);
      await whole?.close().catch(fileFailed);
    }
  } catch (error) {
    source.destroy();
    hashing.forget();
    await rm(path, { force: true });
    if (received !== undefined) await rm(received, { force: true });
    throw error;
  }
}

async function pass(
  source: Readable,
  out: ReturnType<typeof writePiecewise>,
  maxBytes: number,
): Promise<Pick<SpooledPhoto, 'format' | 'size' | 'orientation' | 'takenAt' | 'copies'>> {
  let head: Buffer = Buffer.alloc(0);
  let photo: ReturnType<typeof begin> | undefined;
  let received = 0;
  let size = 0;

  const write = async (chunk: Buffer) => {
    photo ??= begin(chunk);
    const kept = photo.walk ? photo.walk.push(chunk) : [chunk];
    const excess = photo.walk?.excess();
    if (excess) throw invalidImage(excess);
    for (const part of kept) size += part.length;
    await out.write(kept, chunk)?.catch(fileFailed);
  };

  for await (const chunk of chunksOf(source)) {
    received += chunk.length;
    if (received > maxBytes)
      throw tooLarge(`The photo is larger than ${megabytes(maxBytes)} MB, the limit. Send a smaller one.`);
    if (photo) {
      await write(chunk);
    } else {
      head = Buffer.concat([head, chunk]);
      if (head.length >= SNIFF_BYTES) await write(head);
    }
  }
  if (received === 0) throw invalidImage('The photo is empty: the file has no bytes. Send it again.');
  if (!photo) await write(head);
  await out.end().catch(fileFailed);

  const { format, walk } = photo ?? begin(head);
  if (walk && !walk.isComplete()) {
    throw invalidImage('The photo is incomplete: the JPEG ends before all of its pixels. Send it again.');
  }
  if (walk && !walk.isCommon()) {
    throw invalidImage(
      'This JPEG is coded in a way that most programs cannot show. Save it as an ordinary JPEG.',
    );
  }
  const copies = walk ? walk.copies() : [{ received: 0, kept: 0, length: size }];
  return { format, size, orientation: walk?.orientation(), takenAt: walk?.takenAt(), copies };
}

function begin(head: Buffer) {
  const sniffed = sniff(head);
  if (!sniffed.format)
    throw invalidImage(`This file is not a photo: it looks like ${sniffed.looksLike}. ${ACCEPTED}`);
  return { format: sniffed.format, walk: sniffed.format === 'jpeg' ? walkJpeg() : undefined };
}

async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw malformedRequest('The upload stopped before the photo was complete. Send it again.');
  }
}

const megabytes = (bytes: number) =>
  bytes % 2 ** 20 === 0 ? bytes / 2 ** 20 : Number((bytes / 1_000_000).toPrecision(3));

const fileFailed = (error: unknown): never => {
  throw storageFailed(error);
};
