import { z } from 'zod';
import { FreeForm, ShortText } from '../../../inspections/field-schemas.ts';
import { EVENT_TYPES } from '../../../inspections/records/organization.ts';
import { Id, Time } from '../common.ts';
import { HttpUrl } from '../tasks.ts';

const settings = {
  url: HttpUrl,
  event_types: z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length).describe('Empty: every event.'),
  description: ShortText.nullable(),
  active: z.boolean(),
};

export const WebhookBody = z
  .object({
    url: settings.url,
    event_types: settings.event_types.default([]),
    description: settings.description.default(null),
    active: settings.active.default(true),
  })
  .meta({
    example: { url: 'https://example.com/hooks/walkaround', event_types: ['task.done', 'task.error'] },
  });

export const WebhookChangeBody = z
  .object(settings)
  .partial()
  .meta({ example: { active: false } });

export const WebhookAnswer = z
  .object({
    id: Id,
    ...settings,
    url: z.string(),
    secret: z
      .string()
      .optional()
      .describe(
        'Only the answer that creates a secret contains it. It verifies the webhook-signature header.',
      ),
    created_at: Time,
  })
  .meta({ id: 'Webhook' });

export const DeliveryAnswer = z
  .object({
    id: Id,
    kind: z.enum(['callback', 'webhook']),
    webhook_id: Id.nullable(),
    inspection_id: Id.nullable(),
    event_type: z.string(),
    url: z.string(),
    payload: FreeForm,
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.array(
      z.object({
        at: Time,
        status: z.number().nullable(),
        error: z.string().nullable(),
        milliseconds: z.number(),
      }),
    ),
    created_at: Time,
    delivered_at: Time.nullable(),
  })
  .meta({ id: 'Delivery' });
