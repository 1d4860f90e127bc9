/** The packs of real photos beside the repository: where each photo lies, and what is listed of it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TruePhoto } from './truth.ts';

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const PACKS = [
  { folder: at('../shared/data/damage'), list: 'damage.json' },
  { folder: at('../shared/data/round2'), list: 'round2.json' },
];

export const hasRealPhotos = () => PACKS.every(({ folder, list }) => existsSync(join(folder, list)));

type Photo = {
  file_name: string;
  width: number;
  height: number;
  split: string;
  source: string;
  group: number;
  shard: number;
};
export type PackedPhoto = Photo & { archive: string };

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

export const readLabels = <T>(file: string): Promise<T> => readJson<T>(at(join('training/labels', file)));

const photosIn = async ({ folder, list }: (typeof PACKS)[number]) => {
  const { images } = await readJson<{ images: Photo[] }>(join(folder, list));
  return images.map((image): PackedPhoto => ({ ...image, archive: join(folder, `shard${image.shard}.tar`) }));
};

/** By their file names, which differ among the packs. */
export const packedPhotos = async (): Promise<Map<string, PackedPhoto>> =>
  new Map((await Promise.all(PACKS.map(photosIn))).flat().map((photo) => [photo.file_name, photo]));

/** An archive at a time: a photo at a time would read the archive from its beginning each time. */
export const unpack = async (names: readonly string[], folder: string) => {
  if (names.length === 0) return;
  const packed = await packedPhotos();
  const photos = [...new Set(names)].map((name) => packed.get(name)!);
  for (const [archive, some] of Map.groupBy(photos, (photo) => photo.archive)) {
    const files = some.map(({ file_name }) => file_name);
    await run('tar', ['--extract', '--file', archive, '--directory', folder, ...files]);
  }
};

export const photoOf = (
  { file_name, width, height }: PackedPhoto,
  { folder, close_up }: { folder: string; close_up: boolean },
): TruePhoto => ({ name: file_name, path: join(folder, file_name), width, height, close_up });
