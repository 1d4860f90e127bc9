import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { type Actor, assertManagesWebhooks } from '../../inspections/access.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Store } from '../../inspections/ports/store.ts';
import { notFound } from '../../inspections/problems/access.ts';
import { invalidField, limitReached } from '../../inspections/problems/requests.ts';
import type { EventType, Webhook } from '../../inspections/records/organization.ts';
import { assertId } from '../reach-inspection.ts';

type WebhookSettings = {
  url: string;
  event_types: EventType[];
  description: string | null;
  active: boolean;
};

const MAX_WEBHOOKS = 20;
const MAX_URL = 2000;

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

const assertUrl = async (text: string, { mayFetch }: Ports) => {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw invalidField(
      'url',
      `Give an address that begins with https:// or http:// and has at most ${MAX_URL} characters.`,
    );
  if (url.username || url.password)
    throw invalidField(
      'url',
      'The address must not hold a user name or a password. Check the signature of the deliveries instead.',
    );
  if (!(await mayFetch(text)))
    throw invalidField(
      'url',
      'The address leads into a private network, where nothing is sent. Give a public address, or ask the operator to ' +
        'set ALLOW_PRIVATE_ADDRESSES=true.',
    );
};

export const webhookOf = async (organizationId: string, id: string, store: Store): Promise<Webhook> => {
  assertId(id, 'webhook');
  const webhook = await store.webhooks.find(organizationId, id);
  if (webhook === null) throw notFound('webhook');
  return webhook;
};

export const createWebhook = async (actor: Actor, input: WebhookSettings, ports: Ports): Promise<Webhook> => {
  const organization_id = assertManagesWebhooks(actor);
  await assertUrl(input.url, ports);
  return ports.store.transaction(async (tx) => {
    await tx.organizations.lock(organization_id);
    if ((await tx.webhooks.list(organization_id)).length >= MAX_WEBHOOKS)
      throw limitReached(`An organization has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    return tx.webhooks.insert({
      id: uuid(),
      organization_id,
      secret: newSecret(),
      url: input.url,
      event_types: input.event_types,
      description: input.description,
      active: input.active,
    });
  });
};

export const listWebhooks = async (actor: Actor, _input: object, { store }: Ports): Promise<Webhook[]> =>
  store.webhooks.list(assertManagesWebhooks(actor));

export const getWebhook = async (
  actor: Actor,
  input: { webhook_id: string },
  { store }: Ports,
): Promise<Webhook> => webhookOf(assertManagesWebhooks(actor), input.webhook_id, store);

export const changeWebhook = async (
  actor: Actor,
  input: { webhook_id: string; change: Partial<WebhookSettings> },
  ports: Ports,
): Promise<Webhook> => {
  const webhook = await webhookOf(assertManagesWebhooks(actor), input.webhook_id, ports.store);
  if (input.change.url !== undefined) await assertUrl(input.change.url, ports);
  return ports.store.webhooks.change(webhook.id, input.change);
};

export const rotateSecret = async (
  actor: Actor,
  input: { webhook_id: string },
  { store }: Ports,
): Promise<Webhook> => {
  const organization = assertManagesWebhooks(actor);
  return store.transaction(async (tx) => {
    const { id } = await webhookOf(organization, input.webhook_id, tx);
    return tx.webhooks.replaceSecret(id, newSecret());
  });
};

export const deleteWebhook = async (
  actor: Actor,
  input: { webhook_id: string },
  { store }: Ports,
): Promise<{ id: string; deleted: true }> => {
  const webhook = await webhookOf(assertManagesWebhooks(actor), input.webhook_id, store);
  await store.webhooks.delete(webhook.id);
  return { id: webhook.id, deleted: true };
};
