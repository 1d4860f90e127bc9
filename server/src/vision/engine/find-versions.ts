/** The versions under which the finds of each model are stored. */

import type { ModelFacts, ModelName } from '../../inspections/photos/detections.ts';
import { type FindKind, type FindVersion, STARTS_FROM } from '../../inspections/photos/finds.ts';
import { ATTRIBUTES_POST_PROCESSING } from '../nets/attributes.ts';
import { CLOSE_UP_POST_PROCESSING } from '../nets/close-up-logits.ts';
import { BOX_POST_PROCESSING, DAMAGE_POST_PROCESSING } from '../nets/damage-finds.ts';
import { PARTS_POST_PROCESSING } from '../outlines/part-outlines.ts';
import { FRAME_HASH_POST_PROCESSING } from '../pixels/frame-hash.ts';
import { LOCAL_FEATURES_POST_PROCESSING } from '../pixels/local-features.ts';
import { QUALITY_POST_PROCESSING } from '../pixels/quality.ts';
import { THUMBPRINT_POST_PROCESSING } from '../pixels/thumbprint.ts';
import { TEXT_POST_PROCESSING } from '../text/reading.ts';
import { TEXT_MODELS } from '../text/text-sessions.ts';

type FindVersions = Partial<Record<FindKind, FindVersion>>;

const OF_MODELS: Record<ModelName, number> = {
  damage: DAMAGE_POST_PROCESSING,
  parts: PARTS_POST_PROCESSING,
  vehicles: BOX_POST_PROCESSING,
  plates: BOX_POST_PROCESSING,
  faces: BOX_POST_PROCESSING,
  photo: ATTRIBUTES_POST_PROCESSING,
  state: ATTRIBUTES_POST_PROCESSING,
  close_up_parts: CLOSE_UP_POST_PROCESSING,
  paint: ATTRIBUTES_POST_PROCESSING,
  part_states: ATTRIBUTES_POST_PROCESSING,
  second_opinion: ATTRIBUTES_POST_PROCESSING,
  wheels: ATTRIBUTES_POST_PROCESSING,
};

/** No network runs: what changes is the code alone. */
const PIXELS = 'pixels';

const OTHERS = {
  text: { version: TEXT_MODELS.version, post_processing: TEXT_POST_PROCESSING },
  plate_text: { version: TEXT_MODELS.version, post_processing: TEXT_POST_PROCESSING },
  quality: { version: PIXELS, post_processing: QUALITY_POST_PROCESSING },
  frame_hash: { version: PIXELS, post_processing: FRAME_HASH_POST_PROCESSING },
  thumbprint: { version: PIXELS, post_processing: THUMBPRINT_POST_PROCESSING },
  local_features: { version: PIXELS, post_processing: LOCAL_FEATURES_POST_PROCESSING },
};

/** Finds that start from those of another kind are void with these; without that kind they have no version. */
export const findVersions = (models: Partial<Record<ModelName, ModelFacts>>): FindVersions => {
  const versions: FindVersions = { ...OTHERS };
  for (const [name, { version, sha256 }] of Object.entries(models) as [ModelName, ModelFacts][])
    versions[name] = { version: `${version} ${sha256.slice(0, 8)}`, post_processing: OF_MODELS[name] };
  for (const [name, source] of Object.entries(STARTS_FROM) as [keyof typeof STARTS_FROM, ModelName][]) {
    const [own, from] = [versions[name], versions[source]];
    if (own && from)
      versions[name] = { ...own, version: `${own.version} on ${from.version}/${from.post_processing}` };
    else delete versions[name];
  }
  return versions;
};
