/**
 * One entry per model that looks at photos. Its weights, thresholds and terms are in models/manifest.json, what is
 * known of its accuracy in docs/models/NAME.md, and how its output is read in vision/engine/looking.ts.
 */

export type ModelKind = 'detector' | 'segmenter' | 'attributes';

type ModelEntry<Name extends string> = {
  kind: ModelKind;
  /** Outputs that its file must have besides those of its kind. */
  outputs: readonly string[];
  /** The models that must look too for an answer to be given, and those that may be missing. */
  needs: readonly Name[];
  helped_by: readonly Name[];
  /** What it finds on a photo; null for a model that tells something of the whole photo. */
  finds: 'damages' | 'parts' | 'persons' | 'plates' | 'faces' | 'wheels' | null;
  /** Whether it tells if there is a vehicle on the photo. */
  tells_vehicle: boolean;
  /** Without it the command `detect` has nothing to tell. */
  essential: boolean;
  /** What the service reads from it is compared with the Python path that judged it (vision/engine/parity). */
  parity: boolean;
};

const registryOf = <Name extends string>(entries: Record<Name, ModelEntry<NoInfer<Name>>>) => entries;

const ALONE = {
  outputs: [],
  needs: [],
  helped_by: [],
  tells_vehicle: false,
  essential: false,
  parity: false,
} as const;

export const MODELS = registryOf({
  damage: {
    ...ALONE,
    kind: 'detector',
    outputs: ['coeffs', 'protos'],
    needs: ['parts'],
    helped_by: ['vehicles', 'photo'],
    finds: 'damages',
    essential: true,
    parity: true,
  },
  parts: {
    ...ALONE,
    kind: 'segmenter',
    helped_by: ['photo'],
    finds: 'parts',
    tells_vehicle: true,
    essential: true,
    parity: true,
  },
  vehicles: { ...ALONE, kind: 'detector', finds: 'persons', tells_vehicle: true },
  plates: { ...ALONE, kind: 'detector', finds: 'plates' },
  faces: { ...ALONE, kind: 'detector', finds: 'faces' },
  photo: { ...ALONE, kind: 'attributes', finds: null, tells_vehicle: true },
  state: { ...ALONE, kind: 'attributes', finds: null },
  close_up_parts: { ...ALONE, kind: 'segmenter', finds: null, parity: true },
  paint: { ...ALONE, kind: 'attributes', finds: null },
  part_states: { ...ALONE, kind: 'attributes', outputs: ['places'], needs: ['parts'], finds: null },
  second_opinion: { ...ALONE, kind: 'attributes', needs: ['damage'], finds: null },
  wheels: { ...ALONE, kind: 'attributes', needs: ['parts'], finds: 'wheels' },
});

export const MODEL_NAMES = Object.keys(MODELS) as (keyof typeof MODELS)[];
