import { descendantsOf } from './processes.ts';
import type { Service } from './service.ts';

/** The worker of a service: its own process below that of the service. */
export const workerOf = ({ process: { pid } }: Pick<Service, 'process'>): number | undefined =>
  descendantsOf(pid!).find(({ parent, command }) => parent === pid && command.includes('main.ts'))?.pid;
