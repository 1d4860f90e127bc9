/**
 * An inspection and all that hangs on it, as it is kept. One vocabulary from the column to the wire: field names are
 * snake_case in SQL, in these records and in answers, so nothing needs translating. Timestamps are ISO 8601 strings
 * in UTC. The schemas are what the store's tests check its rows against.
 */
import { z } from 'zod';
import { INSPECTION_STATUSES } from '../vocabulary.ts';
import { estimateSchema } from './estimate.ts';
import { checkSchema } from './findings/check.ts';
import { damageSchema } from './findings/damage.ts';
import { documentSchema } from './findings/document.ts';
import { partSchema } from './findings/part.ts';
import { viewSchema } from './findings/view.ts';
import { damageAreaSchema, imageSchema } from './image.ts';
import { jsonSchema } from './json.ts';
import { lessonSchema } from './lesson.ts';
import { priceSchema } from './price.ts';
import { reportSchema } from './report.ts';
import { severitySchema } from './severity.ts';
import { statedSchema } from './stated.ts';
import { taskSchema, taskStatusSchema } from './task.ts';
import { vehicleDetailsSchema, vehicleSchema } from './vehicle.ts';

const privacySchema = z.object({ blur_plates: z.boolean(), blur_faces: z.boolean() });
export type Privacy = z.infer<typeof privacySchema>;

export const inspectionHeadSchema = z.object({
  id: z.string(),
  owner_id: z.string(),
  creator_id: z.string(),
  organization_id: z.string().nullable(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
  status: z.enum(INSPECTION_STATUSES),
  inspection_type: z.string().nullable(),
  /** The number of the claim, the contract or the order. */
  reference: z.string().nullable(),
  customer: z.string().nullable(),
  /** Year, month and day, of no time zone. */
  date_of_loss: z.string().nullable(),
  /** The user id of the person in the organization who works on it. */
  assigned_to: z.string().nullable(),
  accident_nature: z.string().nullable(),
  related_inspection_id: z.string().nullable(),
  usage_duration: z.number().nullable(),
  damage_severity: jsonSchema.nullable(),
  privacy: privacySchema,
  additional_data: jsonSchema,
  /** Its organization wants a person to approve the costs before they count. */
  approval_required: z.boolean(),
});
export type InspectionHead = z.infer<typeof inspectionHeadSchema>;

export const inspectionSchema = inspectionHeadSchema.extend({
  vehicle: vehicleSchema.nullable(),
  tasks: z.array(taskSchema),
  images: z.array(imageSchema),
  views: z.array(viewSchema),
  damages: z.array(damageSchema),
  parts: z.array(partSchema),
  severities: z.array(severitySchema),
  estimates: z.array(estimateSchema),
  prices: z.array(priceSchema),
  damage_areas: z.array(damageAreaSchema),
  documents: z.array(documentSchema),
  /** What people say over wheels and documents; there it has its place already. */
  stated: z.array(statedSchema),
  checks: z.array(checkSchema),
  /** For each suspicion that waits for a person the photos that show it; what they are is kept apart. */
  open_suspicions: z.array(z.array(z.string())),
  report: reportSchema.nullable(),
});
export type Inspection = z.infer<typeof inspectionSchema>;

/** What a new inspection has none of. Each has lists of its own. */
export const nothingFound = () =>
  ({
    images: [],
    views: [],
    damages: [],
    parts: [],
    severities: [],
    estimates: [],
    prices: [],
    damage_areas: [],
    documents: [],
    stated: [],
    checks: [],
    open_suspicions: [],
    report: null,
  }) satisfies Partial<Inspection>;

/** How an inspection stands, in three numbers that lists are sorted by, and what goes with them; null: not known. */
export const standingSchema = z.object({
  condition_score: z.number().nullable(),
  worst_severity: z.number().nullable(),
  /** No damage is as bad: a part has many minor ones, which make it moderate. */
  worst_severity_raised: z.boolean(),
  /** Of the repair, without tax. */
  cost_cents: z.number().nullable(),
  cost_currency: z.string().nullable(),
});
export type Standing = z.infer<typeof standingSchema>;

/** What people say an inspection is about; they may change it at any time. */
export type ClaimDetails = Pick<
  InspectionHead,
  'inspection_type' | 'reference' | 'customer' | 'date_of_loss'
>;

/** What a row of a list shows of an inspection. */
export const inspectionSummarySchema = inspectionHeadSchema
  .pick({
    id: true,
    created_at: true,
    deleted_at: true,
    status: true,
    owner_id: true,
    inspection_type: true,
    reference: true,
    customer: true,
    date_of_loss: true,
    assigned_to: true,
    approval_required: true,
  })
  .extend({
    vehicle: vehicleDetailsSchema,
    first_image_key: z.string().nullable(),
    images_count: z.number(),
    damages_count: z.number(),
    open_suspicions: z.number(),
    open_contests: z.number(),
    overdue_contests: z.number(),
    /** How far the search for damages is; null where none was declared. */
    damage_detection: taskStatusSchema.nullable(),
    tasks: z.array(taskSchema.pick({ name: true, status: true })),
  })
  .extend(standingSchema.shape)
  .extend(lessonSchema.shape);
export type InspectionSummary = z.infer<typeof inspectionSummarySchema>;
