/** For tests: the ports that jobs and events need. The parts that analyze photos are left out. */
import { safeFetch } from '../files/safe-fetch.ts';
import type { Detections } from '../inspections/photos/detections.ts';
import { findsOf } from '../inspections/photos/test-photos.ts';
import type { JobRun, PhotoModels, Ports } from '../inspections/ports/ports.ts';
import type { Store } from '../inspections/ports/store.ts';
import { invalidImage } from '../inspections/problems/photos.ts';

const ports: Partial<Ports> = {
  feed: { watch: () => () => {} },
  analyzers: {},
  // No model is installed.
  photoModels: { models: async () => ({}), versions: async () => ({}) } as unknown as Ports['photoModels'],
  privacy: { blur_plates: false, blur_faces: false },
  fetch: (url, request) => safeFetch(url, { ...request, allowPrivateAddresses: true }),
  mayFetch: async () => true,
  limits: {
    imagesPerInspection: 500,
    damagesPerInspection: 2000,
    viewsPerInspection: 10_000,
    severitiesPerInspection: 2000,
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
  leftOut: () => {},
});

/**
 * Models that find on each photo, whose bytes are its name, what is chosen for it: damages, parts and wheels.
 */
export const chosenModels = (
  seenOn: () => Record<string, Detections>,
  onLook: (name: string) => void,
): Pick<PhotoModels, 'concurrency' | 'find' | 'match' | 'judgingWith'> => ({
  concurrency: 1,
  judgingWith: () => {
    throw new Error('There is one version alone.');
  },
  match: async (_, others) => others.map(() => null),
  find: async (bytes, { want, signal }) => {
    const name = Buffer.from(bytes).toString();
    onLook(name);
    const detections = seenOn()[name];
    if (!detections) throw invalidImage('The photo cannot be decoded: the file is damaged.');
    signal?.throwIfAborted();
    const found = Object.entries(findsOf(detections)).filter(([model]) => (want as string[]).includes(model));
    return { finds: Object.fromEntries(found), unavailable: {} };
  },
});
