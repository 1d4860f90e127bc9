import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SHARD = fileURLToPath(new URL('../../../../shared/data/damage/shard0.tar', import.meta.url));

/** Labelled photos that are no part of the repository: where they are, the models are also tried on real cars. */
export const hasSharedPictures = existsSync(SHARD);

export const sharedPicture = async (name: string): Promise<Buffer> => {
  const options = { encoding: 'buffer', maxBuffer: 1e8 } as const;
  return (await run('tar', ['--extract', '--to-stdout', '--file', SHARD, name], options)).stdout;
};
