/**
 * The things an inspection is made of, as they are kept. One vocabulary from the column to the wire:
 * field names are snake_case in SQL, in these records and in answers, so nothing needs translating.
 * Timestamps are ISO 8601 strings in UTC.
 */

import type { EstimateResult, PartEstimate } from '../costs/estimate.ts';
import type { SizeCm } from '../damages/damage-extent.ts';
import type { Evidence } from '../damages/find-damages.ts';
import type { Reason } from '../damages/severity-reason.ts';
import type { PartType } from '../parts/parts.ts';
import type { Compliance, SightCheck } from '../photos/compliance.ts';
import type { Privacy } from '../photos/privacy.ts';
import type { WheelName } from '../photos/sights.ts';
import type { MileageUnit } from '../texts/texts-seen.ts';
import type { CheckDigit } from '../texts/vin-check-digit.ts';
import type {
  DamageType,
  DocumentType,
  InspectionStatus,
  ReportLanguage,
  TaskName,
  TaskStatus,
} from '../vocabulary.ts';
import type { WheelPredictions } from '../wheels/wheel-predictions.ts';

export type Json = Record<string, unknown>;

export type InspectionHead = {
  id: string;
  owner_id: string;
  creator_id: string;
  organization_id: string | null;
  created_at: string;
  deleted_at: string | null;
  status: InspectionStatus;
  inspection_type: string | null;
  accident_nature: string | null;
  related_inspection_id: string | null;
  usage_duration: number | null;
  damage_severity: Json | null;
  privacy: Privacy;
  additional_data: Json;
};

export type Vehicle = {
  id: string;
  inspection_id: string;
  created_at: string;
  details: VehicleDetails;
  read_from: ReadFrom;
};

/** What can be read on photos. */
export type ReadableDetail = 'vin' | 'plate' | 'mileage';

/** The document that a detail was read from; null where it was and a person has had their word on it since. */
export type ReadFrom = Partial<Record<ReadableDetail, string | null>>;

export type Amount = { value: number; unit: string };

export type VehicleDetails = {
  brand?: string | null;
  model?: string | null;
  plate?: string | null;
  vehicle_type?: string | null;
  serie?: string | null;
  vehicle_style?: string | null;
  vehicle_age?: string | null;
  vin?: string | null;
  color?: string | null;
  exterior_cleanliness?: string | null;
  interior_cleanliness?: string | null;
  date_of_circulation?: string | null;
  mileage?: Amount | null;
  market_value?: Amount | null;
  duplicate_keys?: boolean | null;
  expertise_requested?: boolean | null;
  car_registration?: boolean | null;
  vehicle_quotation?: number | null;
  trade_in_offer?: number | null;
  owner_info?: Json | null;
  additional_data?: Json | null;
};

export type Callback = { url: string; headers: Record<string, string>; params: Json; events: string[] };

export type TaskImage = { image_id: string; details: Json; compliant: boolean | null };

export type ErrorMessage = { id: string; message: string; created_at: string; error_code: string };

export type Task = {
  id: string;
  inspection_id: string;
  name: TaskName;
  status: TaskStatus;
  added_by_service: boolean;
  arguments: Json;
  callbacks: Callback[];
  created_at: string;
  started_at: string | null;
  done_at: string | null;
  validated_at: string | null;
  validated_by: string | null;
  progress_done: number;
  progress_total: number;
  error_messages: ErrorMessage[];
  images: TaskImage[];
};

export type ImageTask = { name: TaskName; details: Json };

export type DamageArea = { id: string; relevant_elements: string[] };

export type DetailedViewpoint = { centers_on?: string[]; distance?: string; is_exterior?: boolean };

export type Image = {
  id: string;
  inspection_id: string;
  created_at: string;
  deleted_at: string | null;
  name: string | null;
  /** The photo as it came, for the models. It is never shown: `shown_key` is, which may be the same. */
  file_key: string;
  shown_key: string;
  /** Why the picture to show could not be made. */
  blur_problem: string | null;
  mimetype: string;
  binary_size: number;
  width: number;
  height: number;
  rotation: string;
  image_type: string | null;
  image_subtype: string | null;
  image_sibling_key: string | null;
  sight_id: string | null;
  detailed_viewpoint: DetailedViewpoint | null;
  additional_data: Json;
  compliance: Compliance | null;
  /** Those that the client asked for; null: all of them. */
  compliance_checks: SightCheck[] | null;
  /** From which direction the models saw the vehicle; null until they looked, and on a close-up. */
  viewpoint: { prediction: string; confidence: number } | null;
  has_vehicle: boolean | null;
  /** Null until somebody looked, and on images that are not for a task that reads it. */
  odometer: OdometerReading | null;
  rendered_outputs: RenderedOutput[];
  /** The one that the photo is about first. */
  wheels: WheelAnalysis[];
  damage_area: DamageArea | null;
  tasks: ImageTask[];
};

/** What the odometer on an image says, or why nothing can be said. */
export type OdometerReading =
  | { value: number; unit: MileageUnit | null; confidence: number; error: null }
  | { value: null; unit: null; confidence: null; error: string };

export type BoundingBox = { xmin: number; ymin: number; width: number; height: number };
export type Polygon = [number, number][];

/** A picture made from a photo: with findings drawn in, or cut out of it. */
export type RenderedOutput = { id: string; description: string; file_key: string; created_at: string };

/** Who found it; null where a person did. */
export type FoundBy = { name: string; version: string };

/** What was said of one wheel on one image. */
export type WheelAnalysis = {
  id: string;
  inspection_id: string;
  image_id: string;
  /** null where nobody can say which of the four it is. */
  wheel_name: WheelName | null;
  /** null where the client says that there is a wheel and none can be seen. */
  bounding_box: BoundingBox | null;
  predictions: WheelPredictions;
  model: FoundBy;
  created_at: string;
};

