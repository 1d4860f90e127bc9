/** What was read on one photo, in pixels of the upright picture: each kind by the reader that knows it. */
import type { FoundBy } from '../records/findings/found-by.ts';
import type { MileageUnit } from '../records/image.ts';
import type { Polygon } from '../records/place.ts';
import type { DocumentType } from '../vocabulary.ts';

/** `polygons` are the corners of the lines that it stands on. */
type Placed = { confidence: number; polygons: Polygon[] };

export type VinDetection = Placed & {
  vin: string;
  /** Whether this photo alone is enough; else it only has a say among others. */
  sure: boolean;
  /** For each of the characters: what it may be, and how likely that is. */
  candidates: Record<string, number>[];
};

export type PlateDetection = Placed & {
  plate: string;
  /** It stands where a plate was detected, and is no other text that is made up like one. */
  located: boolean;
};

/** The unit is null where none can be seen. */
export type OdometerDetection = Placed & {
  value: number;
  unit: MileageUnit | null;
  /** Whether this photo alone tells that it is an odometer; else somebody must say so. */
  sure: boolean;
};

export type FieldDetection = Placed & { name: string; value: string | null };

export type PaperDetection = {
  type: Extract<DocumentType, 'PASSPORT' | 'ID_FR' | 'ID' | 'VEHICLE_REGISTRATION_PAPERS_FR'>;
  confidence: number;
  fields: FieldDetection[];
  /** For each field that has a check digit, whether it is right. */
  checks: Record<string, boolean>;
};

export type TextDetections = {
  model: FoundBy;
  vin: VinDetection | null;
  /** The largest, and those of about its size. */
  plates: PlateDetection[];
  odometer: OdometerDetection | null;
  papers: PaperDetection[];
};
