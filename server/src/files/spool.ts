/** Takes a photo off the wire: to a temporary file, hashed, measured, sniffed and stripped as it passes. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  invalidImage,
  malformedRequest,
  Problem,
  storageUnavailable,
  tooLarge,
} from '../inspections/problem.ts';
import { walkJpeg } from './jpeg-segments.ts';
import { type PhotoFormat, SNIFF_BYTES, sniff } from './sniff.ts';

export type SpooledPhoto = {
  path: string;
  format: PhotoFormat;
  /** Of the bytes as they came. */
  sha256: string;
  /** Known only for JPEG, whose metadata is gone from the file. */
  orientation: number | undefined;
};

const ACCEPTED = 'Send a JPEG, PNG, WebP, AVIF, TIFF or HEIC photo.';

export async function spoolPhoto(source: Readable, path: string, maxBytes: number): Promise<SpooledPhoto> {
  try {
    const file = await open(path, 'wx').catch(fileFailed);
    const out = file.createWriteStream({ highWaterMark: 512 * 1024 });
    // Its failure reaches us at the next write; without a listener it would end the process first.
    out.on('error', () => {});
    try {
      return { path, ...(await pass(source, out, maxBytes)) };
    } finally {
      out.destroy();
      if (!out.closed) await new Promise<void>((resolve) => out.once('close', resolve));
    }
  } catch (error) {
    source.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

async function pass(source: Readable, out: Writable, maxBytes: number): Promise<Omit<SpooledPhoto, 'path'>> {
  const hash = createHash('sha256');
  let head: Buffer = Buffer.alloc(0);
  let photo: ReturnType<typeof begin> | undefined;
  let size = 0;

  const write = async (chunk: Buffer) => {
    photo ??= begin(chunk);
    for (const part of photo.walk ? photo.walk.push(chunk) : [chunk]) out.write(part);
    if (out.errored) throw storageUnavailable(out.errored);
    if (out.writableNeedDrain) await once(out, 'drain').catch(fileFailed);
  };

  for await (const chunk of chunksOf(source)) {
    size += chunk.length;
    if (size > maxBytes)
      throw tooLarge(`The photo is larger than ${megabytes(maxBytes)} MB, the limit. Send a smaller one.`);
    hash.update(chunk);
    if (photo) {
      await write(chunk);
    } else {
      head = Buffer.concat([head, chunk]);
      if (head.length >= SNIFF_BYTES) await write(head);
    }
  }
  if (size === 0) throw invalidImage('The photo is empty: the file has no bytes. Send it again.');
  if (!photo) await write(head);
  out.end();
  await finished(out).catch(fileFailed);

  const { format, walk } = photo ?? begin(head);
  if (walk && !walk.isComplete()) {
    throw invalidImage('The photo is incomplete: the end of the JPEG is missing. Send it again.');
  }
  if (walk && !walk.isCommon()) {
    throw invalidImage(
      'This JPEG is coded in a way that most programs cannot show. Save it as an ordinary JPEG.',
    );
  }
  return { format, sha256: hash.digest('hex'), orientation: walk?.orientation() };
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
  throw storageUnavailable(error);
};
