/** Inspections for tests and for the benchmark: as much of everything as they ask for. */
import { randomUUID } from 'node:crypto';
import type { PartType } from '../inspections/parts/parts.ts';
import type { ReportOptions, ReportSource } from '../inspections/ports/ports.ts';
import type { Estimate } from '../inspections/records/estimate.ts';
import type { Damage } from '../inspections/records/findings/damage.ts';
import type { Document } from '../inspections/records/findings/document.ts';
import type { Part } from '../inspections/records/findings/part.ts';
import type { View } from '../inspections/records/findings/view.ts';
import type { WheelAnalysis } from '../inspections/records/findings/wheel.ts';
import type { Image } from '../inspections/records/image.ts';
import { type Inspection, nothingFound } from '../inspections/records/inspection.ts';
import type { Severity } from '../inspections/records/severity.ts';
import type { Task } from '../inspections/records/task.ts';
import type { Vehicle, VehicleDetails } from '../inspections/records/vehicle.ts';
import { gradeDamage } from '../inspections/severity/severity.ts';
import type { DamageType } from '../inspections/vocabulary.ts';
import { NOTHING_KNOWN } from '../inspections/wheels/wheel-predictions.ts';

const ID = '0199f3a0-5c1e-7b52-8d3e-2f6f3a9c1b04';
const AT = '2026-03-14T09:26:53.000Z';
const MODEL = { name: 'damage', version: '3.1.0' };

export const options = (wish: Partial<ReportOptions> = {}): ReportOptions => ({
  language: 'en',
  paper: 'a4',
  pricing: false,
  link: `https://inspections.example.com/inspections/${ID}`,
  compare: false,
  ...wish,
});

/** All that a report is made from. */
export const source = (inspection: Inspection, more: Partial<ReportSource> = {}): ReportSource => ({
  inspection,
  comparison: null,
  corrections: [],
  names: {},
  suspicions: [],
  options: options(),
  letterhead: { name: null, address: null, contact: null, logo: null },
  time_zone: 'UTC',
  made_at: AT,
  data_version: '000000000000',
  ...more,
});

export const emptyInspection = (): Inspection => ({
  id: ID,
  owner_id: 'ada',
  creator_id: 'ada',
  organization_id: 'fleet',
  created_at: AT,
  deleted_at: null,
  status: 'NOT_STARTED',
  inspection_type: null,
  reference: null,
  customer: null,
  date_of_loss: null,
  assigned_to: null,
  accident_nature: null,
  related_inspection_id: null,
  usage_duration: null,
  damage_severity: null,
  privacy: { blur_plates: false, blur_faces: false },
  additional_data: {},
  approval_required: false,
  vehicle: null,
  tasks: [],
  ...nothingFound(),
});

export const task = (name: Task['name'], status: Task['status']): Task => ({
  id: randomUUID(),
  inspection_id: ID,
  name,
  status,
  added_by_service: false,
  arguments: {},
  callbacks: [],
  created_at: AT,
  started_at: AT,
  done_at: AT,
  validated_at: status === 'VALIDATED' ? AT : null,
  validated_by: status === 'VALIDATED' ? 'ada' : null,
  progress_done: 1,
  progress_total: 1,
  error_messages: [],
  images: [],
});

export const image = (more: Partial<Image> = {}): Image => {
  const id = randomUUID();
  const key = `inspections/${ID}/${id}.jpg`;
  return {
    id,
    inspection_id: ID,
    created_at: AT,
    deleted_at: null,
    name: null,
    file_key: key,
    shown_key: key,
    blur_problem: null,
    mimetype: 'image/jpeg',
    binary_size: 1,
    width: 960,
    height: 720,
    received_sha256: null,
    original_format: null,
    taken_at: null,
    rotation: 'NO_ROTATION',
    image_type: null,
    image_subtype: null,
    image_sibling_key: null,
    sight_id: null,
    detailed_viewpoint: null,
    additional_data: {},
    compliance: { issues: [], scores: {}, thresholds: {}, reasons: [] },
    compliance_checks: null,
    viewpoint: { prediction: 'left', confidence: 0.9 },
    has_vehicle: true,
    vehicle_state: null,
    odometer: null,
    rendered_outputs: [],
    wheels: [],
    damage_area: null,
    tasks: [],
    ...more,
  };
};

