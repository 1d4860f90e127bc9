/** What the models found on one photo, in pixels of the upright picture. */
import type { PartCandidate } from '../records/findings/damage.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import type { Viewpoint } from '../viewpoints/viewpoints.ts';
import type { PartState } from './finds.ts';
import type { MODELS } from './model-registry.ts';

export type ModelName = keyof typeof MODELS;

/** A look at the part by itself, or at the find. */
export type FoundBesides = Extract<ModelName, 'part_states' | 'second_opinion'>;

type Outlined = { score: number; bounding_box: BoundingBox; polygons: Polygon[] };

/** A damage as the network finds it, and with the part that it lies on. */
export type DamageFind = Outlined & { damage_type: string };
/**
 * `confidence`: the share of the damage that lies on the part, or near it, times how sure the part is. `is_probability`: it
 * is how likely the part is, by the net for close-ups.
 */
export type PartOfDamage = {
  part_type: string;
  confidence: number;
  touches: boolean;
  is_probability?: true;
};
/**
 * `part_type`: the likeliest of the `parts`. `found_by`: the model without which it were no
 * finding. `is_gap`: between two panels. `close_up`: the same by the net for close-ups, the likeliest first. `members`: of scattered scratches, the scratches. `also`: other types that one
 * hit left at the same spot.
 */
export type DetectedDamage = DamageFind & {
  part_type: string | null;
  parts?: PartOfDamage[];
  close_up?: PartCandidate[];
  members?: DamageFind[];
  found_by?: FoundBesides;
  is_gap?: true;
  also?: { damage_type: string; score: number }[];
};
/** `state`: how likely each kind of damage is on it, where that was judged. */
export type DetectedPart = Outlined & { part_type: string; state?: PartState };

export type DetectedBox = { label: string; score: number; bounding_box: BoundingBox };
/** The best label of an attribute; null where it is not sure enough, and where the attribute is a score. */
export type PredictedAttribute = { prediction: string | null; confidence: number };
export type PredictedAttributes = Record<string, PredictedAttribute>;
export type DetectedWheel = { part_type: string; bounding_box: BoundingBox; attributes: PredictedAttributes };

export type DetectedVehicle = {
  present: boolean;
  box: BoundingBox | null;
  /** No side of the box lies at the picture's edge. */
  whole_in_frame: boolean;
  share_of_picture: number;
};

export type Detections = {
  width: number;
  height: number;
  /** The version of each model that ran. */
  models: Partial<Record<ModelName, string>>;
  /** Why what was wanted is not here: a sentence that names the file and the cure. */
  unavailable: Partial<Record<ModelName, string>>;
  has_vehicle?: boolean;
  vehicle?: DetectedVehicle;
  /** Absent on a close-up. */
  viewpoint?: { prediction: string; confidence: number };
  /** How likely each of the eight is; there where `viewpoint` is. */
  viewpoints?: Partial<Record<Viewpoint, number>>;
  /** What a model tells of the whole photo: the best label of each attribute, or a score alone. */
  photo?: PredictedAttributes;
  /** How likely each state of the vehicle is, as far as the photo shows it. */
  state?: Record<string, number>;
  damages?: DetectedDamage[];
  parts?: DetectedPart[];
  persons?: DetectedBox[];
  plates?: DetectedBox[];
  faces?: DetectedBox[];
  wheels?: DetectedWheel[];
  /** Where no wheel is seen: the whole photo taken for one, for who knows that it is the close-up of a wheel. */
  as_wheel?: PredictedAttributes;
};

/** What is known of a model without loading it; a type whose threshold is null is never shown, or never suspected. */
export type ModelFacts = {
  version: string;
  sha256: string;
  thresholds: Record<string, number | null>;
  suspicion_thresholds?: Record<string, number | null>;
};
