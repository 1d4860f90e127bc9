/**
 * What each model found on a photo by itself, in pixels of the upright picture. This is kept, one row a model: whatever
 * follows from the finds of several models together is worked out anew each time, so a changed rule does not run the models again.
 */

import type { Paint } from '../checks/paint.ts';
import type { Thumbprint } from '../checks/thumbprint.ts';
import type { PartDamage } from '../damages/part-states.ts';
import type { LocalFeatures } from '../matching/local-features.ts';
import type { BoundingBox } from '../records/place.ts';
import type { TextLine } from '../texts/text-line.ts';
import type {
  DamageFind,
  DetectedBox,
  DetectedPart,
  DetectedWheel,
  ModelName,
  PredictedAttributes,
} from './detections.ts';
import type { FrameHash } from './duplicate-frames.ts';
import type { QualityMeasures } from './quality/compliance.ts';

export type PartFinds = {
  parts: DetectedPart[];
  /** Per cell of the model's grid 0 for no part, else the number of the part counted from 1: deflated, in base64. */
  labels: string;
  /** Pixels of the photo. */
  pixels_per_cell: number;
};

export type WheelFinds = {
  /** One for each wheel among the parts. */
  wheels: Omit<DetectedWheel, 'part_type'>[];
  /** Where there is none: the whole photo taken for a wheel. */
  as_wheel?: PredictedAttributes;
};

/** What is said of the whole photo, and how likely each viewpoint is. */
export type PhotoFinds = { attributes: PredictedAttributes; viewpoints: Record<string, number> };

/** By the names of the states; the model has one for severe and worse. */
export type StateFinds = Record<string, number>;

/** Which part lies under each place of the photo, as a net sees it that learned close-ups. */
export type CloseUpFinds = {
  parts: string[];
  /** Logits per part and cell of a square grid, in steps (parts/close-up-map.ts): deflated, in base64. */
  logits: string;
  /** Pixels of the photo. */
  pixels_per_cell: number;
};

/**
 * How likely each kind of damage is on a part, and where it is seen. `how_bad`: how likely what is damaged there is at least moderate, and
 * severe, by a model that tells it.
 */
export type PartState = Record<PartDamage, { score: number; at: BoundingBox }> & {
  how_bad?: { moderate: number; severe: number };
};

type TextFinds = { width: number; height: number; lines: TextLine[] };

export type Finds = {
  /** The faintest too, from `LEAST_SCORE` on. */
  damage: DamageFind[];
  parts: PartFinds;
  vehicles: DetectedBox[];
  plates: DetectedBox[];
  faces: DetectedBox[];
  /** Null on a picture of one color, which shows nothing. */
  photo: PhotoFinds | null;
  /** How likely each state of the vehicle is; null as above. */
  state: StateFinds | null;
  /** Null as above. */
  close_up_parts: CloseUpFinds | null;
  /** Null as above. */
  paint: Paint | null;
  /** One for each of the parts; null for those that are not judged, as no damage touches them. */
  part_states: (PartState | null)[];
  /** One for each of the damages: how likely it lies on a damage of its type; null for those that are not in doubt. */
  second_opinion: (number | null)[];
  wheels: WheelFinds;
  /** All lines of text. */
  text: TextFinds;
  /** The same on each of the `platesToRead`, from close by. */
  plate_text: TextLine[][];
  quality: QualityMeasures;
  frame_hash: FrameHash;
  thumbprint: Thumbprint;
  local_features: LocalFeatures;
};

/** Everything that analyzes a photo: networks, readers of text, and measures of pixels. */
export type FindKind = keyof Finds;

/**
 * The key under which finds of a kind are stored. `version` is that of its network and of the finds that it starts from (wheels
 * are looked at where parts were found); `post_processing` that of the code between the network and the finds.
 */
export type FindVersion = { version: string; post_processing: number };

/** The find that each of these needs as its input. */
export const STARTS_FROM = {
  wheels: 'parts',
  part_states: 'parts',
  second_opinion: 'damage',
  plate_text: 'plates',
} as const satisfies Partial<Record<FindKind, ModelName>>;

/** Why something could not run: a sentence that names the file and the cure. */
export type Unavailable = Partial<Record<FindKind, string>>;
