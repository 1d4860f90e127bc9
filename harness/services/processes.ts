import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export type Process = { pid: number; parent: number; command: string };

/** Nothing of a process that has ended meanwhile. */
export const readOf = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

export const ps = (...args: string[]): string => execFileSync('ps', args, { encoding: 'utf8' });

/** Small images of Linux have no ps, other systems no /proc. */
export const hasProc = process.platform === 'linux';

const fromProc = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      parent: Number(/^PPid:\s+(\d+)$/m.exec(readOf(Number(name), 'status'))?.[1]),
      command: readOf(Number(name), 'cmdline').replaceAll('\0', ' ').trim(),
    }));

const fromPs = (): Process[] =>
  ps('-eo', 'pid=,ppid=,args=')
    .trim()
    .split('\n')
    .map((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)!;
      return { pid: Number(pid), parent: Number(parent), command: command! };
    });

/** The processes below this one, with their command lines. */
export const descendantsOf = (pid: number): Process[] => {
  const all = hasProc ? fromProc() : fromPs();
  const below = (above: number): Process[] =>
    all.filter(({ parent }) => parent === above).flatMap((found) => [found, ...below(found.pid)]);
  return below(pid);
};
