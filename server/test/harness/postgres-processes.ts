import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const statusOf = (pid: string) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');

const childrenOf = async (parent: number): Promise<number[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isChild = async (pid: string) => new RegExp(`^PPid:\\s${parent}$`, 'm').test(await statusOf(pid));
  const found = await Promise.all(pids.map(async (pid) => ((await isChild(pid)) ? [Number(pid)] : [])));
  return found.flat();
};

/** The processes of a service's built-in Postgres: the one that starts the others, and those. */
export const postgresOf = async ({ dataDir }: { dataDir: string }) => {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(pidFile, 10);
  return { postmaster, backends: await childrenOf(postmaster) };
};
