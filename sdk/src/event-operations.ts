import type { Deleted, Many, One, Page } from './answers.ts';
import { type CallOptions, path, type Request } from './request.ts';
import type * as schema from './schema.ts';

export const webhookOperations = (request: Request) => ({
  /** The secret that verifies its signatures is in this answer only. */
  createOne: (json: schema.CreateWebhook, options?: CallOptions) =>
    request<One<'webhooks'>>({ method: 'POST', path: '/webhooks', json }, options),
  getMany: (options?: CallOptions) =>
    request<Many<'webhooks'>>({ method: 'GET', path: '/webhooks' }, options),
  getOne: (id: string, options?: CallOptions) =>
    request<One<'webhooks'>>({ method: 'GET', path: path`/webhooks/${id}` }, options),
  updateOne: (id: string, json: schema.UpdateWebhook, options?: CallOptions) =>
    request<One<'webhooks'>>({ method: 'PATCH', path: path`/webhooks/${id}`, json }, options),
  /** A new secret, in this answer only. For a day deliveries are signed with the old one too. */
  rotateSecret: (id: string, options?: CallOptions) =>
    request<One<'webhooks'>>({ method: 'POST', path: path`/webhooks/${id}/secret` }, options),
  deleteOne: (id: string, options?: CallOptions) =>
    request<One<'webhooks', Deleted>>({ method: 'DELETE', path: path`/webhooks/${id}` }, options),
});

/** What was sent to webhooks and callbacks, and how it went. */
export const deliveryOperations = (request: Request) => ({
  getOne: (id: string, options?: CallOptions) =>
    request<One<'deliveries'>>({ method: 'GET', path: path`/deliveries/${id}` }, options),
  getManyOfWebhook: (webhookId: string, query: schema.PageOptions = {}, options?: CallOptions) =>
    request<Page<'deliveries'>>(
      { method: 'GET', path: path`/webhooks/${webhookId}/deliveries`, query },
      options,
    ),
  getManyOfInspection: (inspectionId: string, query: schema.PageOptions = {}, options?: CallOptions) =>
    request<Page<'deliveries'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/deliveries`, query },
      options,
    ),
  /** Sends it again. */
  replayOne: (id: string, options?: CallOptions) =>
    request<One<'deliveries'>>({ method: 'POST', path: path`/deliveries/${id}/replay` }, options),
});
