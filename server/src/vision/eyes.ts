/** The models as the rest of the service knows them: loaded when the first photo is looked at, warm from then on. */

import type { DamageSeen, ModelFacts, ModelName, PartSeen } from '../inspections/photo-seen.ts';
import type { Eyes } from '../inspections/ports.ts';
import { isUsable, readManifest } from './manifest.ts';
import { type Models, type ModelsConfig, type ModelsLog, startModels } from './models.ts';
import { withScatteredScratches } from './scattered-scratches.ts';

export function createEyes(config: ModelsConfig, log: ModelsLog): Eyes & { close(): Promise<void> } {
  let started: Promise<Models> | undefined;
  let facts: Promise<Partial<Record<ModelName, ModelFacts>>> | undefined;

  const readFacts = async () => {
    const known: Partial<Record<ModelName, ModelFacts>> = {};
    for (const [name, model] of await readManifest(config.folder)) if (isUsable(model)) known[name] = model;
    return known;
  };

  return {
    atOnce: config.threads,

    models() {
      facts ??= readFacts();
      return facts;
    },

    async look(photo, request) {
      request.signal?.throwIfAborted();
      started ??= startModels(config, log);
      return await (await started).look(photo, request);
    },

    gather: (damages: DamageSeen[], parts: PartSeen[]) => withScatteredScratches(damages, parts),

    async close() {
      await (await started)?.close();
    },
  };
}
