/** The adapter of the port PhotoModels. Models are loaded at their first use and stay loaded. */

import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import type { ModelFacts, ModelName } from '../../inspections/photos/detections.ts';
import type { FindKind } from '../../inspections/photos/finds.ts';
import { MODEL_NAMES } from '../../inspections/photos/model-registry.ts';
import { LEAST_SCORE } from '../../inspections/photos/tuning.ts';
import type { FindResult, PhotoModels } from '../../inspections/ports/ports.ts';
import { invalidImage } from '../../inspections/problems/photos.ts';
import { Problem } from '../../inspections/problems/problem.ts';
import type { ModelVersion } from '../../inspections/records/model-version.ts';
import { platesToRead } from '../../inspections/texts/plates-to-read.ts';
import { createQualityMeter } from '../pixels/quality.ts';
import { MODELS_SIDE } from '../pixels/tuning.ts';
import { TEXT_SIDE } from '../text/reading.ts';
import { findVersions } from './find-versions.ts';
import { isUsable, readManifest } from './manifest.ts';
import { createModels, type Models, type ModelsConfig, type ModelsLog } from './models.ts';
import { createOtherVersions, NO_FILES, type VersionFiles } from './other-versions.ts';
import { createReader } from './reader.ts';

const FRAME_HASH: WorkModule<Pick<typeof import('../pixels/frame-hash.ts'), 'frameHashOf'>> = new URL(
  '../pixels/frame-hash.ts',
  import.meta.url,
);
const THUMBPRINT: WorkModule<Pick<typeof import('../pixels/thumbprint.ts'), 'thumbprintOf'>> = new URL(
  '../pixels/thumbprint.ts',
  import.meta.url,
);
const LOCAL_FEATURES: WorkModule<Pick<typeof import('../pixels/local-features.ts'), 'localFeaturesOf'>> =
  new URL('../pixels/local-features.ts', import.meta.url);
const MATCHING: WorkModule<
  Pick<typeof import('../../inspections/matching/match-features.ts'), 'matchFeatures'>
> = new URL('../../inspections/matching/match-features.ts', import.meta.url);
const PICTURE: WorkModule<typeof import('../pixels/picture.ts')> = new URL(
  '../pixels/picture.ts',
  import.meta.url,
);

type OpenPhotoModels = PhotoModels & {
  /** The versions of the damage model that are open. */
  loadedDamage(): string[];
  /** Fetches the file of a version ahead of the work; why it cannot be used, or null. */
  prepare(version: ModelVersion): Promise<string | null>;
  /** Loads the models that are to be warm, so that the first photo does not wait for them. */
  open(): Promise<void>;
  close(): Promise<void>;
};

/** The message of the codec is not meant for users, so it becomes the cause of a refusal. */
const refuse = (signal?: AbortSignal) => (cause: unknown) => {
  if (cause instanceof Problem || signal?.aborted) throw cause;
  throw Object.assign(invalidImage('The photo cannot be decoded: the file is damaged. Send the original.'), {
    cause,
  });
};

const isModel = (name: FindKind): name is ModelName => (MODEL_NAMES as FindKind[]).includes(name);

