import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';

/** Megabytes in memory. */
export const memoryOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) / 1024;

/** Open files and connections; none where the system does not tell. */
export const handlesOf = async (pid: number): Promise<number> =>
  (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;
