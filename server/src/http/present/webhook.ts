import type { Delivery, Webhook } from '../../inspections/records/organization.ts';

export const presentWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  event_types: webhook.event_types,
  description: webhook.description,
  active: webhook.active,
  created_at: webhook.created_at,
});

/** Without its headers: a callback's may hold the client's own credentials. */
export const presentDelivery = (delivery: Delivery) => ({
  id: delivery.id,
  kind: delivery.kind,
  webhook_id: delivery.webhook_id,
  inspection_id: delivery.inspection_id,
  event_type: delivery.event_type,
  url: delivery.url,
  payload: delivery.payload,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: delivery.created_at,
  delivered_at: delivery.delivered_at,
});
