import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Ports } from '../inspections/ports/ports.ts';
import type { Links, SharedUntil } from './links.ts';

export type Router = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What every route is given: how to write addresses into answers. The outside world comes with the caller. */
export type Context = { links(request: FastifyRequest, shared?: SharedUntil): Links };

/** Where a signature or a secret stands in for the caller. */
export type OpenContext = Context & { ports: Ports };
