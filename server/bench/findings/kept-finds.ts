/** The finds of the models on photos, kept in a folder: a changed rule is judged without running the models again. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SightingKey, Sightings } from '../../src/inspections/ports/findings.ts';

/** One folder a version of a model, so that a new version of one model runs only that one again. */
const folderOf = ({ model, version, post_processing }: SightingKey) =>
  `${model} ${version} ${post_processing}`.replaceAll('/', '-');

/** By the bytes of the photo: `fingerprintOf` tells them. */
export const keptFinds = (
  folder: string,
  fingerprintOf: (imageId: string) => string,
): Pick<Sightings, 'of' | 'keep'> => {
  const fileOf = (imageId: string, key: SightingKey) =>
    join(folder, folderOf(key), `${fingerprintOf(imageId)}.json`);

  const read = async (file: string): Promise<unknown> => {
    try {
      return JSON.parse(await readFile(file, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`The kept finds in ${file} cannot be read: delete the file and try again.`, {
        cause: error,
      });
    }
  };

  return {
    of: async (imageIds, keys) => {
      const finds = new Map<string, Map<string, unknown>>();
      for (const id of imageIds) {
        const kept = new Map<string, unknown>();
        for (const key of keys) {
          const seen = await read(fileOf(id, key));
          if (seen !== undefined) kept.set(key.model, seen);
        }
        finds.set(id, kept);
      }
      return finds;
    },
    keep: async (imageIds, found) => {
      for (const id of imageIds)
        for (const { seen, ...key } of found) {
          const file = fileOf(id, key);
          await mkdir(join(folder, folderOf(key)), { recursive: true });
          // Two runs may keep the same finds at the same time.
          await writeFile(`${file}.${process.pid}`, JSON.stringify(seen));
          await rename(`${file}.${process.pid}`, file);
        }
    },
  };
};
