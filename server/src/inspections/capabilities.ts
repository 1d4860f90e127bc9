/** What the service can do at present beyond answering, in sentences for whoever runs it. */
import type { ModelName } from './photos/detections.ts';

export const CAPABILITIES = ['workers', 'models', 'files'] as const;
type CapabilityName = (typeof CAPABILITIES)[number];
export type Capability = { name: CapabilityName; status: 'ok' | 'degraded'; message: string };

/** Of a model that cannot be used; it is told without the path of its file, for everybody may ask for the health. */
export type ModelFault = 'missing' | 'damaged' | 'unusable';
export type ModelFaults = Partial<Record<ModelName, ModelFault>>;

/** What the workers together say: those of the last two minutes, and how long ago the last one spoke. */
export type WorkersSeen = { seconds_ago: number | null; models: ModelFaults[]; notes: string[] };

/** So long a worker may take to be replaced, or to start on a busy machine. */
const SILENT_SECONDS = 300;

const minutes = (seconds: number) => Math.floor(seconds / 60);

/** `watchedSeconds`: where no worker has ever spoken, the time for which somebody has listened counts. */
export const workersCapability = (
  { seconds_ago }: Pick<WorkersSeen, 'seconds_ago'>,
  watchedSeconds: number,
): Capability => {
  const silent = seconds_ago ?? watchedSeconds;
  if (silent < SILENT_SECONDS)
    return { name: 'workers', status: 'ok', message: 'Tasks, reports and webhooks are worked on.' };
  return {
    name: 'workers',
    status: 'degraded',
    message: `No worker has been seen for ${minutes(silent)} minutes. Tasks, reports and webhooks wait and are not lost. Start a worker (ROLE=worker).`,
  };
};

const FAULTS: Record<ModelFault, string> = {
  missing: 'is missing',
  damaged: 'is damaged',
  unusable: 'cannot be used',
};

export const modelsCapability = (told: readonly ModelFaults[]): Capability => {
  const faults = Object.entries(Object.assign({}, ...told) as ModelFaults).toSorted();
  if (faults.length === 0)
    return { name: 'models', status: 'ok', message: 'The files of all models are whole.' };
  const named = faults.map(([name, fault]) => `${name} ${FAULTS[fault]}`).join(', ');
  return {
    name: 'models',
    status: 'degraded',
    message: `Not all models can be used: ${named}. Tasks that need them end with the reason, all others work. On the worker, "npx walkaround doctor" says what to do.`,
  };
};

export const filesCapability = (reachable: boolean): Capability =>
  reachable
    ? { name: 'files', status: 'ok', message: 'The file storage answers.' }
    : {
        name: 'files',
        status: 'degraded',
        message:
          'The file storage does not answer. Uploads and photos are refused until it does, tasks wait, and nothing is lost. Check the store and the S3_ settings.',
      };
