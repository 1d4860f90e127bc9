import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Body } from '../clients/client.ts';

export type Span = {
  service: string;
  trace: string;
  id: string;
  parent: string | undefined;
  name: string;
  failed: boolean;
  attributes: Record<string, string | number>;
};

const values = (attributes: Body[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const FAILED = 2;

const spansOf = ({ resourceSpans }: Body): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }: Body) =>
    scopeSpans.flatMap(({ spans }: Body) =>
      spans.map((span: Body) => ({
        service: values(resource.attributes)['service.name'],
        trace: span.traceId,
        id: span.spanId,
        parent: span.parentSpanId,
        name: span.name,
        failed: span.status.code === FAILED,
        attributes: values(span.attributes),
      })),
    ),
  );

/** A receiver of traces by OTLP/HTTP, as far as the JSON form goes. */
export const startCollector = async () => {
  let hangs = false;
  const spans: Span[] = [];
  const received: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    received.push({ path: request.url!, headers: request.headers, text: JSON.stringify(body) });
    spans.push(...spansOf(body));
    if (!hangs) response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    received,
    /** From now on it takes everything and never answers. */
    hang: () => {
      hangs = true;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
