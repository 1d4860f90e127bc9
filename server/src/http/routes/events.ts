import { z } from 'zod';
import {
  getDelivery,
  listCallbackDeliveries,
  listWebhookDeliveries,
  replayDelivery,
} from '../../actions/events/list-deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
} from '../../actions/events/manage-webhooks.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import type { Webhook } from '../../inspections/records/organization.ts';
import { answer, answerNamed, answerPage } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { answerOnce } from '../idempotency.ts';
import { pageQuery, presentPage } from '../paging.ts';
import { presentDelivery, presentWebhook } from '../present/webhook.ts';
import { Deleted, InspectionParams, page, refusals } from '../schemas/common.ts';
import {
  DeliveryAnswer,
  WebhookAnswer,
  WebhookBody,
  WebhookChangeBody,
} from '../schemas/organization/webhooks.ts';

const tags = ['Events'];
const WebhookParams = z.object({ webhook_id: z.string() });
const DeliveryParams = z.object({ delivery_id: z.string() });

const presentWithSecret = (webhook: Webhook) => ({ ...presentWebhook(webhook), secret: webhook.secret });

const webhookRoutes = (app: Router) => {
  app.post(
    '/webhooks',
    {
      schema: {
        tags,
        summary: 'Have the events of your organization sent to an address',
        description:
          'Signed by the Standard Webhooks scheme with the secret in this answer, which is shown only once. Sent at least once, retried with growing pauses.',
        body: WebhookBody,
        response: { 201: WebhookAnswer, ...refusals(400, 403, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      answerOnce(
        request,
        reply,
        'webhooks',
        request.body,
        201,
        (scoped) => createWebhook(request.actor, request.body, scoped),
        presentWithSecret,
      ),
  );

  app.get(
    '/webhooks',
    {
      schema: {
        tags,
        summary: 'List the webhooks of your organization',
        response: { 200: z.object({ data: z.array(WebhookAnswer) }), ...refusals(403) },
      },
    },
    async (request, reply) => {
      const data = (await listWebhooks(request.actor, {}, request.ports)).map(presentWebhook);
      return answerNamed(request, reply, 'webhooks', data, { data });
    },
  );

  app.get(
    '/webhooks/:webhook_id',
    {
      schema: {
        tags,
        summary: 'Get a webhook',
        params: WebhookParams,
        response: { 200: WebhookAnswer, ...refusals(403, 404) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'webhooks',
        presentWebhook(await getWebhook(request.actor, request.params, request.ports)),
      ),
  );

  app.patch(
    '/webhooks/:webhook_id',
    {
      schema: {
        tags,
        summary: 'Change a webhook',
        params: WebhookParams,
        body: WebhookChangeBody,
        response: { 200: WebhookAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const webhook = await changeWebhook(
        request.actor,
        { ...request.params, change: request.body },
        request.ports,
      );
      return answer(request, reply, 'webhooks', presentWebhook(webhook));
    },
  );

  app.post(
    '/webhooks/:webhook_id/secret',
    {
      schema: {
        tags,
        summary: 'Give a webhook a new secret',
        description:
          'Only this answer contains the new secret. For 24 hours deliveries also carry a signature with the old secret.',
        params: WebhookParams,
        response: { 200: WebhookAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const rotate = (scoped: Ports) => rotateSecret(request.actor, request.params, scoped);
      return answerOnce(request, reply, 'webhooks', null, 200, rotate, presentWithSecret);
    },
  );

  app.delete(
    '/webhooks/:webhook_id',
    {
      schema: {
        tags,
        summary: 'Delete a webhook',
        params: WebhookParams,
        response: { 200: Deleted, ...refusals(400, 403, 404, 413, 415) },
      },
    },
    async (request, reply) =>
      answer(request, reply, 'webhooks', await deleteWebhook(request.actor, request.params, request.ports)),
  );
};

const deliveryRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/webhooks/:webhook_id/deliveries',
    {
      schema: {
        tags,
        summary: 'What was sent to a webhook, and how it went',
        params: WebhookParams,
        querystring: z.object(pageQuery),
        response: { 200: page(DeliveryAnswer), ...refusals(403, 404, 422) },
      },
    },
    async (request, reply) => {
      const found = await listWebhookDeliveries(
        request.actor,
        { ...request.params, ...request.query },
        request.ports,
      );
      const { origin } = links(request);
      const shown = presentPage(request, origin, found.list, request.query, found.page, presentDelivery);
      return answerPage(request, reply, 'deliveries', shown);
    },
  );

  app.get(
    '/inspections/:inspection_id/deliveries',
    {
      schema: {
        tags,
        summary: 'What was sent to the callbacks of an inspection',
        params: InspectionParams,
        querystring: z.object(pageQuery),
        response: { 200: page(DeliveryAnswer), ...refusals(404, 422) },
      },
    },
    async (request, reply) => {
      const found = await listCallbackDeliveries(
        request.actor,
        { ...request.params, ...request.query },
        request.ports,
      );
      const { origin } = links(request);
      const shown = presentPage(request, origin, found.list, request.query, found.page, presentDelivery);
      return answerPage(request, reply, 'deliveries', shown);
    },
  );

  app.get(
    '/deliveries/:delivery_id',
    {
      schema: {
        tags,
        summary: 'Get a delivery',
        params: DeliveryParams,
        response: { 200: DeliveryAnswer, ...refusals(403, 404) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'deliveries',
        presentDelivery(await getDelivery(request.actor, request.params, request.ports)),
      ),
  );

  app.post(
    '/deliveries/:delivery_id/replay',
    {
      schema: {
        tags,
        summary: 'Send a delivery again',
        params: DeliveryParams,
        response: { 202: DeliveryAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const replay = (scoped: Ports) => replayDelivery(request.actor, request.params, scoped);
      return answerOnce(request, reply, 'deliveries', null, 202, replay, presentDelivery);
    },
  );
};

export const eventRoutes = (app: Router, context: Context) => {
  webhookRoutes(app);
  deliveryRoutes(app, context);
};
