/** What the models saw on one photo, in pixels of the upright picture. */
import type { PartOfDamage } from '../damages/part-of-damage.ts';
import type { PartCandidate } from '../records/damage.ts';
import type { BoundingBox, Polygon } from '../records/place.ts';
import type { Viewpoint } from '../viewpoints/viewpoints.ts';
import type { MODELS } from './model-registry.ts';

export type ModelName = keyof typeof MODELS;

type Outlined = { score: number; bounding_box: BoundingBox; polygons: Polygon[] };

/** A damage as the network finds it, and with the part that it lies on. */
export type DamageFind = Outlined & { damage_type: string };
/**
 * `part_type`: the likeliest of the `parts`. `close_up`: the same by the net for close-ups, the likeliest first. `members`: of scattered scratches, the scratches. `also`: other types that one
 * hit left at the same spot.
 */
export type DamageSeen = DamageFind & {
  part_type: string | null;
  parts?: PartOfDamage[];
  close_up?: PartCandidate[];
  members?: DamageFind[];
  also?: { damage_type: string; score: number }[];
};
export type PartSeen = Outlined & { part_type: string };

export type BoxSeen = { label: string; score: number; bounding_box: BoundingBox };
/** The best label of an attribute; null where it is not sure enough, and where the attribute is a score. */
export type AttributeSeen = { prediction: string | null; confidence: number };
export type AttributesSeen = Record<string, AttributeSeen>;
export type WheelSeen = { part_type: string; bounding_box: BoundingBox; attributes: AttributesSeen };

export type VehicleSeen = {
  present: boolean;
  box: BoundingBox | null;
  /** No side of the box lies at the picture's edge. */
  whole_in_frame: boolean;
  share_of_picture: number;
};

export type PhotoSeen = {
  width: number;
  height: number;
  /** The version of each model that looked. */
  models: Partial<Record<ModelName, string>>;
  /** Why what was wanted is not here: a sentence that names the file and the cure. */
  unavailable: Partial<Record<ModelName, string>>;
  has_vehicle?: boolean;
  vehicle?: VehicleSeen;
  /** Absent on a close-up. */
  viewpoint?: { prediction: string; confidence: number };
  /** How likely each of the eight is; there where `viewpoint` is. */
  viewpoints?: Partial<Record<Viewpoint, number>>;
  /** What a model tells of the whole photo: the best label of each attribute, or a score alone. */
  photo?: AttributesSeen;
  /** How likely each state of the vehicle is, as far as the photo shows it. */
  state?: Record<string, number>;
  damages?: DamageSeen[];
  parts?: PartSeen[];
  persons?: BoxSeen[];
  plates?: BoxSeen[];
  faces?: BoxSeen[];
  wheels?: WheelSeen[];
  /** Where no wheel is seen: the whole photo taken for one, for who knows that it is the close-up of a wheel. */
  as_wheel?: AttributesSeen;
};

/** What is known of a model without loading it; a type whose threshold is null is never shown, or never suspected. */
export type ModelFacts = {
  version: string;
  sha256: string;
  thresholds: Record<string, number | null>;
  suspicion_thresholds?: Record<string, number | null>;
};
