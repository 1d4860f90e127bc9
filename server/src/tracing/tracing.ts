/**
 * Traces by OpenTelemetry: what a request, a job and their steps took, sent to a collector of the operator.
 * Loaded only where one is configured. Spans name routes, queues, statements and ids; never addresses,
 * query strings, values of statements, or anything that people wrote.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { jobTrail } from './jobs.ts';
import { traceRequests } from './requests.ts';
import { startSpan, within } from './spans.ts';
import { traceStatements } from './statements.ts';

type TracingSettings = {
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Of the requests whose callers do not say whether they are traced. */
  share: number;
  version: string;
  role: string;
};

/** A collector that is away must not hold up the end of the process for longer. */
const LAST_EXPORT_MS = 3000;
const WARN_EVERY_MS = 60_000;

const warnSparingly = (warn: (message: string) => void) => {
  let last = -WARN_EVERY_MS;
  return (error: { message?: string }) => {
    if (performance.now() - last < WARN_EVERY_MS) return;
    last = performance.now();
    warn(`Traces could not be sent, and some are lost: ${error.message ?? 'no reason was given'}`);
  };
};

/** Replaces a method by one that is traced. */
const traceMethod = <K extends string, T extends { [_ in K]: (...args: never[]) => Promise<unknown> }>(
  target: T,
  method: K,
  name: string,
) => {
  const original = target[method].bind(target) as (...args: unknown[]) => Promise<unknown>;
  const replaced = (...args: unknown[]) =>
    within(startSpan(name, SpanKind.INTERNAL, {}), () => original(...args));
  Object.assign(target, { [method]: replaced });
};

export const startTracing = (settings: TracingSettings, warn: (message: string) => void) => {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: settings.headers,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': settings.version,
      'walkaround.role': settings.role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const warnSparing = warnSparingly(warn);
  setGlobalErrorHandler((error) => warnSparing(typeof error === 'string' ? { message: error } : error));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);

  return {
    traceRequests,
    traceStatements,
    traceMethod,
    jobTrail,
    close: () => Promise.race([provider.shutdown(), sleep(LAST_EXPORT_MS, undefined, { ref: false })]),
  };
};

export type Tracing = ReturnType<typeof startTracing>;
