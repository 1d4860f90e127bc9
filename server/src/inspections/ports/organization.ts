/** What the actions need kept for an organization: its settings, what happened, and who is told of it. */

import type { Page, PageRequest } from '../paging.ts';
import type { Comment } from '../records/comment.ts';
import type * as O from '../records/organization.ts';

export type Organizations = {
  /** Until the transaction ends nobody else can change them. */
  lock(organizationId: string): Promise<void>;
  settings(organizationId: string): Promise<O.OrganizationSettings | null>;
  /** Whether the organization of an inspection wants photos kept as they were received. */
  keepsOriginals(inspectionId: string): Promise<boolean>;
  change(
    organizationId: string,
    change: Partial<Omit<O.OrganizationSettings, 'updated_at' | 'updated_by'>>,
    by: string,
  ): Promise<O.OrganizationSettings>;
};

export type Members = {
  /** Somebody of the organization has come. */
  note(organizationId: string, member: Pick<O.Member, 'user_id' | 'name'>): Promise<void>;
  /** By their names. */
  list(organizationId: string, limit: number): Promise<O.Member[]>;
  find(organizationId: string, userId: string): Promise<O.Member | null>;
};

export type SavedFilters = {
  insert(userId: string, saved: Pick<O.SavedFilter, 'id' | 'name' | 'filter'>): Promise<O.SavedFilter>;
  /** Oldest first. */
  list(userId: string): Promise<O.SavedFilter[]>;
  /** null: this person has no such filter. */
  rename(userId: string, id: string, name: string): Promise<O.SavedFilter | null>;
  delete(userId: string, id: string): Promise<boolean>;
};

export type Comments = {
  insert(comment: Omit<Comment, 'created_at' | 'deleted_at'>): Promise<Comment>;
  /** Oldest first, deleted ones too. */
  list(inspectionId: string): Promise<Comment[]>;
  count(inspectionId: string): Promise<number>;
  find(inspectionId: string, id: string): Promise<Comment | null>;
  /** Takes its text away. */
  delete(id: string): Promise<Comment>;
};

type NewEvent = Pick<O.Event, 'inspection_id' | 'organization_id' | 'type' | 'data'>;
export type NewDelivery = Omit<O.Delivery, 'id' | 'status' | 'attempts' | 'created_at' | 'delivered_at'>;
type DeliveryFilter = { webhook_id: string } | { inspection_id: string };

/** How long ago it was stored, by the clock that tells when. */
export type AgedEvent = O.Event & { age_ms: number };

export type Events = {
  /** Stores the event, queues it for every webhook that listens, and wakes those who watch. */
  record(event: NewEvent): Promise<void>;
  since(inspectionId: string, afterId: string, limit: number): Promise<AgedEvent[]>;
  insertDelivery(delivery: NewDelivery): Promise<O.Delivery>;
  findDelivery(id: string): Promise<O.Delivery | null>;
  listDeliveries(filter: DeliveryFilter, page: PageRequest): Promise<Page<O.Delivery>>;
  noteAttempt(id: string, attempt: O.DeliveryAttempt, status: O.Delivery['status']): Promise<void>;
  reopenDelivery(id: string): Promise<O.Delivery>;
};

export type Webhooks = {
  insert(webhook: Omit<O.Webhook, 'created_at' | 'previous_secret'>): Promise<O.Webhook>;
  list(organizationId: string): Promise<O.Webhook[]>;
  find(organizationId: string, id: string): Promise<O.Webhook | null>;
  secretOf(id: string): Promise<string | null>;
  change(
    id: string,
    change: Partial<Pick<O.Webhook, 'url' | 'event_types' | 'description' | 'active'>>,
  ): Promise<O.Webhook>;
  /** The one before counts for another day. */
  replaceSecret(id: string, secret: string): Promise<O.Webhook>;
  delete(id: string): Promise<void>;
};
