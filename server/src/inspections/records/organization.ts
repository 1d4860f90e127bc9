/** What belongs to an organization rather than to one inspection: what happened, who is told of it, its settings, its log. */

import { z } from 'zod';
import {
  AUDIT_ACTIONS,
  ERASURE_REASONS,
  REPORT_LANGUAGES,
  RESTRICTED_CONTENTS,
  TRAINING_USES,
} from '../vocabulary.ts';
import { jsonSchema } from './json.ts';

export const EVENT_TYPES = [
  'inspection.created',
  'inspection.updated',
  'inspection.assigned',
  'inspection.deleted',
  'inspection.restored',
  'image.added',
  'image.assessed',
  'image.updated',
  'image.deleted',
  'task.started',
  'task.progress',
  'task.done',
  'task.error',
  'task.validated',
  'task.validation_withdrawn',
  'damage.created',
  'damage.deleted',
  'comment.created',
  'comment.deleted',
  'pdf.requested',
  'pdf.ready',
  'pdf.error',
  'share_link.created',
  'share_link.revoked',
  'contest.opened',
  'contest.decided',
  'contest.withdrawn',
  'contest.overdue',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const eventSchema = z.object({
  id: z.string(),
  inspection_id: z.string(),
  organization_id: z.string().nullable(),
  type: z.enum(EVENT_TYPES),
  data: jsonSchema,
  created_at: z.string(),
});
export type Event = z.infer<typeof eventSchema>;

export const webhookSchema = z.object({
  id: z.string(),
  organization_id: z.string(),
  url: z.string(),
  secret: z.string(),
  /** While receivers change over from it to the new one; null otherwise. */
  previous_secret: z.string().nullable(),
  event_types: z.array(z.enum(EVENT_TYPES)),
  description: z.string().nullable(),
  active: z.boolean(),
  created_at: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;

const deliveryAttemptSchema = z.object({
  at: z.string(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  milliseconds: z.number(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>;

export const deliverySchema = z.object({
  id: z.string(),
  kind: z.enum(['callback', 'webhook']),
  webhook_id: z.string().nullable(),
  inspection_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  event_type: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  payload: jsonSchema,
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.array(deliveryAttemptSchema),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** Somebody of an organization who has used the service. */
export const memberSchema = z.object({
  user_id: z.string(),
  /** Null where the token did not tell. */
  name: z.string().nullable(),
  seen_at: z.string(),
});
export type Member = z.infer<typeof memberSchema>;

/** A list of inspections that a person wants to see again: the filters of that list, by their names. */
export const savedFilterSchema = z.object({
  id: z.string(),
  name: z.string(),
  filter: jsonSchema,
  created_at: z.string(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

/** What an organization wants by default; null: as the service is set up. */
export const organizationSettingsSchema = z.object({
  blur_plates: z.boolean().nullable(),
  blur_faces: z.boolean().nullable(),
  language: z.enum(REPORT_LANGUAGES).nullable(),
  logo_key: z.string().nullable(),
  /** The head of reports; an address may have several lines. */
  company_name: z.string().nullable(),
  company_address: z.string().nullable(),
  company_contact: z.string().nullable(),
  /** Of the times in reports, by its IANA name. */
  time_zone: z.string().nullable(),
  /** After so many days inspections are erased; null: never. */
  retention_days: z.number().nullable(),
  /** Costs are a draft until a person has approved them. */
  require_approval: z.boolean(),
  /** New photos are also kept as they were received. */
  keep_originals: z.boolean(),
  /** For so many days a link that allows it can be used to contest; null: as the service has it. */
  contest_days: z.number().nullable(),
  contest_decision_days: z.number().nullable(),
  /** What approved inspections may be used for. */
  training_use: z.enum(TRAINING_USES),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
});
export type OrganizationSettings = z.infer<typeof organizationSettingsSchema>;

/** Of an erasure: why, and how much was removed. Of a change of settings: from what to what. Of a pack: with what. */
const auditDetailsSchema = z.object({
  reason: z.enum(ERASURE_REASONS).optional(),
  images: z.number().optional(),
  rows: z.number().optional(),
  files: z.number().optional(),
  retention_days: z.object({ before: z.number().nullable(), after: z.number().nullable() }).optional(),
  include: z.array(z.enum(RESTRICTED_CONTENTS)).optional(),
  training_use: z.object({ before: z.enum(TRAINING_USES), after: z.enum(TRAINING_USES) }).optional(),
  damage_model: z
    .object({ before: z.string().nullable(), after: z.string().nullable(), despite_gate: z.boolean() })
    .optional(),
});
export type AuditDetails = z.infer<typeof auditDetailsSchema>;

export const auditEntrySchema = z.object({
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** Null: the service itself. */
  actor_id: z.string().nullable(),
  inspection_id: z.string().nullable(),
  details: auditDetailsSchema,
  created_at: z.string(),
  /** Null while there is something left to do. */
  completed_at: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
