/** What a process under load takes: memory, open files, and how late its event loop is. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEGABYTE } from './photos.ts';

const residentMegabytes = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024) / MEGABYTE;
};

export const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length;

/** The 99th percentile since it was last asked for, as the service tells it to whoever watches it. */
export const loopDelayMs = async (url: string) => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^walkaround_nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)![1]) * 1000;
};

/** The memory once a second until it is stopped. */
export const watchMemory = (pid: number) => {
  const stop = new AbortController();
  const seconds: number[] = [];
  const watch = async () => {
    while (!stop.signal.aborted) {
      seconds.push(await residentMegabytes(pid));
      await sleep(1000, null, { signal: stop.signal }).catch(() => {});
    }
    return seconds;
  };
  const watching = watch();
  return () => {
    stop.abort();
    return watching;
  };
};
