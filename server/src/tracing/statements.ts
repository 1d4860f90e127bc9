import { SpanKind, trace } from '@opentelemetry/api';
import type pg from 'pg';
import { startSpan, within } from './spans.ts';

type Query = (...args: unknown[]) => unknown;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text);

/** The text holds no values: those go beside it. Outside of a request or job there is nobody to tell. */
const traced = (query: Query): Query => {
  return (...args) => {
    // With a callback it is the pool's own call, inside of one that is traced already.
    if (typeof args.at(-1) === 'function' || !trace.getActiveSpan()) return query(...args);
    const text = textOf(args[0]);
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    return within(
      startSpan(operation, SpanKind.CLIENT, attributes),
      () => query(...args) as Promise<unknown>,
    );
  };
};

/** A span per statement. */
export const traceStatements = (pool: pg.Pool) => {
  Object.assign(pool, { query: traced(pool.query.bind(pool) as Query) });
  pool.on('connect', (client) =>
    Object.assign(client, { query: traced(client.query.bind(client) as Query) }),
  );
};
