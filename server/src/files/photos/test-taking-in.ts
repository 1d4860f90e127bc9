import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect } from 'vitest';
import { mutatedFile } from '../../../test/fuzz/mutated-file.ts';
import { walkJpeg } from '../../decoding/jpeg-segments.ts';
import type { ReceivedPhoto } from '../../inspections/ports/ports.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import { createDiskBlobs } from '../blobs/disk-blobs.ts';
import { hasHiddenParts } from './hidden-parts.ts';
import { rebuildOriginal } from './original-file.ts';
import { createPhotos } from './photos.ts';

/** Several at a time, as in a service: while one file is being written another is decoded. */
const LANES = 4;

const chunksOf = (file: Buffer, size: number) =>
  Array.from({ length: Math.ceil(file.length / size) }, (_, i) => file.subarray(i * size, (i + 1) * size));

const expectRefusal = (error: unknown) => {
  expect(error).toBeInstanceOf(Problem);
  const { kind, code, message } = error as Problem;
  expect([kind, code], message).toEqual(['input', 'invalid_image']);
  expect(message).toMatch(/^[A-Z].* (Send|Save|Export) .*\.$/s);
};

/** Whatever was done to the file before: what is kept is a picture of that size, and nothing else. */
const expectPhoto = async ({ path, width, height, binarySize, mimetype }: ReceivedPhoto) => {
  const kept = await readFile(path);
  expect(kept.length).toBe(binarySize);
  // Converting colors would be most of the work.
  const picture = sharp(kept, { failOn: 'none', ignoreIcc: true });
  const { format, space, exif, xmp, iptc, comments, orientation } = await picture.metadata();
  expect(`image/${format}`).toBe(mimetype === 'image/avif' ? 'image/heif' : mimetype);
  expect([exif, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined]);
  expect(orientation ?? 1).toBe(1);
  const pixels = picture.pipelineColourspace(space).toColourspace(space).raw();
  const { info } = await pixels.toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([width, height]);
  if (format === 'jpeg') expect(Buffer.concat(walkJpeg().push(kept)).equals(kept)).toBe(true);
  else expect(await hasHiddenParts(path, mimetype.slice('image/'.length) as 'png')).toBe(false);
};

const expectOriginal = async ({ path, original }: ReceivedPhoto, sent: Buffer) => {
  const again = await rebuildOriginal(await readFile(original!.path), () => readFile(path));
  expect(again.equals(sent)).toBe(true);
};

/** The one kind of seed that is no photo. */
const expectGif = (error: Problem) => expect(error.message).toContain('looks like a GIF');

/** The service's own way to take photos in, for mutations of right files. */
export const createTakingIn = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mutated-'));
  const photos = await createPhotos({
    dataDir,
    blobs: createDiskBlobs(join(dataDir, 'files')),
    maxBytes: 1_000_000,
    maxPixels: 1_000_000,
    downloadTimeoutSeconds: 1,
    allowPrivateAddresses: false,
  });
  const counts = { accepted: 0, refused: 0 };
  const receive = (file: Buffer, size: number) =>
    photos.receive(Readable.from(chunksOf(Buffer.from(file), size)), 'NO_ROTATION', { keepOriginal: true });

  /** So many mutations of the files; the same seed makes the same ones. */
  const takeIn = async (seeds: Buffer[], runs: number, seed: number) => {
    const sizes = fc.constantFrom(7, 1000, 1_000_000);
    const property = fc.asyncProperty(mutatedFile(seeds), sizes, async (file, size) => {
      const photo = await receive(file, size).catch(expectRefusal);
      counts[photo ? 'accepted' : 'refused']++;
      if (photo)
        await expectPhoto(photo)
          .then(() => expectOriginal(photo, file))
          .finally(photo.discard);
    });
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fc.assert(property, { numRuns: Math.ceil(runs / LANES), seed: seed + lane }),
    );
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
    expect(await readdir(join(dataDir, 'incoming')), 'left behind').toEqual([]);
    // Whatever came before, a right file of every kind is taken.
    for (const right of seeds) await receive(right, 1_000_000).then((photo) => photo.discard(), expectGif);
  };
  return { takeIn, counts, close: () => rm(dataDir, { recursive: true }) };
};
