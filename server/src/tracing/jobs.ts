import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { startSpan, within } from './spans.ts';

const propagator = new W3CTraceContextPropagator();

/** A span per run of a job, below the request (or job) that sent it: the job carries its `traceparent`. */
export const jobTrail = {
  mark: (): string | undefined => {
    const carrier: { traceparent?: string } = {};
    propagator.inject(context.active(), carrier, defaultTextMapSetter);
    return carrier.traceparent;
  },

  follow: <T>(
    name: string,
    ids: object,
    traceparent: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> => {
    const sender = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
    const attributes = Object.entries(ids).map(([key, id]) => [`walkaround.${key}`, String(id)]);
    const span = startSpan(
      `job ${name}`,
      SpanKind.CONSUMER,
      { 'messaging.destination.name': name, ...Object.fromEntries(attributes) },
      sender,
    );
    return within(span, work, sender);
  },
};
