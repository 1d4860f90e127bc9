import { z } from 'zod';
import { watchEvents } from '../../actions/watch-events.ts';
import type { Event } from '../../inspections/records.ts';
import type { Context, Router } from '../context.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';

const EventQuery = z.object({
  last_event_id: z
    .string()
    .regex(/^\d{1,18}$/, 'Give the id of an event.')
    .optional()
    .describe('Events after this one; the header Last-Event-ID does the same. Without it: from now on.'),
});

const frame = (event: Event | 'ping') =>
  event === 'ping'
    ? ': ping\n\n'
    : `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify({ type: event.type, created_at: event.created_at, inspection_id: event.inspection_id, ...event.data })}\n\n`;

export const eventStreamRoutes = (app: Router, { ports }: Context) => {
  app.get(
    '/inspections/:inspection_id/events',
    {
      schema: {
        tags: ['Events'],
        summary: 'Watch an inspection (server-sent events)',
        description: 'What happens to the inspection and how far its tasks are, as text/event-stream.',
        params: InspectionParams,
        querystring: EventQuery,
        response: refusals(404, 422),
      },
    },
    async (request, reply) => {
      const header = request.headers['last-event-id'];
      const after_id =
        request.query.last_event_id ??
        (typeof header === 'string' && /^\d{1,18}$/.test(header) ? header : undefined);
      const closed = new AbortController();
      request.raw.once('close', () => closed.abort());
      app.server.once('stopping', () => closed.abort());
      const events = watchEvents(
        request.actor,
        { ...request.params, after_id, signal: closed.signal },
        ports,
      );
      // The first step checks access: until then a refusal can still be an ordinary answer.
      const first = await events.next();
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      if (!first.done) reply.raw.write(frame(first.value));
      for await (const event of events) {
        const flushed = reply.raw.write(frame(event));
        if (!flushed && !closed.signal.aborted)
          await new Promise<void>((resolve) => {
            reply.raw.once('drain', resolve);
            closed.signal.addEventListener('abort', () => resolve(), { once: true });
          });
      }
      reply.raw.end();
    },
  );
};
