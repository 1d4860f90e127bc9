import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Beginning, createEventWatch } from '../../actions/events/watch-events.ts';
import { invalidField } from '../../inspections/problems/requests.ts';
import type { Event } from '../../inspections/records/organization.ts';
import type { OpenContext, Router } from '../context.ts';
import { createStreamPlaces } from '../limits/stream-places.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';

/** A client that reads nothing for this long is disconnected. */
const PATIENCE_MS = 30_000;

const EVENT_ID = /^\d{1,15}$/;
const NOT_AN_ID = 'Give the id of an event, or nothing for those to come.';

const EventQuery = z.object({
  last_event_id: z
    .string()
    .regex(EVENT_ID, NOT_AN_ID)
    .optional()
    .describe(
      'Sends the events after this one; the header Last-Event-ID has the same effect. Without it, the stream begins with new events.',
    ),
});

const frame = (event: Beginning | Event | 'ping') => {
  if (event === 'ping') return ': ping\n\n';
  // Without data it is no event; but who listens keeps the id, and names it on coming back.
  if ('after_id' in event) return `: ping\nid: ${event.after_id}\n\n`;
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify({ type: event.type, created_at: event.created_at, inspection_id: event.inspection_id, ...event.data })}\n\n`;
};

const lastEventId = (request: FastifyRequest<{ Querystring: z.output<typeof EventQuery> }>) => {
  const header = request.headers['last-event-id'];
  if (request.query.last_event_id !== undefined || !header) return request.query.last_event_id;
  if (typeof header !== 'string' || !EVENT_ID.test(header)) throw invalidField('Last-Event-ID', NOT_AN_ID);
  return header;
};

/** The first step checks access: until then a refusal can still be an ordinary answer. */
const stream = async (
  events: AsyncGenerator<Beginning | Event | 'ping'>,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<void> => {
  const first = await events.next();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  try {
    if (!first.done) raw.write(frame(first.value));
    for await (const event of events) {
      if (raw.write(frame(event))) continue;
      const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
      await once(raw, 'drain', { signal: patience }).catch(() => {});
      if (raw.writableNeedDrain) break;
    }
  } finally {
    if (raw.writableNeedDrain) raw.destroy();
    else raw.end();
  }
};

export const eventStreamRoutes = (app: Router, { ports }: OpenContext) => {
  const watchEvents = createEventWatch(ports);
  const takePlace = createStreamPlaces();
  const open = new Set<AbortController>();
  app.server.once('stopping', () => {
    for (const watcher of open) watcher.abort();
  });

  app.get(
    '/inspections/:inspection_id/events',
    {
      // A stream has no end, so asking for its headers alone would not either.
      exposeHeadRoute: false,
      schema: {
        tags: ['Events'],
        summary: 'Watch an inspection (server-sent events)',
        description: 'Events and task progress of the inspection, as text/event-stream.',
        params: InspectionParams,
        querystring: EventQuery,
        response: {
          200: {
            description:
              'Events as they happen. The stream ends when the inspection is deleted and when the token expires. Open it again with a new token and the id of the last event.',
            content: { 'text/event-stream': { schema: z.string() } },
          },
          ...refusals(404, 422),
        },
      },
    },
    async (request, reply) => {
      const after_id = lastEventId(request);
      const { actor, ports: own } = request;
      const leavePlace = takePlace(actor);
      const closed = new AbortController();
      const { signal } = closed;
      request.raw.once('close', () => closed.abort());
      open.add(closed);
      try {
        await stream(
          watchEvents(actor, { ...request.params, after_id, until: actor.token_ends_at, signal }, own),
          reply,
          signal,
        );
      } finally {
        open.delete(closed);
        leavePlace();
      }
    },
  );
};
