/** The files of an evidence pack: the small ones as bytes, of all others the hash. Nothing is written anywhere. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.json.sig';
export const EVENTS = 'events.jsonl';
export const PHOTOS = 'photos.json';
export const TIMESTAMP = 'manifest.tsr';

const KEPT = [MANIFEST, SIGNATURE, EVENTS, PHOTOS, TIMESTAMP];
/** Far more than a manifest or a list of events ever has. */
const MOST_KEPT_BYTES = 256 * 2 ** 20;

export class NoPack extends Error {}

export type ReadPack = {
  /** SHA-256 by path. A path that is there twice has the hash of neither. */
  hashes: ReadonlyMap<string, string>;
  kept: ReadonlyMap<string, Buffer>;
};

const readEntry = async (
  zip: ZipFile,
  entry: Entry,
  hashes: Map<string, string>,
  kept: Map<string, Buffer>,
) => {
  const path = entry.fileName;
  const isTwice = hashes.has(path);
  const stream = await zip.openReadStreamPromise(entry);
  if (KEPT.includes(path)) {
    if (entry.uncompressedSize > MOST_KEPT_BYTES)
      throw new NoPack(`${path} is too large to be one of a pack.`);
    const bytes = await buffer(stream);
    kept.set(path, bytes);
    hashes.set(path, createHash('sha256').update(bytes).digest('hex'));
  } else {
    const hash = createHash('sha256');
    for await (const chunk of stream) hash.update(chunk as Buffer);
    hashes.set(path, hash.digest('hex'));
  }
  if (isTwice) hashes.set(path, 'twice');
};

export const readPack = async (file: string): Promise<ReadPack> => {
  const zip = await openPromise(file, { strictFileNames: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new NoPack(`There is no file ${file}.`);
    throw new NoPack(`${file} is not a ZIP file, so it is no evidence pack. Download the pack again.`);
  });
  const hashes = new Map<string, string>();
  const kept = new Map<string, Buffer>();
  try {
    for await (const entry of zip.eachEntry()) await readEntry(zip, entry, hashes, kept);
  } catch (error) {
    if (error instanceof NoPack) throw error;
    throw new NoPack(`${file} is a damaged ZIP file: ${(error as Error).message}. Download the pack again.`);
  } finally {
    zip.close();
  }
  return { hashes, kept };
};