export function createPhotoModels(
  config: ModelsConfig,
  log: ModelsLog,
  files: VersionFiles = NO_FILES,
): OpenPhotoModels {
  let loaded: Models | undefined;
  let facts: Promise<Partial<Record<ModelName, ModelFacts>>> | undefined;
  const reader = createReader(config, log);
  const quality = createQualityMeter();
  const others = createOtherVersions(files);

  const readFacts = async () => {
    const known: Partial<Record<ModelName, ModelFacts>> = {};
    for (const [name, model] of await readManifest(config.folder)) if (isUsable(model)) known[name] = model;
    return known;
  };
  const models = () => {
    facts ??= readFacts();
    return facts;
  };
  const nets = () => {
    loaded ??= createModels(config, log);
    return loaded;
  };

  const decode = (photo: Uint8Array, longestSide: number, signal?: AbortSignal) =>
    inDecoder(PICTURE, 'decodePhoto', [photo, { longestSide, maxPixels: config.maxPixels }], signal);

  /**
   * From decodes of their own. Their thresholds hold for pixels that the codec reduced by another factor than the
   * networks want, and a codec reduces by one factor at a time. One whole decode for both would move the scores and take
   * longer than two reduced ones (docs/running/performance.md).
   */
  const measure = async (
    photo: Uint8Array,
    want: readonly FindKind[],
    signal?: AbortSignal,
  ): Promise<FindResult['finds']> => ({
    ...(want.includes('quality') && { quality: await quality.measure(photo, signal).catch(refuse(signal)) }),
    ...(want.includes('frame_hash') && {
      frame_hash: await inDecoder(FRAME_HASH, 'frameHashOf', [photo], signal),
    }),
    ...(want.includes('thumbprint') && {
      thumbprint: await inDecoder(THUMBPRINT, 'thumbprintOf', [photo], signal),
    }),
    ...(want.includes('local_features') && {
      local_features: await inDecoder(LOCAL_FEATURES, 'localFeaturesOf', [photo], signal),
    }),
  });

  const find: PhotoModels['find'] = async (photo, request) => {
    const { known = {}, urgent, idle, signal } = request;
    signal?.throwIfAborted();
    const damage = request.damage && (await others.modelOf(request.damage));
    if (damage && !isUsable(damage)) return await findWithoutDamage(photo, request, damage.problem);
    const { want } = request;
    const measuring = measure(photo, want, signal);
    // If both fail, the failure of the decode is reported.
    measuring.catch(() => {});
    const result: FindResult = { finds: {}, unavailable: {} };
    const wanted = want.filter(isModel);
    if (wanted.length > 0) {
      const picture = await decode(photo, MODELS_SIDE, signal);
      const before = { parts: known.parts?.parts, damages: known.damage };
      const asked = { want: wanted, ...before, leastScore: LEAST_SCORE, damage };
      const urgency = urgent ? 'urgent' : idle ? 'idle' : 'usual';
      const { finds, unavailable } = await nets().find(picture, { ...asked, urgency, signal });
      Object.assign(result.finds, finds);
      Object.assign(result.unavailable, unavailable);
    }
    const plates = result.finds.plates ?? known.plates;
    const closer = want.includes('plate_text');
    if (closer && !plates)
      result.unavailable.plate_text = result.unavailable.plates ?? 'Plates are read where they were found.';
    const read = { text: want.includes('text'), plates: closer && plates ? platesToRead(plates) : null };
    if (read.text || read.plates) {
      const picture = await decode(photo, TEXT_SIDE, signal);
      Object.assign(result.finds, await reader.read(picture, { ...read, signal }));
    }
    Object.assign(result.finds, await measuring);
    return result;
  };

  const findWithoutDamage = async (
    photo: Uint8Array,
    { damage: _, want, ...request }: Parameters<PhotoModels['find']>[1],
    problem: string,
  ): Promise<FindResult> => {
    const { finds, unavailable } = await find(photo, {
      ...request,
      want: want.filter((name) => name !== 'damage'),
    });
    return {
      finds,
      unavailable: want.includes('damage') ? { ...unavailable, damage: problem } : unavailable,
    };
  };

  const judgingWith = (version: ModelVersion): PhotoModels => {
    const known = async () => {
      const { damage: _, ...installed } = await models();
      const damage = await others.modelOf(version);
      return isUsable(damage) ? { ...installed, damage } : installed;
    };
    return {
      ...self,
      models: known,
      versions: async () => findVersions(await known()),
      find: (photo, request) => self.find(photo, { ...request, damage: version }),
    };
  };

  const self: OpenPhotoModels = {
    concurrency: config.threads,
    models,
    versions: async () => findVersions(await models()),
    judgingWith,
    loadedDamage: () => loaded?.loadedDamage() ?? [],
    prepare: async (version) => {
      const model = await others.modelOf(version);
      return isUsable(model) ? null : model.problem;
    },
    find,
    match: (closeUp, others, signal) => inDecoder(MATCHING, 'matchFeatures', [closeUp, others], signal),
    open: () => nets().started,

    async close() {
      await Promise.all([loaded?.close(), reader.close()]);
    },
  };
  return self;
}
