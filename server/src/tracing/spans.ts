import {
  type Attributes,
  type Context,
  context,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const tracer = () => trace.getTracer('walkaround');

export const startSpan = (name: string, kind: SpanKind, attributes: Attributes, parent?: Context): Span =>
  tracer().startSpan(name, { kind, attributes }, parent);

/** What kind of error it was, and not its message: that may repeat what somebody wrote. */
export const endSpan = (span: Span, error?: unknown) => {
  if (error !== undefined) {
    const { code, name } = error as { code?: unknown; name?: unknown };
    span
      .setAttribute('error.type', String(code ?? name ?? 'Error'))
      .setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
};

/** The span is the current one while `work` runs, and ends with it. */
export const within = async <T>(
  span: Span,
  work: () => Promise<T>,
  parent = context.active(),
): Promise<T> => {
  try {
    const result = await context.with(trace.setSpan(parent, span), work);
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
};
