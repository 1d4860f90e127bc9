import { readdir } from 'node:fs/promises';
import { hasProc, ps, readOf } from '../services/processes.ts';

/** Megabytes in memory. */
export const memoryOf = (pid: number): number => {
  const kibibytes = hasProc
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status'))?.[1]
    : ps('-o', 'rss=', '-p', `${pid}`);
  return Number(kibibytes) / 1024;
};

/** Open files and connections; none where the system does not tell. */
export const handlesOf = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
