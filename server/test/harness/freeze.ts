import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const childrenOf = async (parent: number): Promise<number[]> => {
  const isChild = async (pid: string) =>
    new RegExp(`^PPid:\\s${parent}$`, 'm').test(
      await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    );
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => ((await isChild(pid)) ? [Number(pid)] : [])));
  return found.flat();
};

/** Stops the built-in Postgres of a service in the middle of everything, as a hanging disk would. Returns the cure. */
export const freezePostgres = async ({ dataDir }: { dataDir: string }): Promise<() => void> => {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(pidFile, 10);
  // First the one that could start more.
  process.kill(postmaster, 'SIGSTOP');
  const children = await childrenOf(postmaster);
  for (const pid of children) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of [...children, postmaster])
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It ended by itself.
      }
  };
};
