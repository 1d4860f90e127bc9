import { readFile } from 'node:fs/promises';
import { MEGABYTE } from './photos.ts';

/** Of a process, since it began. */
export const peakMegabytes = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => {
    throw new Error('The peak of the memory is read from /proc, so this figure needs Linux.');
  });
  return (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024) / MEGABYTE;
};
