import {
  type Context,
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endSpan, startSpan } from './spans.ts';

const propagator = new W3CTraceContextPropagator();

/** Of what is asked every few seconds by machines there would be nothing but that. */
const isWatching = (route: string) => route.startsWith('/health') || route === '/metrics';

/** A span per request, below that of the caller where the request names one (W3C `traceparent`). */
export const traceRequests = (app: FastifyInstance) => {
  const open = new WeakMap<FastifyRequest, Context>();

  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (isWatching(route)) return done();
    const caller = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'walkaround.request_id': request.id,
    };
    const span = startSpan(`${request.method} ${route}`, SpanKind.SERVER, attributes, caller);
    const within = trace.setSpan(caller, span);
    open.set(request, within);
    // Also when nobody waits for the answer any more, of which fastify tells nothing.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      endSpan(span, reply.statusCode >= 500 ? { code: reply.statusCode } : undefined);
    });
    context.with(within, done);
  });

  // A body arrives in events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const within = open.get(request);
    if (within) context.with(within, done);
    else done();
  });
};