export const wheel = (of: Image, said: Partial<WheelAnalysis['predictions']>): WheelAnalysis => ({
  id: randomUUID(),
  inspection_id: of.inspection_id,
  image_id: of.id,
  wheel_name: 'wheel_front_left',
  bounding_box: null,
  predictions: { ...NOTHING_KNOWN, ...said },
  model: { name: 'wheels', version: '2.0.0' },
  created_at: of.created_at,
});

export const damage = (damage_type: DamageType, part_type: PartType, more: Partial<Damage> = {}): Damage => ({
  id: randomUUID(),
  inspection_id: ID,
  damage_type,
  part_type,
  part_ids: [],
  score: 0.83,
  model: MODEL,
  evidence: null,
  size_cm: null,
  stated_size_cm: null,
  confirmed_by: null,
  created_at: AT,
  created_by: 'algo',
  deleted_at: null,
  deleted_by: null,
  ...more,
});

export const view = (of: Image, { id: damage_id, score, model }: Damage, more: Partial<View> = {}): View => ({
  id: randomUUID(),
  inspection_id: ID,
  image_id: of.id,
  damage_id,
  part_id: null,
  bounding_box: { xmin: 355, ymin: 420, width: 190, height: 90 },
  polygons: [],
  score,
  model,
  rendered_outputs: [],
  created_at: AT,
  created_by: 'algo',
  deleted_at: null,
  deleted_by: null,
  ...more,
});

export const part = (part_type: PartType): Part => ({
  id: randomUUID(),
  inspection_id: ID,
  part_type,
  created_at: AT,
  created_by: 'algo',
});

export const vehicle = (details: VehicleDetails): Vehicle => ({
  id: randomUUID(),
  inspection_id: ID,
  created_at: AT,
  details,
  read_from: {},
  known_vehicle_id: null,
});

/** A person's word on a damage. */
export const severity = (on: Damage, level: number, more: Partial<Severity> = {}): Severity => ({
  id: randomUUID(),
  inspection_id: ID,
  label: on.part_type,
  level,
  pricing: null,
  repair_operation: null,
  comment: null,
  related_item_type: 'damage',
  related_item_id: on.id,
  is_user_modified: true,
  reason: null,
  part_price: null,
  estimated_operation: null,
  estimated_with: null,
  created_at: AT,
  created_by: 'ada',
  deleted_at: null,
  deleted_by: null,
  ...more,
});

export const document = (type: Document['type'], said: Record<string, string | number>): Document => ({
  id: randomUUID(),
  inspection_id: ID,
  type,
  document_id: null,
  confidence: 0.97,
  fields: Object.entries(said).map(([name, value]) => ({ name, value, confidence: 0.97, views: [] })),
  evidence: { photos_agreeing: 1, photos_asked: 1 },
  model: { name: 'text', version: '1.4.2' },
  created_at: AT,
});

/** One line of work on the part; amounts in cents. */
export const estimate = (
  on: Part,
  { total, low, high, tax_percent }: { total: number; low: number; high: number; tax_percent: number },
): Estimate => ({
  id: randomUUID(),
  inspection_id: ID,
  methodology: 'labor_cost',
  currency: 'EUR',
  tax_percent,
  segment: 'compact',
  matrix_version: 0,
  parts: [
    {
      id: randomUUID(),
      part_id: on.id,
      part_type: on.part_type,
      severity: 2,
      name: 'dent_repair',
      reason: 'It costs less than a new one.',
      lines: [],
      total,
      low,
      high,
    },
  ],
  open_parts: [],
  not_priced: [],
  created_at: AT,
});

/** A hood with a dent of 12.7 cm, whose repair is estimated. */
export const priced = (): Inspection => {
  const inspection = emptyInspection();
  const hood = part('hood');
  const dent = damage('dent', 'hood', {
    part_ids: [hood.id],
    size_cm: { value: 12.7, min: 10, max: 15 },
  });
  inspection.parts = [hood];
  inspection.damages = [dent];
  const { reason } = gradeDamage('dent', 'hood', { share: 0.031, at_most: true, size_cm: dent.size_cm });
  inspection.severities = [severity(dent, 2, { is_user_modified: false, reason })];
  inspection.estimates = [estimate(hood, { total: 41_250, low: 35_000, high: 60_000, tax_percent: 20 })];
  return inspection;
};
