import type { Store } from '../inspections/ports/store.ts';
import type { ModelVersion } from '../inspections/records/model-version.ts';
import type { Worker } from '../inspections/records/worker.ts';

type Models = {
  loadedDamage(): string[];
  /** Why it cannot be used here; null: it can. */
  prepare(version: ModelVersion): Promise<string | null>;
};

/** Fetches the versions of the damage model that are in use ahead of the work, and tells which are open here. */
export const prepareDamageModels =
  ({ modelVersions }: Pick<Store, 'modelVersions'>, models: Models) =>
  async (): Promise<Pick<Worker, 'loaded' | 'problem'>> => {
    const held = new Set((await modelVersions.holding()).map(({ version }) => version));
    const problems: string[] = [];
    for (const version of held.size > 0 ? await modelVersions.list() : [])
      if (held.has(version.version))
        problems.push(...[await models.prepare(version)].filter((one) => one !== null));
    return { loaded: models.loadedDamage(), problem: problems.length > 0 ? problems.join(' ') : null };
  };
