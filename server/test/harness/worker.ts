import { execFileSync } from 'node:child_process';
import type { Service } from './service.ts';

/** The worker of a service: its own process below that of the service. */
export const workerOf = ({ process: { pid } }: Pick<Service, 'process'>): number | undefined => {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const children = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*main\.ts.*)$/.exec(line));
  const found = children.find((child) => child && Number(child[2]) === pid);
  return found ? Number(found[1]) : undefined;
};
