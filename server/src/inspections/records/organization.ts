/** What belongs to an organization rather than to one inspection: what happened, who is told of it, its settings, its log. */

import type { AuditAction, ErasureReason, ReportLanguage } from '../vocabulary.ts';
import type { Json } from './records.ts';

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
  'pdf.requested',
  'pdf.ready',
  'pdf.error',
  'share_link.created',
  'share_link.revoked',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export type Webhook = {
  id: string;
  organization_id: string;
  url: string;
  secret: string;
  /** While receivers change over from it to the new one; null otherwise. */
  previous_secret: string | null;
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

/** What an organization wants by default; null: as the service is set up. */
export type OrganizationSettings = {
  blur_plates: boolean | null;
  blur_faces: boolean | null;
  language: ReportLanguage | null;
  logo_key: string | null;
  /** After so many days inspections are erased; null: never. */
  retention_days: number | null;
  updated_at: string | null;
  updated_by: string | null;
};

/** Of an erasure: why, and how much was removed. Of a change of settings: from what to what. */
export type AuditDetails = {
  reason?: ErasureReason;
  images?: number;
  rows?: number;
  files?: number;
  retention_days?: { before: number | null; after: number | null };
};

export type AuditEntry = {
  id: string;
  action: AuditAction;
  /** Null: the service itself. */
  actor_id: string | null;
  inspection_id: string | null;
  details: AuditDetails;
  created_at: string;
  /** Null while there is something left to do. */
  completed_at: string | null;
};
