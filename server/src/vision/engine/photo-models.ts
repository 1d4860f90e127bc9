/** The models as the rest of the service knows them: each loaded when it is first needed, warm from then on. */

import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { ModelFacts, ModelName } from '../../inspections/photos/photo-seen.ts';
import type { PhotoModels } from '../../inspections/ports/ports.ts';
import { isUsable, readManifest } from './manifest.ts';
import { createModels, type Models, type ModelsConfig, type ModelsLog } from './models.ts';

const FRAME_HASH: WorkModule<typeof import('../pixels/frame-hash.ts')> = new URL(
  '../pixels/frame-hash.ts',
  import.meta.url,
);

export type OpenEyes = PhotoModels & {
  /** Loads the models that are to be warm, so that the first photo does not wait for them. */
  open(): Promise<void>;
  close(): Promise<void>;
};

export function createPhotoModels(config: ModelsConfig, log: ModelsLog): OpenEyes {
  let models: Models | undefined;
  let facts: Promise<Partial<Record<ModelName, ModelFacts>>> | undefined;

  const readFacts = async () => {
    const known: Partial<Record<ModelName, ModelFacts>> = {};
    for (const [name, model] of await readManifest(config.folder)) if (isUsable(model)) known[name] = model;
    return known;
  };

  const loaded = () => {
    models ??= createModels(config, log);
    return models;
  };

  return {
    atOnce: config.threads,

    models() {
      facts ??= readFacts();
      return facts;
    },

    async look(photo, request) {
      request.signal?.throwIfAborted();
      return await loaded().look(photo, request);
    },

    frameHash: (photo) => inDecoder(FRAME_HASH, 'frameHashOf', [photo]),

    open: () => loaded().started,

    async close() {
      await models?.close();
    },
  };
}
