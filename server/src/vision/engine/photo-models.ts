/** All that looks at photos, as the rest of the service knows it: loaded when it is first needed, warm from then on. */

import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { LEAST_SCORE, type Looker } from '../../inspections/photos/finds.ts';
import type { DamageSeen, ModelFacts, ModelName, PartSeen } from '../../inspections/photos/photo-seen.ts';
import type { Look, PhotoModels } from '../../inspections/ports/ports.ts';
import { platesToRead } from '../../inspections/texts/plates-to-read.ts';
import { withScatteredScratches } from '../nets/scattered-scratches.ts';
import { TEXT_SIDE } from '../text/reading.ts';
import { lookVersions } from './look-versions.ts';
import { isUsable, modelNames, readManifest } from './manifest.ts';
import { createModels, type Models, type ModelsConfig, type ModelsLog } from './models.ts';
import { photoSeen } from './photo-seen.ts';
import { createReader, textsOn } from './reader.ts';

const FRAME_HASH: WorkModule<Pick<typeof import('../pixels/frame-hash.ts'), 'frameHashOf'>> = new URL(
  '../pixels/frame-hash.ts',
  import.meta.url,
);
const ONE_DECODE: WorkModule<typeof import('../pixels/one-decode.ts')> = new URL(
  '../pixels/one-decode.ts',
  import.meta.url,
);

export type OpenEyes = PhotoModels & {
  /** Loads the models that are to be warm, so that the first photo does not wait for them. */
  open(): Promise<void>;
  close(): Promise<void>;
};

const isModel = (name: Looker): name is ModelName => (modelNames as Looker[]).includes(name);

export function createPhotoModels(config: ModelsConfig, log: ModelsLog): OpenEyes {
  let loaded: Models | undefined;
  let facts: Promise<Partial<Record<ModelName, ModelFacts>>> | undefined;
  const reader = createReader(config, log);

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

  /** For all of them at once. */
  const decode = async (photo: Uint8Array, want: readonly Looker[], signal?: AbortSignal) => {
    const sides = [
      ...(want.some(isModel) ? [await nets().longestSide(want.filter(isModel))] : []),
      ...(want.includes('text') || want.includes('plate_text') ? [TEXT_SIDE] : []),
    ];
    const longestSide = sides.length > 0 ? Math.max(...sides) : null;
    const request = { longestSide, maxPixels: config.maxPixels, quality: want.includes('quality') };
    return await inDecoder(ONE_DECODE, 'decodeOnce', [photo, request], signal);
  };

  const look: PhotoModels['look'] = async (photo, { want, known = {}, urgent, signal }) => {
    signal?.throwIfAborted();
    // Asked for alone, before anything else is: it tells which frames need no look. An eighth of the pixels will do.
    if (want.length === 1 && want[0] === 'frame_hash')
      return {
        finds: { frame_hash: await inDecoder(FRAME_HASH, 'frameHashOf', [photo], signal) },
        unavailable: {},
      };
    const { picture, quality } = await decode(photo, want, signal);
    const looked: Look = { finds: quality ? { quality } : {}, unavailable: {} };
    const wanted = want.filter(isModel);
    if (picture && wanted.length > 0) {
      const request = { want: wanted, parts: known.parts?.parts, leastScore: LEAST_SCORE };
      const { finds, unavailable } = await nets().find(picture, { ...request, urgent, signal });
      Object.assign(looked.finds, finds);
      Object.assign(looked.unavailable, unavailable);
    }
    const plates = looked.finds.plates ?? known.plates;
    const closer = want.includes('plate_text');
    if (closer && !plates)
      looked.unavailable.plate_text = looked.unavailable.plates ?? 'Plates are read where they were found.';
    const read = { text: want.includes('text'), plates: closer && plates ? platesToRead(plates) : null };
    if (picture && (read.text || read.plates))
      Object.assign(looked.finds, await reader.read(picture, { ...read, signal }));
    return looked;
  };

  return {
    atOnce: config.threads,
    models,
    versions: async () => lookVersions(await models()),
    look,
    photoSeen,
    textsSeen: textsOn,
    gather: (damages: DamageSeen[], parts: PartSeen[]) => withScatteredScratches(damages, parts),
    open: () => nets().started,

    async close() {
      await Promise.all([loaded?.close(), reader.close()]);
    },
  };
}