export type View = {
  id: string;
  inspection_id: string;
  image_id: string;
  damage_id: string | null;
  part_id: string | null;
  bounding_box: BoundingBox;
  polygons: Polygon[];
  score: number | null;
  model: FoundBy | null;
  rendered_outputs: RenderedOutput[];
  created_at: string;
  created_by: string;
  deleted_at: string | null;
  deleted_by: string | null;
};

export type Damage = {
  id: string;
  inspection_id: string;
  damage_type: DamageType;
  part_type: PartType;
  part_ids: string[];
  score: number | null;
  model: FoundBy | null;
  evidence: Evidence | null;
  /** Null until it was measured, and where no photo tells. */
  size_cm: SizeCm | null;
  created_at: string;
  created_by: string;
  deleted_at: string | null;
  deleted_by: string | null;
};

export type Part = {
  id: string;
  inspection_id: string;
  part_type: PartType;
  created_at: string;
  created_by: string;
};

export type Severity = {
  id: string;
  inspection_id: string;
  label: PartType;
  level: number | null;
  pricing: number | null;
  repair_operation: string | null;
  comment: string | null;
  related_item_type: 'part' | 'damage' | 'comment';
  related_item_id: string | null;
  is_user_modified: boolean;
  /** Why this level, where the service said it. */
  reason: Reason | null;
  /** What its part costs by whoever has the last word, the service included, which says it of its own entries. */
  part_price: number | null;
  /** What the service would do to the part: `repair` or `replace`. */
  estimated_operation: string | null;
  created_at: string;
  created_by: string;
  deleted_at: string | null;
  deleted_by: string | null;
};

/** What the service says a repair costs; amounts in cents. The id of a part's estimate stays when it is made again. */
export type Estimate = Omit<EstimateResult, 'parts'> & {
  id: string;
  inspection_id: string;
  /** Of the organization's price matrix; 0: the default one. */
  matrix_version: number;
  parts: (PartEstimate & { id: string })[];
  created_at: string;
};

/** What a person says a part or, without one, the whole vehicle costs; null: it is not to be counted. */
export type Price = {
  id: string;
  inspection_id: string;
  related_item_type: 'part' | 'vehicle';
  part_id: string | null;
  pricing: number | null;
  created_at: string;
  created_by: string;
};

/** A person's change to a damage, a severity or a price, or the withdrawal of a validation. */
export type Correction = {
  id: string;
  /** The damage, severity, price or task. */
  item_id: string;
  /** Null: of the whole vehicle. */
  part_type: PartType | null;
  /** `withdrawn`: the validation of a task. */
  action: 'created' | 'changed' | 'deleted' | 'restored' | 'withdrawn';
  before: Json | null;
  after: Json | null;
  made_at: string;
  made_by: string;
  /** The name of the person; null if the token has no name. */
  made_by_name: string | null;
};

export type DocumentView = { image_id: string; bounding_box: BoundingBox; polygons: Polygon[] };

/** Something that a document says, how sure that is, and where it stands on each photo of it. */
export type DocumentField = {
  name: string;
  value: string | number | null;
  confidence: number;
  views: DocumentView[];
};

export type DocumentEvidence = {
  /** How many photos say exactly this, of how many on which anything of the kind was read. */
  photos_agreeing: number;
  photos_asked: number;
  /** Of a VIN. */
  check_digit?: CheckDigit;
  /** Of a machine-readable zone: for each field that has a check digit, whether it is right. */
  checks?: Record<string, boolean>;
};

/** A number or paper that was read on photos. */
export type Document = {
  id: string;
  inspection_id: string;
  type: DocumentType;
  /** The client's own number for it. */
  document_id: number | null;
  confidence: number;
  fields: DocumentField[];
  evidence: DocumentEvidence;
  model: FoundBy;
  created_at: string;
};

export type Report = {
  id: string;
  inspection_id: string;
  status: 'requested' | 'ready' | 'error';
  /** Made here, or uploaded by a client. */
  source: 'service' | 'client';
  options: Json;
  error: string | null;
  /** While another one is being made, that of the last. */
  file_key: string | null;
  requested_at: string;
  made_at: string | null;
  /** Of the inspection's data when the report was made. */
  data_version: string | null;
};

/** Lets whoever has its secret see the inspection until it expires or is revoked. */
export type ShareLink = {
  id: string;
  inspection_id: string;
  costs: boolean;
  language: ReportLanguage;
  created_at: string;
  created_by: string;
  expires_at: string;
  revoked_at: string | null;
  last_opened_at: string | null;
  report_status: Report['status'];
  /** While another one is being made, that of the last. */
  report_key: string | null;
  report_made_at: string | null;
  report_version: string | null;
};

export type Inspection = InspectionHead & {
  vehicle: Vehicle | null;
  tasks: Task[];
  images: Image[];
  views: View[];
  damages: Damage[];
  parts: Part[];
  severities: Severity[];
  estimates: Estimate[];
  prices: Price[];
  damage_areas: DamageArea[];
  documents: Document[];
  report: Report | null;
};

/** What a row of a list shows of an inspection. */
export type InspectionSummary = Pick<
  InspectionHead,
  'id' | 'created_at' | 'deleted_at' | 'status' | 'owner_id' | 'inspection_type'
> & {
  vehicle: VehicleDetails;
  first_image_key: string | null;
  images_count: number;
  damages_count: number;
  /** How far the search for damages is; null where none was declared. */
  damage_detection: TaskStatus | null;
  worst_severity: number | null;
};
