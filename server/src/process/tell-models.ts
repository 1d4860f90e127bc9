/** Each worker fetches the versions of the damage model that are in use ahead of the work, and says which it has open. */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { Store } from '../inspections/ports/store.ts';
import type { ModelVersion } from '../inspections/records/model-version.ts';

const EVERY_MS = 5_000;

type Models = {
  loadedDamage(): string[];
  /** Why it cannot be used here; null: it can. */
  prepare(version: ModelVersion): Promise<string | null>;
};

export const tellModels = ({ modelVersions }: Pick<Store, 'modelVersions'>, models: Models) => {
  const [id, host, pid] = [uuid(), hostname(), process.pid];
  const stopping = new AbortController();

  const tell = async () => {
    const held = new Set((await modelVersions.holding()).map(({ version }) => version));
    const problems: string[] = [];
    for (const version of held.size > 0 ? await modelVersions.list() : [])
      if (held.has(version.version))
        problems.push(...[await models.prepare(version)].filter((one) => one !== null));
    const problem = problems.length > 0 ? problems.join(' ') : null;
    await modelVersions.noteWorker({ id, host, pid, loaded: models.loadedDamage(), problem });
  };
  const keepTelling = async () => {
    do {
      // A database or a file store that is away for a moment is told of by whoever does real work.
      await tell().catch(() => {});
    } while (await sleep(EVERY_MS, true, { signal: stopping.signal, ref: false }).catch(() => false));
  };
  const told = keepTelling();

  return {
    stop: async () => {
      stopping.abort();
      await told;
      await modelVersions.forgetWorker(id).catch(() => {});
    },
  };
};
