import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { descendantsOf } from '../services/processes.ts';

/** The processes of a service's built-in Postgres: the one that starts the others, and those. */
export const postgresOf = async ({ dataDir }: { dataDir: string }) => {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(pidFile, 10);
  return { postmaster, backends: descendantsOf(postmaster).map(({ pid }) => pid) };
};
