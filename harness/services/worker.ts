import { until } from '../clients/client.ts';
import { descendantsOf } from './processes.ts';
import type { Service } from './service.ts';

/** The worker of a service: its own process below that of the service. */
export const workerOf = ({ process: { pid } }: Pick<Service, 'process'>): number | undefined =>
  descendantsOf(pid!).find(({ parent, command }) => parent === pid && command.includes('main.ts'))?.pid;

/** The service is ready before its worker, which writes the schedule and takes jobs from then on. */
export const workerReady = ({ output }: Pick<Service, 'output'>) =>
  until(
    async () => output(),
    (printed) => printed.includes('The worker is ready'),
    60_000,
  );
