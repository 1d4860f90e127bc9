/** What a folder holds, for people and for the next run. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_SET_FORMAT as FORMAT } from '../../command-line/data-set.ts';
import { replaceFile } from './json-files.ts';

const NAME = 'manifest.json';
/** So many photos that left the set are named; all are counted. */
const MOST_NAMED = 1000;

const count = (counts: Record<string, number>, name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by;
};

export const newCounts = () => ({
  inspections: 0,
  photos: { train: 0, val: 0, intact: 0, blurred: 0 },
  labels: {} as Record<string, number>,
  label_sources: {} as Record<string, number>,
  ignored_regions: {} as Record<string, number>,
  hard_negatives: {} as Record<string, number>,
  left_out: {} as Record<string, number>,
  add: count,
});
export type Counts = ReturnType<typeof newCounts>;

type Kept = { organization: string; photo_choice: 'shown' | 'original' };
export type Manifest = Kept & { format: string; complete: boolean };

const isManifest = (read: unknown): read is Manifest =>
  typeof read === 'object' && read !== null && 'format' in read && read.format === FORMAT;

/** That of an earlier run; null in an empty folder. A folder with anything else in it is not written to. */
export const readManifest = async (folder: string): Promise<Manifest | null> => {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => null);
  if (text === null) {
    if ((await readdir(folder)).length === 0) return null;
    throw new Error(
      `${folder} holds something else than a data set of this command. Name an empty folder with --out.`,
    );
  }
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = null;
  }
  if (isManifest(read)) return read;
  throw new Error(
    `${join(folder, NAME)} is not the manifest of a data set. Name an empty folder with --out, or the one of an earlier run.`,
  );
};

export const assertSameSet = (folder: string, before: Manifest | null, wanted: Kept) => {
  if (before === null) return;
  for (const name of ['organization', 'photo_choice'] as const)
    if (before[name] !== wanted[name])
      throw new Error(
        `${folder} holds a data set whose ${name} is ${before[name]}; this one’s is ${wanted[name]}. Name another folder with --out.`,
      );
};

export const writeManifest = (folder: string, kept: Kept, rest: object = {}) =>
  replaceFile(
    join(folder, NAME),
    `${JSON.stringify({ format: FORMAT, ...kept, complete: false, ...rest }, null, 2)}\n`,
  );

export const removedFrom = (ids: string[]) => ({ count: ids.length, image_ids: ids.slice(0, MOST_NAMED) });
