import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../../../shared/data', import.meta.url));
const SHARD = 'damage/shard0.tar';

/** Labeled photos that are no part of the repository: where they are, the models are also tried on real cars. */
export const hasSharedPictures = existsSync(join(FOLDER, SHARD));

const picturesOf = (archive: string) => async (name: string) => {
  const options = { encoding: 'buffer', maxBuffer: 1e8 } as const;
  const file = join(FOLDER, archive);
  return (await run('tar', ['--extract', '--to-stdout', '--file', file, name], options)).stdout;
};

export const sharedPicture = picturesOf(SHARD);
/** The crop of one wheel. */
export const sharedWheel = picturesOf('wheels/crops.tar');
export const sharedOdometer = picturesOf('odometer/images.tar');
export const sharedPlate = picturesOf('plates/images.tar');

/** Set by the long tests. */
export const EVERY_PICTURE = 'TEST_EVERY_PICTURE';

/** Of pictures that show the same thing the first; the long tests look at all of them, for the models change seldom. */
export const sampleOf = <T>(pictures: T[]): T[] =>
  process.env[EVERY_PICTURE] ? pictures : pictures.slice(0, 1);
