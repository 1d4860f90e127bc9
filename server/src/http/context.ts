import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Ports } from '../inspections/ports.ts';
import type { Links, SharedUntil } from './links.ts';

export type Router = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What every route is given: the outside world, and how to write addresses into answers. */
export type Context = { ports: Ports; links(request: FastifyRequest, shared?: SharedUntil): Links };
