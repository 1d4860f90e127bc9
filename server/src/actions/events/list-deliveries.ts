import { type Actor, assertManagesWebhooks, assertMayWrite, mayRead } from '../../inspections/access.ts';
import { type Page, pageRequest } from '../../inspections/paging.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { conflict } from '../../inspections/problems/requests.ts';
import type { InspectionHead } from '../../inspections/records/inspection.ts';
import type { Delivery } from '../../inspections/records/organization.ts';
import type { PaginationOrder } from '../../inspections/vocabulary.ts';
import { assertId, inspectionToRead } from '../reach-inspection.ts';
import { webhookOf } from './manage-webhooks.ts';

type Paging = { limit: number; pagination_order: PaginationOrder; before?: string; after?: string };
type Deliveries = { list: string; page: Page<Delivery> };

export const listWebhookDeliveries = async (
  actor: Actor,
  input: Paging & { webhook_id: string },
  { store }: Ports,
): Promise<Deliveries> => {
  const webhook = await webhookOf(assertManagesWebhooks(actor), input.webhook_id, store);
  const list = `deliveries of webhook ${webhook.id}`;
  return {
    list,
    page: await store.events.listDeliveries({ webhook_id: webhook.id }, pageRequest(list, input)),
  };
};

export const listCallbackDeliveries = async (
  actor: Actor,
  input: Paging & { inspection_id: string },
  { store }: Ports,
): Promise<Deliveries> => {
  const head = await inspectionToRead(actor, input.inspection_id, store);
  const list = `deliveries of inspection ${head.id}`;
  return {
    list,
    page: await store.events.listDeliveries({ inspection_id: head.id }, pageRequest(list, input)),
  };
};

/** A callback's delivery is seen by who reads the inspection, a webhook's by who manages the organization's. */
const deliveryToRead = async (actor: Actor, id: string, store: Store) => {
  assertId(id, 'delivery');
  const delivery = await store.events.findDelivery(id);
  if (delivery === null) throw notFound('delivery');
  const head = delivery.inspection_id === null ? null : await store.inspections.head(delivery.inspection_id);
  if (delivery.kind === 'webhook') {
    if (delivery.organization_id !== actor.organization_id) throw notFound('delivery');
    assertManagesWebhooks(actor);
  } else if (head === null || head.deleted_at !== null || !mayRead(actor, head)) {
    throw notFound('delivery');
  }
  return { delivery, head };
};

const assertMayReplay = (actor: Actor, delivery: Delivery, head: InspectionHead | null) => {
  if (delivery.kind === 'callback') assertMayWrite(actor, head!);
  if (delivery.status === 'pending')
    throw conflict(
      'This delivery is still being attempted. Replay it when it has been delivered or has failed.',
    );
};

export const getDelivery = async (
  actor: Actor,
  input: { delivery_id: string },
  { store }: Ports,
): Promise<Delivery> => (await deliveryToRead(actor, input.delivery_id, store)).delivery;

export const replayDelivery = (
  actor: Actor,
  input: { delivery_id: string },
  { store }: Ports,
): Promise<Delivery> =>
  store.transaction(async (tx) => {
    const before = await deliveryToRead(actor, input.delivery_id, tx);
    // Two replays at once would else both find it finished, and send it twice.
    if (before.head) await tx.inspections.lock(before.head.id);
    const { delivery, head } = await deliveryToRead(actor, input.delivery_id, tx);
    assertMayReplay(actor, delivery, head);
    return tx.events.reopenDelivery(delivery.id);
  });
