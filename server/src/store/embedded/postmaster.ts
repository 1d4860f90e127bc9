import { execFile } from 'node:child_process';
import { type FileHandle, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockFile } from './file-lock.ts';
import { overwrite } from './postgres-cluster.ts';

/** The main process of Postgres, as its own file `postmaster.pid` describes it. */

const NOBODYS_PID = 4_194_305;

export async function readPidFile(folder: string): Promise<{ pid: number; ready: boolean } | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0]!, 10);
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Also false for one that has ended but that nobody has waited for. */
async function worksOn(folder: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const [here, there] = await Promise.all([stat(folder), stat(`/proc/${pid}/cwd`).catch(() => null)]);
    return here.ino === there?.ino && here.dev === there.dev;
  }
  const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return ps.stdout.includes(`-D ${folder} `);
}

/** Fast, then immediate, then by force: in each case what was committed is kept. */
export async function endPostmaster(pid: number, isThere: () => boolean | Promise<boolean>) {
  const escalation = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, patience] of escalation) {
    if (!(await isThere())) return;
    process.kill(pid, signal);
    for (const end = performance.now() + patience; (await isThere()) && performance.now() < end; )
      await sleep(20);
  }
}

type Log = { warn(message: string): void };

/**
 * A killed service leaves its Postgres running; it is ended here and started anew, so that it always is a child whose end
 * we notice. Answers whether its number now belongs to another program.
 */
async function endLeftOver(folder: string, log: Log): Promise<boolean> {
  const left = await readPidFile(folder);
  if (!left || !isTaken(left.pid)) return false;
  if (!(await worksOn(folder, left.pid))) return true;
  log.warn(`The database of an earlier run still runs (process ${left.pid}); restarting it.`);
  await endPostmaster(left.pid, () => worksOn(folder, left.pid));
  return false;
}

/**
 * The folder for this process and the Postgres that it starts, which is given the file too: so no second one can be
 * started while any process of the first one lives, not even from another container, where its number tells nothing.
 */
export async function holdCluster(folder: string, withinMs: number, log: Log): Promise<FileHandle> {
  for (const end = performance.now() + withinMs; ; await sleep(200)) {
    const held = await lockFile(`${folder}.lock`);
    if (held) return held.handle;
    await endLeftOver(folder, log);
    if (performance.now() > end)
      throw new Error(
        `Another Postgres works on ${folder}, in another container or as part of a service that runs. Stop that one, or give this service its own folder with DATA_DIR.`,
      );
  }
}

/** Frees the folder from what an earlier run left there. The caller holds it. */
export async function clearEarlierRun(folder: string, log: Log) {
  if (!(await endLeftOver(folder, log))) return;
  // Postgres would take the program that has the number now for itself and refuse to start.
  // Only the number is replaced: by the rest Postgres finds out whether its old children are still there.
  const file = join(folder, 'postmaster.pid');
  await overwrite(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(NOBODYS_PID)));
}
