/** For tests: the ports that jobs and events need. The parts that look at pictures are left out. */
import { safeFetch } from '../files/safe-fetch.ts';
import type { JobRun, Ports } from '../inspections/ports/ports.ts';
import type { Store } from '../inspections/ports/store.ts';

const ports: Partial<Ports> = {
  feed: { watch: () => () => {} },
  analysers: {},
  privacy: { blur_plates: false, blur_faces: false },
  fetch: (url, request) => safeFetch(url, { ...request, allowPrivateAddresses: true }),
  limits: {
    imagesPerInspection: 500,
    damagesPerInspection: 2000,
    viewsPerInspection: 10_000,
    taskTimeoutSeconds: 60,
    callbackTimeoutSeconds: 5,
  },
};

export const testPorts = (store: Store, others: Partial<Ports> = {}) =>
  ({ ...ports, store, ...others }) as Ports;

/** A job that is run beside nothing else. */
export const testRun = (signal = new AbortController().signal): JobRun => ({
  signal,
  step: (work) => work(),
  advanced: async () => {},
});
