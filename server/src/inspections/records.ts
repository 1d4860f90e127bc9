/**
 * The things an inspection is made of, as they are kept. One vocabulary from the column to the wire:
 * field names are snake_case in SQL, in these records and in answers, so nothing needs translating.
 * Timestamps are ISO 8601 strings in UTC.
 */
import type { Compliance } from './compliance.ts';
import type { Evidence } from './find-damages.ts';
import type { PartType } from './parts.ts';
import type { DamageType, InspectionStatus, TaskName, TaskStatus } from './vocabulary.ts';

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
  additional_data: Json;
};

export type Vehicle = { id: string; inspection_id: string; created_at: string; details: VehicleDetails };

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
  file_key: string;
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
  /** From which direction the models saw the vehicle; null until they looked, and on a close-up. */
  viewpoint: { prediction: string; confidence: number } | null;
  has_vehicle: boolean | null;
  rendered_outputs: RenderedOutput[];
  damage_area: DamageArea | null;
  tasks: ImageTask[];
};

export type BoundingBox = { xmin: number; ymin: number; width: number; height: number };
export type Polygon = [number, number][];

/** A picture made from a photo: with findings drawn in, or cut out of it. */
export type RenderedOutput = { id: string; description: string; file_key: string; created_at: string };

/** Who found it; null where a person did. */
export type FoundBy = { name: string; version: string };

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
  created_at: string;
  created_by: string;
  deleted_at: string | null;
  deleted_by: string | null;
};

export type Part = { id: string; inspection_id: string; part_type: PartType; created_at: string };

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
  created_at: string;
  created_by: string;
};

export type Report = {
  id: string;
  inspection_id: string;
  status: 'requested' | 'ready' | 'error';
  options: Json;
  error: string | null;
  file_key: string | null;
  requested_at: string;
};

export type Inspection = InspectionHead & {
  vehicle: Vehicle | null;
  tasks: Task[];
  images: Image[];
  views: View[];
  damages: Damage[];
  parts: Part[];
  severities: Severity[];
  damage_areas: DamageArea[];
  report: Report | null;
};

export type Event = {
  id: string;
  inspection_id: string;
  organization_id: string | null;
  type: EventType;
  data: Json;
  created_at: string;
};

export const EVENT_TYPES = [
  'inspection.created',
  'inspection.updated',
  'inspection.deleted',
  'image.added',
  'image.assessed',
  'task.started',
  'task.progress',
  'task.done',
  'task.error',
  'task.validated',
  'damage.created',
  'damage.deleted',
  'pdf.requested',
  'pdf.error',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export type Webhook = {
  id: string;
  organization_id: string;
  url: string;
  secret: string;
  event_types: EventType[];
  description: string | null;
  active: boolean;
  created_at: string;
};

export type DeliveryAttempt = {
  at: string;
  status: number | null;
  error: string | null;
  milliseconds: number;
};

export type Delivery = {
  id: string;
  kind: 'callback' | 'webhook';
  webhook_id: string | null;
  inspection_id: string | null;
  organization_id: string | null;
  event_type: string;
  url: string;
  headers: Record<string, string>;
  payload: Json;
  status: 'pending' | 'delivered' | 'failed';
  attempts: DeliveryAttempt[];
  created_at: string;
  delivered_at: string | null;
};
