/** What this process tells of what the service can do: from what the workers said, and from looks at the store beside the requests. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type Capability,
  filesCapability,
  type ModelFaults,
  modelsCapability,
  workersCapability,
} from '../inspections/capabilities.ts';
import type { WorkerSaid, Workers } from '../inspections/ports/operations.ts';

const LOOK_EVERY_MS = 10_000;
/** So soon every worker has a version of a model that was chosen. */
const REPORT_EVERY_MS = 5_000;

/** Does something now and again, never twice at once; what fails is done again the next time. */
const regularly = (everyMs: number, work: () => Promise<void>) => {
  let running: Promise<void> | null = null;
  const once = () => {
    running ??= work()
      .catch(() => {})
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(once, everyMs);
  timer.unref();
  once();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};

/** Whether the store answers, as of the last look. It is shared by all processes, so none of them serves better without it. */
export const watchStore = (ready: () => Promise<void>) => {
  let reachable = true;
  const looks = regularly(LOOK_EVERY_MS, async () => {
    reachable = await ready().then(
      () => true,
      () => false,
    );
  });
  return { capability: () => filesCapability(reachable), stop: looks.stop };
};

/** What a kind of process tells, and for the operator in sentences. */
export type Told = {
  capabilities(): Promise<Capability[]>;
  notes(): Promise<string[]>;
  stop(): Promise<void>;
};

/** Of an api: it knows of models and of workers what the workers say. */
export const hearWorkers = (workers: Workers): Told => {
  const begun = performance.now();
  return {
    capabilities: async () => {
      const seen = await workers.seen();
      return [workersCapability(seen, (performance.now() - begun) / 1000), modelsCapability(seen.models)];
    },
    notes: async () => (await workers.seen()).notes,
    stop: async () => {},
  };
};

/** Of a worker, which says it to the apis as well. */
export const reportWorker = (
  workers: Workers,
  own: {
    faults(): Promise<ModelFaults>;
    notes(): Promise<string[]>;
    damageModels(): Promise<Pick<WorkerSaid, 'loaded' | 'problem'>>;
  },
): Told => {
  const worker = { id: randomUUID(), host: hostname(), pid: process.pid };
  let said: Pick<WorkerSaid, 'models' | 'notes'> = { models: {}, notes: [] };
  const reports = regularly(REPORT_EVERY_MS, async () => {
    said = { models: await own.faults(), notes: await own.notes() };
    await workers.report({ ...worker, ...said, ...(await own.damageModels()) });
  });
  return {
    capabilities: async () => [modelsCapability([said.models])],
    notes: async () => said.notes,
    stop: async () => {
      await reports.stop();
      await workers.end(worker.id).catch(() => {});
    },
  };
};
