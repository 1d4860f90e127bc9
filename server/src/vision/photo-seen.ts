/** What the models saw on one photo, in pixels of the upright picture. */
import type { BoundingBox } from '../inspections/records.ts';
import type { BoxFind } from './damage-finds.ts';
import type { ModelName } from './manifest.ts';
import type { PartSeen } from './part-outlines.ts';
import type { DamageOnPart } from './scattered-scratches.ts';
import type { VehicleSeen } from './vehicle.ts';
import type { ViewpointSeen } from './viewpoint.ts';

export type LookRequest = {
  want: readonly ModelName[];
  /** Takes the place of the thresholds that each model has for each type. */
  leastScore?: number;
};

/** The best label of each attribute; null where it is not sure enough, and where the attribute is a score. */
export type AttributeSeen = { prediction: string | null; confidence: number };
export type AttributesSeen = Record<string, AttributeSeen>;

export type WheelSeen = { part_type: string; bounding_box: BoundingBox; attributes: AttributesSeen };

export type PhotoSeen = {
  width: number;
  height: number;
  /** The version of each model that looked. */
  models: Partial<Record<ModelName, string>>;
  /** Why what was wanted is not here. */
  unavailable: Partial<Record<ModelName, string>>;
  /** Absent when nothing that was wanted can tell. */
  has_vehicle?: boolean;
  vehicle?: VehicleSeen;
  /** Absent on a close-up. */
  viewpoint?: Pick<ViewpointSeen, 'prediction' | 'confidence'>;
  damages?: DamageOnPart[];
  parts?: PartSeen[];
  persons?: BoxFind[];
  plates?: BoxFind[];
  faces?: BoxFind[];
  photo?: AttributesSeen;
  wheels?: WheelSeen[];
};
